//! Analysis of a position for people: the best line and the win chance.

use engine::action::Turn;
use engine::seen::Seen;

use crate::budget::Budget;
use crate::chance::WinChance;
use crate::crowd;
use crate::knowledge::Knowledge;
use crate::search::Search;

/// Maximum search depth, in turns.
const DEEPEST: u8 = 60;
/// Maximum length of the reported line, in turns.
const LINE: usize = 8;

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
    /// Number of nodes searched.
    pub nodes: u64,
    /// `true` if the budget's flag ended the search.
    pub stopped: bool,
}

/// Returns the best line and the win chance of the Player to move, within the budget.
///
/// `seen` holds what one seat may know, which in a duel is the whole position for both seats. In games of three and
/// more, chances are those of that seat, and a best turn is returned only when that seat is to move.
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

/// Number of turns to the forced win that the score implies.
pub(crate) fn mate_in(score: i32) -> Option<i32> {
    use crate::search::{WIN, WON};
    (score.abs() > WON).then(|| (WIN - score.abs() + 1) / 2 * score.signum())
}
