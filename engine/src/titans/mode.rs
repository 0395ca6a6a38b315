//! Gamemodes.

use serde::{Deserialize, Serialize};

/// Gamemode (T-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameMode {
    /// Two Players.
    Duel,
    /// Party Mode with secret Targets (T-27).
    Assassin,
    /// Party Mode decided by credited defeats (T-30).
    Ffa,
}

impl GameMode {
    /// Display name.
    pub const fn name(self) -> &'static str {
        match self {
            GameMode::Duel => "Duel",
            GameMode::Assassin => "Assassin",
            GameMode::Ffa => "Free for all",
        }
    }
}
