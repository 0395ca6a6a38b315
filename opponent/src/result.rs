//! Results of a search for the callers of the crate.

use engine::action::{Action, Turn};

use crate::chance::WinChance;
use crate::search::{WIN, WON};

/// A decision, with the search results behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Chosen action; `None` if nothing is requested from the seat. A purchase in the shop is followed by further
    /// decisions until the army is confirmed.
    pub action: Option<Action>,
    /// Score for the seat, in hundredths of a Pawn; beyond 29,000 it is a forced win.
    pub score: i32,
    /// Win chance of the seat.
    pub chance: WinChance,
    /// Search depth reached, in turns.
    pub depth: u8,
    /// Number of nodes searched.
    pub nodes: u64,
    /// `true` if the budget's flag ended the search.
    pub stopped: bool,
}

impl Decision {
    /// Decision made without a search.
    pub(crate) const fn plain(action: Option<Action>) -> Self {
        Self { action, score: 0, chance: WinChance::EVEN, depth: 0, nodes: 0, stopped: false }
    }
}

/// Result of an analysis, for the Player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Best turn; `None` if no turn is legal.
    pub best: Option<Turn>,
    /// Expected continuation, starting with the best turn.
    pub line: Vec<Turn>,
    /// Score in hundredths of a Pawn.
    pub score: i32,
    /// Win chance.
    pub chance: WinChance,
    /// Number of turns to a forced win, if one was found: positive for the Player to move, negative against them.
    pub mate_in: Option<i32>,
    /// Search depth reached, in turns.
    pub depth: u8,
    /// Length of the longest line searched, in turns.
    pub farthest: usize,
    /// Number of nodes searched.
    pub nodes: u64,
    /// `true` if the budget's flag ended the search.
    pub stopped: bool,
}

/// Number of turns to the forced win that the score implies.
pub(crate) fn mate_in(score: i32) -> Option<i32> {
    (score.abs() > WON).then(|| (WIN - score.abs() + 1) / 2 * score.signum())
}
