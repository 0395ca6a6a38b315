//! Games exported as files.

use crate::host::error::NotPgn;

/// A game exported as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// File name.
    pub name: String,
    /// JSON. Excludes the seed and secrets until the game is over.
    pub json: String,
}

/// A game exported as PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnFile {
    /// File name.
    pub name: String,
    /// PGN text; one game per round of a match.
    pub text: String,
    /// First round of the match that PGN cannot represent, with the reason.
    pub left_out: Option<(u8, NotPgn)>,
}
