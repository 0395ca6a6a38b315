//! Analysis of a position for people: the best line and the win chance.

use engine::action::Turn;
use engine::seen::Seen;

use crate::budget::Budget;
use crate::candidate::Candidate;
use crate::chance::WinChance;
use crate::knowledge::Knowledge;
use crate::multiplayer;
use crate::result::{Analysis, mate_in};
use crate::search::{Memory, Search};

/// Maximum search depth, in turns.
const DEEPEST: u8 = 60;
/// Maximum length of the reported line, in turns.
const LINE: usize = 8;

/// Limits of an analysis besides its budget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Maximum depth, in turns.
    pub depth: Option<u8>,
    /// Number of turns of a mate that is good enough to stop.
    pub mate: Option<u32>,
    /// Turns to choose from; all legal ones if empty or if none of them is legal.
    pub only: Vec<Turn>,
}

/// Returns the best line and the win chance of the Player to move, within the budget.
///
/// `seen` holds what one seat may know, which in a duel is the whole position for both seats. In games of three and
/// more, chances are those of that seat, and a best turn is returned only when that seat is to move.
pub fn analyse(seen: &Seen, know: &Knowledge, budget: Budget<'_>) -> Analysis {
    analyse_aloud(seen, know, budget, &Wishes::default(), &mut Memory::default(), &mut |_| ())
}

/// Like [`analyse`], for chess interfaces: with limits, results kept in `memory`, and `told` called with the interim
/// result after each iteration.
pub fn analyse_aloud(
    seen: &Seen,
    know: &Knowledge,
    budget: Budget<'_>,
    wishes: &Wishes,
    memory: &mut Memory,
    told: &mut dyn FnMut(&Analysis),
) -> Analysis {
    if !know.fits(&seen.rules) {
        return analyse_aloud(seen, &Knowledge::new(&seen.rules), budget, wishes, memory, told);
    }
    if seen.rules.seat_count() != 2 {
        return multiplayer::analyse(seen, know, budget);
    }
    let mut search = Search::recalling(seen, know, budget, memory).impartial().among(&wishes.only);
    let outcome = search.think_aloud(wishes.depth.unwrap_or(DEEPEST), 0, |search, best, depth| {
        let found = Analysis::after(search, best, depth);
        told(&found);
        let mate = found.mate_in.filter(|turns| *turns > 0).and_then(|turns| u32::try_from(turns).ok());
        wishes.mate.is_none_or(|most| mate.is_none_or(|turns| turns > most))
    });
    let found = match outcome.candidates.first() {
        Some(best) => Analysis::after(&mut search, best, outcome.depth),
        None => Analysis::without_turn(&mut search),
    };
    search.leave(memory);
    Analysis { stopped: outcome.stopped, ..found }
}

impl Analysis {
    fn after(search: &mut Search<'_>, best: &Candidate, depth: u8) -> Self {
        let line = search.line(best, LINE);
        Self { best: line.first().cloned(), line, ..Self::scored(search, best.score, depth) }
    }

    /// Analysis of a position in which the Player to move has no turn.
    fn without_turn(search: &mut Search<'_>) -> Self {
        let score = search.without_turn();
        Self::scored(search, score, 0)
    }

    fn scored(search: &Search<'_>, score: i32, depth: u8) -> Self {
        let (nodes, farthest) = search.effort();
        Self {
            best: None,
            line: Vec::new(),
            score,
            chance: WinChance::from_score(score),
            mate_in: mate_in(score),
            depth,
            farthest,
            nodes,
            stopped: false,
        }
    }
}
