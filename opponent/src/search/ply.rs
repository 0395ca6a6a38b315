//! Storage for the turns of a line.

use engine::play::MoveList;

use super::ranked::Ranked;

/// Number of plies as a distance in scores.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a line is short: see `MAX_PLY`")]
pub(super) const fn plies(ply: usize) -> i32 {
    ply as i32
}

/// Maximum length of a line.
pub(super) const MAX_PLY: usize = 120;
/// Offset of the separate storage for searches with an excluded move.
pub(super) const PARKED: usize = MAX_PLY + 2;

/// Storage for one turn of the current line.
#[derive(Debug, Default)]
pub(super) struct Ply {
    pub list: MoveList,
    pub ranked: Vec<Ranked>,
}
