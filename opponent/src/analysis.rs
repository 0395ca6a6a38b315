//! Looking at a position for people: the best line, and how likely a win is.

use engine::action::Turn;
use engine::seen::Seen;

use crate::budget::Budget;
use crate::chance::WinChance;
use crate::crowd;
use crate::knowledge::Knowledge;
use crate::search::Search;

/// The deepest that is looked.
const DEEPEST: u8 = 60;
/// Turns of a line that are told.
const LINE: usize = 8;

/// What has been found out about a position, for the Player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The best turn; `None` where there is no legal one.
    pub best: Option<Turn>,
    /// How the game is expected to go on, the best turn first.
    pub line: Vec<Turn>,
    /// The score in hundredths of a Pawn.
    pub score: i32,
    /// The win chance.
    pub chance: WinChance,
    /// Turns until a win that is certain, if one has been found: positive for the Player to move, negative against them.
    pub mate_in: Option<i32>,
    /// Turns looked ahead.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// The flag of the budget ended the search.
    pub stopped: bool,
}

/// The best line and the win chance of the Player to move, as far as the budget goes.
///
/// `seen` is what one seat may know; in a duel its position says all, whoever's it is. Among more than two the chances are that seat's, and a
/// turn is found only where it is to move.
pub fn analyse(seen: &Seen, know: &Knowledge, budget: Budget<'_>) -> Analysis {
    if !know.fits(&seen.rules) {
        return analyse(seen, &Knowledge::new(&seen.rules), budget);
    }
    if seen.rules.seat_count() != 2 {
        return crowd::analyse(seen, know, budget);
    }
    let mut search = Search::new(seen, know, budget).impartial();
    let outcome = search.think(DEEPEST, 0);
    let line = outcome.candidates.first().map(|best| search.line(best, LINE));
    let score = outcome.candidates.first().map_or(0, |best| best.score);
    Analysis {
        best: line.as_ref().and_then(|line| line.first().cloned()),
        line: line.unwrap_or_default(),
        score,
        chance: WinChance::from_score(score),
        mate_in: mate_in(score),
        depth: outcome.depth,
        nodes: outcome.nodes,
        stopped: outcome.stopped,
    }
}

/// Turns until a win that the score says is certain.
pub(crate) fn mate_in(score: i32) -> Option<i32> {
    use crate::search::{WIN, WON};
    (score.abs() > WON).then(|| (WIN - score.abs() + 1) / 2 * score.signum())
}
