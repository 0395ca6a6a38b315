//! Board geometry on the screen: orientation and pixel positions.

use engine::board::{MAX_SIDE, Side, Space};
use engine::view::{BoardView, Zone};

use crate::options::{RenderError, Size};

/// Position and orientation of a board on the screen.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// Side of a Space in pixels.
    pub cell: i32,
    /// Upper left corner of the grid.
    pub x: i32,
    pub y: i32,
    /// Width of the margin for coordinates.
    pub margin: i32,
    /// Columns and rows on the screen.
    pub across: i32,
    pub down: i32,
    pub bottom: Side,
    /// Column and row of the whole board that is at the upper left.
    pub first: (i32, i32),
    width: i32,
    height: i32,
    missing: Vec<bool>,
}

impl Grid {
    /// Creates a grid seen from a side, with cells that suit its size.
    ///
    /// # Errors
    /// If the board has no drawable size.
    pub(crate) fn fitting(board: &BoardView, bottom: Side, size: Size) -> Result<Self, RenderError> {
        let (width, height) = (board.width, board.height);
        let fits = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
        if !fits || board.zones.len() != usize::from(width) * usize::from(height) {
            return Err(RenderError::Board { width, height });
        }
        let longest = i32::from(width.max(height));
        Ok(Self::new(board, bottom, cell_size(longest, size)))
    }

    /// Creates a grid seen from a side, not yet positioned.
    pub(crate) fn new(board: &BoardView, bottom: Side, cell: i32) -> Self {
        let (width, height) = (i32::from(board.width), i32::from(board.height));
        let turned = matches!(bottom, Side::West | Side::East);
        let (across, down) = if turned { (height, width) } else { (width, height) };
        let missing = board.zones.iter().map(|z| *z == Zone::Missing).collect();
        // Coordinates must be readable on phones, where large pictures are scaled down; so they grow with the picture.
        let longest = i32::from(board.width.max(board.height));
        let normal = if longest <= 10 { 32 } else { 36 };
        let margin = normal * cell / cell_size(longest, Size::Normal);
        Self { cell, x: margin, y: margin, margin, across, down, bottom, first: (0, 0), width, height, missing }
    }

    /// Enlarged part of this grid: `across` columns and `down` rows from `first`, with cells of `cell` pixels.
    pub(crate) fn window(&self, first: (i32, i32), across: i32, down: i32, cell: i32) -> Self {
        Self { cell, across, down, first, ..self.clone() }
    }

    /// Column and row on the screen, from the upper left.
    pub(crate) fn seen(&self, space: Space) -> (i32, i32) {
        let (f, r) = (i32::from(space.file()), i32::from(space.rank()));
        let (column, row) = match self.bottom {
            Side::South => (f, self.height - 1 - r),
            Side::North => (self.width - 1 - f, r),
            Side::West => (self.height - 1 - r, self.width - 1 - f),
            Side::East => (r, f),
        };
        (column - self.first.0, row - self.first.1)
    }

    /// Space in a column and row of the screen, if it is on the board.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a board has at most 26 files and ranks"
    )]
    pub(crate) fn space(&self, column: i32, row: i32) -> Option<Space> {
        if !(0..self.across).contains(&column) || !(0..self.down).contains(&row) {
            return None;
        }
        let (column, row) = (column + self.first.0, row + self.first.1);
        let (f, r) = match self.bottom {
            Side::South => (column, self.height - 1 - row),
            Side::North => (self.width - 1 - column, row),
            Side::West => (self.width - 1 - row, self.height - 1 - column),
            Side::East => (row, column),
        };
        let here = *self.missing.get((r * self.width + f) as usize)?;
        (!here).then(|| Space::new(f as u8, r as u8))
    }

    /// Returns `true` if a Space is on the board.
    pub(crate) fn has(&self, space: Space) -> bool {
        let (column, row) = self.seen(space);
        self.space(column, row) == Some(space)
    }

    /// Upper left pixel of a Space.
    pub(crate) fn corner(&self, space: Space) -> (i32, i32) {
        let (column, row) = self.seen(space);
        (self.x + column * self.cell, self.y + row * self.cell)
    }

    /// Centre of a Space.
    pub(crate) fn middle(&self, space: Space) -> (f32, f32) {
        let (x, y) = self.corner(space);
        let half = self.cell as f32 / 2.0;
        (x as f32 + half, y as f32 + half)
    }

    /// Coordinate labels of a Space's column and row on the screen.
    pub(crate) fn names(&self, space: Space) -> (String, String) {
        let file = char::from(b'a' + space.file()).to_string();
        let rank = (space.rank() + 1).to_string();
        match self.bottom {
            Side::South | Side::North => (file, rank),
            Side::West | Side::East => (rank, file),
        }
    }
}

/// Side of a Space in pixels, by the longer side of a board. Pictures stay within a size that phones show well.
fn cell_size(longest: i32, size: Size) -> i32 {
    let cell = match longest {
        ..=6 => 96,
        7..=8 => 82,
        9..=10 => 76,
        11..=12 => 70,
        13..=14 => 67,
        15..=16 => 62,
        17..=18 => 59,
        19..=22 => 54,
        _ => 48,
    };
    match size {
        Size::Small => cell * 2 / 3,
        Size::Normal => cell,
    }
}

/// Scales a length from the normal to another size.
pub(crate) const fn scaled(pixels: i32, size: Size) -> i32 {
    match size {
        Size::Small => (pixels * 2 + 1) / 3,
        Size::Normal => pixels,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_sees_its_own_edge_at_the_bottom() {
        let board = BoardView::new(3, 5, vec![Zone::Battlefield; 15]);
        for (side, left, right) in
            [(Side::South, "a1", "c1"), (Side::North, "c5", "a5"), (Side::West, "a5", "a1"), (Side::East, "c1", "c5")]
        {
            let grid = Grid::new(&board, side, 40);
            let low = grid.down - 1;
            assert_eq!(grid.space(0, low).unwrap().to_string(), left, "{side:?}");
            assert_eq!(grid.space(grid.across - 1, low).unwrap().to_string(), right, "{side:?}");
            for f in 0..3 {
                for r in 0..5 {
                    let (column, row) = grid.seen(Space::new(f, r));
                    assert_eq!(grid.space(column, row), Some(Space::new(f, r)));
                }
            }
        }
    }

    /// Labels of columns and rows belong to all their Spaces, and both labels of a Space form its name.
    #[test]
    fn every_side_reads_the_name_of_each_space() {
        for (width, height) in [(3, 5), (12, 7), (26, 1), (1, 26), (26, 26)] {
            let zones = vec![Zone::Battlefield; usize::from(width) * usize::from(height)];
            let board = BoardView::new(width, height, zones);
            for side in [Side::South, Side::West, Side::North, Side::East] {
                let grid = Grid::new(&board, side, 40);
                let names = |column, row| grid.names(grid.space(column, row).unwrap());
                for (column, row) in (0..grid.across).flat_map(|column| (0..grid.down).map(move |row| (column, row))) {
                    let (below, beside) = names(column, row);
                    assert_eq!((&below, &beside), (&names(column, 0).0, &names(0, row).1), "{side:?}");
                    let both =
                        if matches!(side, Side::South | Side::North) { [below, beside] } else { [beside, below] };
                    assert_eq!(both.concat(), grid.space(column, row).unwrap().to_string(), "{side:?}");
                }
            }
        }
    }

    /// An enlarged part shows the Spaces that the whole board has there, and no others.
    #[test]
    fn a_part_of_a_board_shows_its_own_spaces() {
        let mut board = BoardView::new(9, 7, vec![Zone::Battlefield; 63]);
        board.zones[30] = Zone::Missing;
        for side in [Side::South, Side::West, Side::North, Side::East] {
            let whole = Grid::new(&board, side, 40);
            for (first, across, down) in [((0, 0), 3, 4), ((2, 1), 4, 3), ((whole.across - 2, whole.down - 3), 2, 3)] {
                let part = whole.window(first, across, down, 80);
                for (column, row) in (-1..=across).flat_map(|column| (-1..=down).map(move |row| (column, row))) {
                    let inside = (0..across).contains(&column) && (0..down).contains(&row);
                    let there = whole.space(first.0 + column, first.1 + row).filter(|_| inside);
                    assert_eq!(part.space(column, row), there, "{side:?} {column} {row}");
                    if let Some(space) = there {
                        assert_eq!(part.corner(space), (part.x + 80 * column, part.y + 80 * row));
                        assert!(part.has(space) && whole.names(space) == part.names(space));
                    }
                }
                let shown = (0..9).flat_map(|file| (0..7).map(move |rank| Space::new(file, rank)));
                let shown = shown.filter(|space| part.has(*space)).count() as i32;
                assert!(shown == across * down || shown == across * down - 1, "{side:?} {shown}");
            }
        }
    }

    /// Cells of every board for which there are pictures; small pictures have cells of two thirds.
    #[test]
    fn cells_shrink_as_boards_grow() {
        let steps =
            [(1..=6, 96), (7..=8, 82), (9..=10, 76), (11..=12, 70), (13..=14, 67), (15..=16, 62), (17..=18, 59)];
        for (longest, cell) in steps.into_iter().chain([(19..=22, 54), (23..=26, 48)]) {
            for longest in longest {
                assert_eq!(cell_size(longest, Size::Normal), cell, "{longest}");
                assert_eq!(cell_size(longest, Size::Small), cell * 2 / 3, "{longest}");
            }
        }
    }
}
