//! Seats and their sides of the board.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Maximum number of Players in a game (T-2).
pub const MAX_SEATS: usize = 6;

/// Position in the turn order, counted from 0 (T-1, T-3). A shared seat counts as one Player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// Index into a table with one entry per seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat with this index.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a game has few seats")]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index <= u8::MAX as usize);
        Self(index as u8)
    }

    /// All seats of a game with `count` Players, in turn order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count).map(Seat::new)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Side of the Battlefield. Forwards is the direction away from it, everywhere on the board (T-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Forwards is north.
    South,
    /// Forwards is east.
    West,
    /// Forwards is south.
    North,
    /// Forwards is west.
    East,
}

impl Side {
    /// Converts a vector seen from this side (`right`, `forward`) to a board vector (east, north).
    ///
    /// ```
    /// use engine::board::Side;
    /// assert_eq!(Side::South.resolve((1, 2)), (1, 2));
    /// assert_eq!(Side::North.resolve((1, 2)), (-1, -2));
    /// assert_eq!(Side::West.resolve((1, 2)), (2, -1));
    /// assert_eq!(Side::East.resolve((1, 2)), (-2, 1));
    /// ```
    #[inline]
    pub const fn resolve(self, (right, forward): (i8, i8)) -> (i8, i8) {
        match self {
            Side::South => (right, forward),
            Side::North => (-right, -forward),
            Side::West => (forward, -right),
            Side::East => (-forward, right),
        }
    }

    /// Inverse of [`Side::resolve`]: converts a board vector (east, north) to one seen from this side.
    #[inline]
    pub const fn seen(self, (dx, dy): (i8, i8)) -> (i8, i8) {
        match self {
            Side::South => (dx, dy),
            Side::North => (-dx, -dy),
            Side::West => (-dy, dx),
            Side::East => (dy, -dx),
        }
    }

    /// Forward direction as a board vector.
    pub const fn forward(self) -> (i8, i8) {
        self.resolve((0, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seen_undoes_resolve() {
        for side in [Side::South, Side::West, Side::North, Side::East] {
            for vector in [(1, 2), (-3, 1), (0, 1)] {
                assert_eq!(side.seen(side.resolve(vector)), vector);
            }
        }
    }
}
