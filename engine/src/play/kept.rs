//! States that a piece keeps in a hand or reserve (V-4).

use serde::{Deserialize, Serialize};

use super::Flags;

/// States that a piece keeps in a hand or reserve until it is placed on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// None: an ordinary piece.
    #[default]
    Nothing,
    /// Volatile.
    Volatile,
    /// Volatile, and leaves a Supporter behind when it first leaves a Space (V-5).
    Leaving,
}

impl Kept {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Volatile, Self::Leaving];

    /// The kept part of a piece's states.
    pub const fn of(flags: Flags) -> Self {
        match (flags.contains(Flags::VOLATILE), flags.contains(Flags::LEAVES)) {
            (false, _) => Self::Nothing,
            (true, false) => Self::Volatile,
            (true, true) => Self::Leaving,
        }
    }

    /// States of the piece when it is placed on the board.
    pub const fn flags(self) -> Flags {
        match self {
            Self::Nothing => Flags::empty(),
            Self::Volatile => Flags::VOLATILE,
            Self::Leaving => Flags::VOLATILE.union(Flags::LEAVES),
        }
    }

    /// Returns whether this is an ordinary piece.
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}
