//! Layout of a turn picture: the board in its orientation, and a panel for every seat.

use engine::board::{Seat, Side};
use engine::view::{BoardView, SeatView};

use crate::grid::{Grid, scaled};
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

/// Layout of a turn picture.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub width: i32,
    pub height: i32,
    pub grid: Grid,
    pub panels: Vec<PanelPlace>,
    /// Rows at which the picture is cut for compression, including the first and the last.
    pub cuts: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(board: &BoardView, seats: &[SeatView], bottom: Side, size: Size) -> Result<Self, RenderError> {
        let grid = Grid::fitting(board, bottom, size)?;
        let gaps = [(false, true), (false, false), (true, false), (true, true)]
            .map(|(right, low)| grid.corner_gap(right, low));
        let gaps =
            gaps.map(|gap| if seats.len() <= 4 && gap * grid.cell >= scaled(170, size) { gap * grid.cell } else { 0 });
        Ok(Self::place(grid, seats, size, gaps))
    }

    /// Places panels in the empty corners of a cross-shaped board, each to the left of its Player from that Player's
    /// point of view. Without such a corner, panels go above and below the board.
    fn place(mut grid: Grid, seats: &[SeatView], size: Size, gaps: [i32; 4]) -> Self {
        let width = grid.across * grid.cell + 2 * grid.margin;
        let order = |view: &SeatView| view.side.map_or(view.seat.index() % 4, |side| turn(side, grid.bottom));
        let mut corners: [Option<Seat>; 4] = [None; 4];
        let mut rest = Vec::new();
        for view in seats {
            let slot = order(view);
            if gaps[slot] > 0 && corners[slot].is_none() {
                corners[slot] = Some(view.seat);
            } else {
                rest.push((view.seat, slot));
            }
        }
        let [above, below] = rows(&rest);
        let high = |row: &[Seat]| match row.len() {
            0 => 0,
            1 if width < scaled(1000, size) => scaled(68, size),
            _ => scaled(118, size),
        };
        let (top, low) = (high(&above), high(&below));
        grid.y = top + grid.margin;
        let height = top + low + 2 * grid.margin + grid.down * grid.cell;
        let mut panels = Vec::with_capacity(seats.len());
        for (row, y, h) in [(above, 0, top), (below, height - low, low)] {
            let n = row.len() as i32;
            for (i, seat) in (0..).zip(row) {
                let (from, to) = (width * i / n, width * (i + 1) / n);
                let whole = Area::new(from, y, to - from, h);
                panels.push(match n {
                    1 if h <= scaled(68, size) => PanelPlace { seat, area: whole, shape: Shape::Bar },
                    _ => PanelPlace { seat, area: whole.inset(scaled(5, size)), shape: Shape::Card },
                });
            }
        }
        let edge = grid.margin / 6;
        for (slot, seat) in corners.into_iter().enumerate() {
            let (Some(seat), side) = (seat, gaps[slot] - edge) else {
                continue;
            };
            let x = if slot < 2 { edge } else { width - edge - side };
            let y = if slot == 0 || slot == 3 { height - low - edge - side } else { top + edge };
            panels.push(PanelPlace { seat, area: Area::new(x, y, side, side), shape: Shape::Card });
        }
        let cuts = cuts(&grid, height);
        Self { width, height, grid, panels, cuts }
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

/// Cuts above the board, at each of its rows, and below.
fn cuts(grid: &Grid, height: i32) -> Vec<usize> {
    let rows = (0..=grid.down).map(|row| grid.y + row * grid.cell);
    let ends = [0, grid.y - grid.margin, grid.y + grid.down * grid.cell + grid.margin, height];
    let mut cuts: Vec<usize> = rows.chain(ends).filter(|&y| (0..=height).contains(&y)).map(|y| y as usize).collect();
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
}
