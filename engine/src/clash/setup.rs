//! What fixes a match before its first action, and as it is stored.

use serde::{Deserialize, Serialize};

use crate::titans::{from_hex, to_hex};

/// Everything that fixes a match before its first action. Seat 0 is White, seat 1 Black, throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// En passant is played (C-16).
    pub en_passant: bool,
    /// What everything drawn at random is drawn from. Secret while the match runs.
    pub seed: [u8; 32],
}

impl Setup {
    /// Whether the Player who was challenged has White, where colours are drawn.
    pub fn challenged_has_white(seed: &[u8; 32]) -> bool {
        super::auction::hash(&format!("clash colours {}", to_hex(seed)))
            .bytes()
            .next()
            .is_some_and(|digit| digit % 2 == 1)
    }

    /// As it is stored.
    pub fn saved(&self) -> SavedSetup {
        SavedSetup { en_passant: self.en_passant, seed: to_hex(&self.seed) }
    }
}

/// A [`Setup`] as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSetup {
    /// En passant is played.
    #[serde(default)]
    pub en_passant: bool,
    /// The seed, in hexadecimal.
    pub seed: String,
}

impl SavedSetup {
    /// The setup; `None` if the seed cannot be read.
    pub fn open(&self) -> Option<Setup> {
        Some(Setup { en_passant: self.en_passant, seed: from_hex(&self.seed)? })
    }
}
