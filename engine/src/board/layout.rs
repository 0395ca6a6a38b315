//! Board made of a Battlefield and its Territories (T-4, T-5, T-8).

use serde::{Deserialize, Serialize};

use super::{Battlefield, BoardError, MAX_SIDE, Seat, Side, Space, SpaceSet};

/// Size of a seat's Territory, and its offset along the Battlefield's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerritoryPlacement {
    /// Number of columns, along the edge.
    pub width: u8,
    /// Number of rows, away from the edge.
    pub height: u8,
    /// First file or rank of the Battlefield's edge that the Territory touches, from the west or south. `None` until
    /// the Territory is placed: its cells do not exist yet, but the bounding box includes them.
    pub offset: Option<u8>,
}

/// Board: existing Spaces and their owners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    exists: SpaceSet,
    battlefield: SpaceSet,
    arms: Vec<Arm>,
}

/// Territory of one seat on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Arm {
    side: Side,
    /// Rows from the front to the back, each left to right as seen by the owner.
    rows: Vec<Vec<Space>>,
    all: SpaceSet,
}

impl Board {
    /// Builds a board from a Battlefield and Territories; `plots` has one entry per seat.
    ///
    /// # Errors
    /// [`BoardError`] if the board would exceed 26×26 or a Territory does not fit its edge slot.
    pub fn build(field: &Battlefield, plots: &[TerritoryPlacement]) -> Result<Board, BoardError> {
        if plots.len() < 2 || plots.len() > field.edge_slots.len() {
            return Err(BoardError::Seats(plots.len()));
        }
        let depth = |side: Side| {
            let seats = field.edge_slots.iter().zip(plots);
            seats.filter(|(slot, _)| slot.side == side).map(|(_, plot)| plot.height).max().unwrap_or(0)
        };
        let (west, south) = (depth(Side::West), depth(Side::South));
        let width = field.width as u16 + west as u16 + depth(Side::East) as u16;
        let height = field.height as u16 + south as u16 + depth(Side::North) as u16;
        let side = |side: u16| u8::try_from(side).ok().filter(|side| *side <= MAX_SIDE);
        let (Some(width), Some(height)) = (side(width), side(height)) else {
            return Err(BoardError::TooLarge(width, height));
        };
        let battlefield: SpaceSet = (south..south + field.height)
            .flat_map(|rank| (west..west + field.width).map(move |file| Space::new(file, rank)))
            .collect();
        let mut exists = battlefield;
        let mut arms = Vec::new();
        for (index, (slot, plot)) in field.edge_slots.iter().zip(plots).enumerate() {
            let mut rows = Vec::new();
            if let Some(offset) = plot.offset {
                let edge = if matches!(slot.side, Side::South | Side::North) { field.width } else { field.height };
                if offset as u16 + plot.width as u16 > edge as u16 || plot.width == 0 {
                    return Err(BoardError::Misfit(index + 1));
                }
                // Cell at `along` the edge and `out` from it. For North and West, the owner's left-to-right order runs
                // against the edge's direction.
                let cell = |along: u8, out: u8| match slot.side {
                    Side::South => Space::new(west + along, south - 1 - out),
                    Side::North => Space::new(west + along, south + field.height + out),
                    Side::West => Space::new(west - 1 - out, south + along),
                    Side::East => Space::new(west + field.width + out, south + along),
                };
                for out in 0..plot.height {
                    let mut row: Vec<Space> = (offset..offset + plot.width).map(|along| cell(along, out)).collect();
                    if matches!(slot.side, Side::North | Side::West) {
                        row.reverse();
                    }
                    rows.push(row);
                }
            }
            let all: SpaceSet = rows.iter().flatten().copied().collect();
            exists.extend(&all);
            arms.push(Arm { side: slot.side, rows, all });
        }
        Ok(Board { width, height, exists, battlefield, arms })
    }

    /// Number of files of the bounding box.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Number of ranks of the bounding box.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.arms.len()
    }

    /// Returns whether the Space exists on the board.
    #[inline]
    pub fn has(&self, space: Space) -> bool {
        self.exists.has(space)
    }

    /// Every Space of the board.
    pub fn spaces(&self) -> &SpaceSet {
        &self.exists
    }

    /// The Spaces of the Battlefield.
    pub fn battlefield(&self) -> &SpaceSet {
        &self.battlefield
    }

    /// Side of a seat.
    pub fn side(&self, seat: Seat) -> Side {
        self.arms[seat.index()].side
    }

    /// A seat's Territory.
    pub fn territory(&self, seat: Seat) -> &SpaceSet {
        &self.arms[seat.index()].all
    }

    /// Rows of a seat's Territory from the front, each left to right as seen by its owner (T-8).
    pub fn rows(&self, seat: Seat) -> &[Vec<Space>] {
        &self.arms[seat.index()].rows
    }

    /// The `rows` rearmost rows of a seat's Territory, including the Back Rank.
    pub fn rear(&self, seat: Seat, rows: u8) -> SpaceSet {
        self.rows(seat).iter().rev().take(rows as usize).flatten().copied().collect()
    }

    /// Owner of the Territory that contains a Space, if any.
    pub fn owner(&self, space: Space) -> Option<Seat> {
        Seat::all(self.seats()).find(|seat| self.territory(*seat).has(space))
    }

    /// The Space `(dx, dy)` away (east, north), if it exists on the board.
    #[inline]
    pub fn step(&self, from: Space, (dx, dy): (i8, i8)) -> Option<Space> {
        from.offset(dx, dy).filter(|to| self.has(*to))
    }

    /// The set extended by all neighbours of its Spaces that exist on the board (T-7).
    pub fn with_neighbours(&self, set: &SpaceSet) -> SpaceSet {
        let mut grown = *set;
        for space in set.iter() {
            for (dx, dy) in EIGHT {
                if let Some(next) = self.step(space, (dx, dy)) {
                    grown.insert(next);
                }
            }
        }
        grown
    }
}

/// Vectors to the eight neighbours, orthogonal ones first (T-7).
pub const EIGHT: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Vectors to the four orthogonal neighbours.
pub const FOUR: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

#[cfg(test)]
mod tests {
    use super::*;

    fn plots(count: usize, offset: Option<u8>) -> Vec<TerritoryPlacement> {
        vec![TerritoryPlacement { width: 8, height: 3, offset }; count]
    }

    #[test]
    fn t5_a_duel_of_two_8x3_territories_is_the_chessboard() {
        let board = Board::build(&Battlefield::standard(2).unwrap(), &plots(2, Some(0))).unwrap();
        assert_eq!((board.width(), board.height(), board.spaces().len()), (8, 8, 64));
        let row =
            |seat, n: usize| board.rows(Seat(seat))[n].iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(row(0, 2), "a1 b1 c1 d1 e1 f1 g1 h1");
        assert_eq!(row(1, 0), "h6 g6 f6 e6 d6 c6 b6 a6");
        assert!(board.rear(Seat(1), 1).has("a8".parse().unwrap()));
    }

    #[test]
    fn t5_four_make_the_cross_and_three_lack_the_east() {
        let four = Board::build(&Battlefield::standard(4).unwrap(), &plots(4, Some(0))).unwrap();
        assert_eq!((four.width(), four.height(), four.spaces().len()), (14, 14, 196 - 36));
        assert_eq!(four.rows(Seat(1))[2][0].to_string(), "a11");
        assert_eq!(four.rows(Seat(3))[2][0].to_string(), "n4");
        let three = Board::build(&Battlefield::standard(3).unwrap(), &plots(3, Some(0))).unwrap();
        assert_eq!((three.width(), three.height()), (11, 14));
    }

    #[test]
    fn t4_six_players_share_the_great_hall() {
        let mut plots = plots(6, Some(0));
        plots[3].offset = Some(8);
        plots[5].offset = Some(8);
        let board = Board::build(&Battlefield::standard(6).unwrap(), &plots).unwrap();
        assert_eq!((board.width(), board.height()), (22, 14));
        assert_eq!(board.spaces().len(), 16 * 8 + 6 * 24);
    }
}
