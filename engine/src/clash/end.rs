//! Results of a round.

use serde::{Deserialize, Serialize};

use crate::board::Seat;
use crate::play::Fall;

/// Result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Defeat of this Player.
    Loss(Seat, Fall),
    /// Draw.
    Draw(DrawReason),
}

/// Reason for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    /// Stalemate: no legal action and no Check.
    Stalemate,
    /// Third occurrence of a position.
    Repetition,
    /// 50 turns of each Player without progress.
    FiftyMoves,
    /// Two bare Leaders.
    BareLeaders,
    /// Agreement (not in the Ultimate Round, C-13).
    Agreement,
}
