//! Setup that determines a match before its first action, and its stored form.

use serde::{Deserialize, Serialize};

use crate::hex::{from_hex, to_hex};

/// Setup that determines a match before its first action. Seat 0 is White and seat 1 Black throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Allows captures en passant (C-16).
    pub en_passant: bool,
    /// Seed of all random draws. Secret while the match runs.
    pub seed: [u8; 32],
}

impl Setup {
    /// Returns whether the challenged Player has White when colours are drawn at random.
    pub fn challenged_has_white(seed: &[u8; 32]) -> bool {
        crate::seed::sha256(&format!("clash colours {}", to_hex(seed)))
            .bytes()
            .next()
            .is_some_and(|digit| digit % 2 == 1)
    }

    /// Stored form of the setup.
    pub fn saved(&self) -> SavedSetup {
        SavedSetup { en_passant: self.en_passant, seed: to_hex(&self.seed) }
    }
}

/// Stored form of a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSetup {
    /// Allows captures en passant.
    #[serde(default)]
    pub en_passant: bool,
    /// Seed in hexadecimal.
    pub seed: String,
}

impl SavedSetup {
    /// Restores the setup; `None` if the seed is invalid.
    pub fn open(&self) -> Option<Setup> {
        Some(Setup { en_passant: self.en_passant, seed: from_hex(&self.seed)? })
    }
}
