//! Vectors on the board.

/// Vector `(right, forward)` from the owner's point of view.
pub type Vector = (i8, i8);

/// Maximum vector component and range: the longest side of a board minus one.
pub const MAX_REACH: u8 = 25;
