//! What stays of a piece's states in a hand or reserve (V-4).

use serde::{Deserialize, Serialize};

use super::Flags;

/// What stays of a piece's states in a hand or reserve, until it comes onto the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// Nothing: an ordinary piece.
    #[default]
    Nothing,
    /// It is Volatile.
    Volatile,
    /// It is Volatile, and leaves a Supporter behind when it first leaves a Space (V-5).
    Leaving,
}

impl Kept {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Volatile, Self::Leaving];

    /// What stays of these states.
    pub const fn of(flags: Flags) -> Self {
        match (flags.has(Flags::VOLATILE), flags.has(Flags::LEAVES)) {
            (false, _) => Self::Nothing,
            (true, false) => Self::Volatile,
            (true, true) => Self::Leaving,
        }
    }

    /// The states with which it comes onto the board.
    pub const fn flags(self) -> Flags {
        match self {
            Self::Nothing => Flags::NONE,
            Self::Volatile => Flags::VOLATILE,
            Self::Leaving => Flags::VOLATILE.with(Flags::LEAVES),
        }
    }

    /// Is it an ordinary piece?
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}
