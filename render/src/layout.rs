//! Layout of a turn picture: the board in its orientation, an enlarged part of a large one, and a panel for every seat.

use engine::board::{Seat, Side};
use engine::view::{BoardView, SeatView};

use crate::grid::Grid;
use crate::options::{RenderError, Size};

/// A rectangle in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Area {
    pub(crate) const fn new(x: i32, y: i32, w: i32, h: i32) -> Self {
        Self { x, y, w, h }
    }

    /// Shrinks the rectangle by `by` pixels on every side.
    pub(crate) const fn inset(self, by: i32) -> Self {
        Self::new(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)
    }
}

/// Shape of a panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Bar across the full width of the picture, above or below the board.
    Bar,
    /// A card.
    Card,
}

/// Place of a seat's panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PanelPlace {
    pub seat: Seat,
    pub area: Area,
    pub shape: Shape,
}

/// Unit of lengths in panels: texts are equally high on the screen of a phone, however wide the picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit(i32);

impl Unit {
    /// Width of the picture in which a unit is a pixel.
    const USUAL: i32 = 720;
    /// Minimum width that units are derived from.
    const LEAST: i32 = 360;

    /// Length in pixels.
    pub(crate) const fn px(self, length: i32) -> i32 {
        (length * self.0 + Self::USUAL / 2) / Self::USUAL
    }
}

/// Layout of a turn picture.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub width: i32,
    pub height: i32,
    pub unit: Unit,
    pub grid: Grid,
    /// Legend of marked zones, below the board; `None` without such zones.
    pub legend: Option<Area>,
    /// Enlarged part of the board, below it.
    pub inset: Option<Grid>,
    pub panels: Vec<PanelPlace>,
    /// Rows at which the picture is cut for compression, including the first and the last.
    pub cuts: Vec<usize>,
}

impl Layout {
    /// Places the board and the panels above and below it.
    pub(crate) fn new(board: &BoardView, seats: &[SeatView], bottom: Side, size: Size) -> Result<Self, RenderError> {
        let grid = Grid::fitting(board, bottom, size)?;
        Ok(Self::place(grid, None, seats, !board.marked.is_empty()))
    }

    /// Adds an enlarged part of the board.
    pub(crate) fn with_inset(self, inset: Grid, seats: &[SeatView]) -> Self {
        Self::place(self.grid, Some(inset), seats, self.legend.is_some())
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "pixels: a picture has a few thousand in each direction"
    )]
    fn place(mut grid: Grid, mut inset: Option<Grid>, seats: &[SeatView], has_legend: bool) -> Self {
        let width = grid.across * grid.cell + 2 * grid.margin;
        let unit = Unit(width.max(Unit::LEAST));
        let side = |view: &SeatView| view.side.map_or(view.seat.index() % 4, |side| turn(side, grid.bottom));
        let [above, below] = rows(&seats.iter().map(|view| (view.seat, side(view))).collect::<Vec<_>>());
        let high = |row: &[Seat]| match row.len() {
            0 => 0,
            1 => unit.px(68),
            2 => unit.px(118),
            _ => unit.px(214),
        };
        let (top, low) = (high(&above), high(&below));
        grid.y = top + grid.margin;
        let mut end = grid.y + grid.down * grid.cell + grid.margin;
        let legend = has_legend.then(|| {
            let area = Area::new(grid.margin, end, width - 2 * grid.margin, unit.px(30));
            end += area.h + unit.px(10);
            area
        });
        if let Some(inset) = &mut inset {
            inset.x = (width - inset.across * inset.cell) / 2;
            inset.y = end + inset.margin;
            end = inset.y + inset.down * inset.cell + inset.margin;
        }
        let height = end + low;
        let mut panels = Vec::with_capacity(seats.len());
        for (row, y, h) in [(above, 0, top), (below, end, low)] {
            let n = row.len() as i32;
            for (i, seat) in (0..).zip(row) {
                let (from, to) = (width * i / n, width * (i + 1) / n);
                let whole = Area::new(from, y, to - from, h);
                panels.push(match n {
                    1 => PanelPlace { seat, area: whole, shape: Shape::Bar },
                    _ => PanelPlace { seat, area: whole.inset(unit.px(5)), shape: Shape::Card },
                });
            }
        }
        let cuts = cuts([Some(&grid), inset.as_ref()], height);
        Self { width, height, unit, grid, legend, inset, panels, cuts }
    }
}

/// Seats above and below the board. The seats on the left and right join the row with more room, at their own end.
fn rows(seats: &[(Seat, usize)]) -> [Vec<Seat>; 2] {
    let at = |side: usize| seats.iter().filter(move |s| s.1 == side).map(|s| s.0);
    let mut below = clockwise(at(0).collect());
    let mut above = clockwise(at(2).collect());
    // Seats run clockwise: from right to left at the bottom, from left to right at the top.
    below.reverse();
    for seat in at(1) {
        let row = if above.len() <= below.len() { &mut above } else { &mut below };
        row.insert(0, seat);
    }
    for seat in at(3) {
        let row = if above.len() < below.len() { &mut above } else { &mut below };
        row.push(seat);
    }
    [above, below]
}

/// Seats of one side in clockwise order. The first seat of the game may come after its last one.
fn clockwise(mut seats: Vec<Seat>) -> Vec<Seat> {
    let gap = seats.windows(2).position(|two| two[1].0 - two[0].0 > 1);
    seats.rotate_left(gap.map_or(0, |before| before + 1));
    seats
}

/// Clockwise quarter turns from the bottom of the screen: 0 bottom, 1 left, 2 top, 3 right.
fn turn(side: Side, bottom: Side) -> usize {
    let clockwise = |side: Side| match side {
        Side::South => 0,
        Side::West => 1,
        Side::North => 2,
        Side::East => 3,
    };
    (clockwise(side) + 4 - clockwise(bottom)) % 4
}

/// Cuts above and below each board, and at each of its rows.
#[expect(clippy::cast_sign_loss, reason = "pixels: a picture has a few thousand in each direction")]
fn cuts(boards: [Option<&Grid>; 2], height: i32) -> Vec<usize> {
    let rows = boards.into_iter().flatten().flat_map(|grid| {
        let end = grid.y + grid.down * grid.cell;
        let rows = (0..=grid.down).map(|row| grid.y + row * grid.cell);
        rows.chain([grid.y - grid.margin, end + grid.margin])
    });
    let all = rows.chain([0, height]).filter(|&y| (0..=height).contains(&y));
    let mut cuts: Vec<usize> = all.map(|y| y as usize).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_stand_as_people_sit() {
        // Board for six: two seats in the south (the first on the left, the last on the right), one west, two north,
        // one east.
        let from = |bottom: usize| {
            let sides = [0, 1, 2, 2, 3, 0];
            let turned = sides.iter().map(|side| (side + 4 - bottom) % 4);
            let seats: Vec<(Seat, usize)> = (0..).map(Seat).zip(turned).collect();
            rows(&seats).map(|row| row.iter().map(|seat| seat.0).collect::<Vec<_>>())
        };
        assert_eq!(from(0), [vec![1, 2, 3], vec![0, 5, 4]]);
        assert_eq!(from(2), [vec![4, 5, 0], vec![3, 2, 1]]);
    }

    /// The panel of each Player is on the side of the Player's army: below or above the board, else in the outermost place of
    /// its row. The board fits between the panels, and panels fill their rows.
    #[test]
    fn panels_are_beside_the_armies_of_their_players() {
        use engine::battalion::load_builtin;
        use engine::titans::{Game, GameMode, Setup};
        use engine::view::{Viewer, Zone};

        for players in 2..=6 {
            let mode = if players == 2 { GameMode::Duel } else { GameMode::Ffa };
            let armies = vec![load_builtin("medieval").unwrap(); players];
            let view = Game::new(Setup::new(mode, armies, [7; 32]).unwrap()).unwrap().view(Viewer::Public);
            for bottom in [Side::South, Side::West, Side::North, Side::East] {
                let layout = Layout::new(&view.board, &view.seats, bottom, Size::Normal).unwrap();
                let grid = &layout.grid;
                let (top, low) = (grid.y - grid.margin, grid.y + grid.down * grid.cell + grid.margin);
                assert_eq!(layout.panels.len(), players);
                let (above, below): (Vec<&PanelPlace>, Vec<&PanelPlace>) =
                    layout.panels.iter().partition(|panel| panel.area.y + panel.area.h <= top);
                assert!(below.iter().all(|panel| panel.area.y >= low && panel.area.y + panel.area.h <= layout.height));
                for place in &layout.panels {
                    let homes =
                        view.board.zones.iter().zip(0..).filter(|(zone, _)| **zone == Zone::Territory(place.seat));
                    let (mut x, mut y, mut number) = (0, 0, 0);
                    for (_, index) in homes {
                        let width = usize::from(view.board.width);
                        let space = engine::board::Space::new((index % width) as u8, (index / width) as u8);
                        let (column, row) = grid.seen(space);
                        (x, y, number) = (x + 2 * column + 1 - grid.across, y + 2 * row + 1 - grid.down, number + 1);
                    }
                    assert!(number > 0);
                    let row = if place.area.y < grid.y { &above } else { &below };
                    let what = format!("{players} players, {bottom:?}: {place:?}");
                    let (x, y) = (x / number, y / number);
                    // Armies above and below reach further from the middle than to the sides.
                    if y.abs() * grid.across >= x.abs() * grid.down {
                        assert_eq!(place.area.y < grid.y, y < 0, "{what}");
                    } else {
                        let side = |place: &PanelPlace| view.seats[place.seat.index()].side;
                        let mut others = row.iter().filter(|other| side(other) != side(place));
                        let outer = |other: &&PanelPlace| (other.area.x > place.area.x) == (x < 0);
                        assert!(others.all(outer), "{what}");
                    }
                }
                for row in [above, below].iter().filter(|row| !row.is_empty()) {
                    let wide: i32 = row.iter().map(|panel| panel.area.w).sum();
                    assert!(wide <= layout.width && wide * 10 > layout.width * 9, "{wide} of {}", layout.width);
                }
            }
        }
    }

    /// A seat in the west stands above where both rows are equally long, one in the east below.
    #[test]
    fn seats_aside_fill_the_shorter_row() {
        for (sides, above, below) in [
            (&[0, 2][..], &[1][..], &[0][..]),
            (&[0, 1, 2], &[1, 2], &[0]),
            (&[0, 2, 3], &[1], &[0, 2]),
            (&[0, 1, 2, 3], &[1, 2], &[0, 3]),
            (&[0, 1], &[1], &[0]),
            (&[0, 3], &[1], &[0]),
            (&[1, 3], &[0], &[1]),
            (&[0, 2, 2, 3], &[1, 2], &[0, 3]),
        ] {
            let seats: Vec<(Seat, usize)> = (0..).map(Seat).zip(sides.iter().copied()).collect();
            let found = rows(&seats).map(|row| row.iter().map(|seat| seat.0).collect::<Vec<_>>());
            assert_eq!(found, [above, below], "{sides:?}");
        }
    }
}
