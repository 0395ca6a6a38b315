//! Results of a round.

use serde::{Deserialize, Serialize};

use crate::board::Seat;
use crate::play::Fall;

/// Result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Defeat of this Player.
    Loss(Seat, Loss),
    /// Draw.
    Draw(DrawReason),
}

/// Way to lose a round. The other causes of defeat belong to Titan's Battalion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// The Player began the turn in Check without a legal action.
    Checkmate,
    /// The Player resigned.
    Resigned,
    /// The Player ran out of time.
    Time,
}

impl Loss {
    /// Returns whether the Player gave up the round, and with it the whole army (C-7).
    pub const fn forfeits(self) -> bool {
        match self {
            Loss::Checkmate => false,
            Loss::Resigned | Loss::Time => true,
        }
    }
}

impl From<Loss> for Fall {
    fn from(loss: Loss) -> Self {
        match loss {
            Loss::Checkmate => Fall::Checkmate,
            Loss::Resigned => Fall::Resigned,
            Loss::Time => Fall::Time,
        }
    }
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
