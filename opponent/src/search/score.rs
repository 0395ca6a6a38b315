//! Scores of finished games.

/// Score of a won game; a win in n turns scores n less.
pub(crate) const WIN: i32 = 30_000;
/// Scores above this are forced wins.
pub(crate) const WON: i32 = 29_000;
/// Score of a drawn round that counts as won (C-11): below any real win.
pub(super) const ODDS: i32 = 28_000;
