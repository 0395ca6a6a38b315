//! Three to six Players.
//!
//! * `worth`: what a position is worth to one of them: who pays whom in this gamemode. `search`: looking ahead as if everybody else were against
//!   that one.
//!
//! Nobody's Targets but the own ones are known here, and nothing is guessed about them from how others play.

mod search;
mod worth;

use engine::play::Position;
use engine::seen::Seen;

use crate::analysis::{Analysis, mate_in};
use crate::budget::Budget;
use crate::chance::WinChance;
use crate::decide::Decision;
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::oversight::Oversight;
use crate::turn::choose_by_temper;

use search::Crowd;

/// The deepest that is looked, in turns.
const DEEPEST: u8 = 12;

/// What a position is worth to the seat.
pub(crate) fn worth(seen: &Seen, know: &Knowledge) -> i32 {
    worth_of(seen, &seen.pos, know)
}

/// What another position of the same game is worth to the seat.
pub(crate) fn worth_of(seen: &Seen, pos: &Position, know: &Knowledge) -> i32 {
    let mut pos = pos.clone();
    pos.weigh(know.weights().clone());
    know.worth_among(&pos, seen.seat, seen.aims)
}

/// Chooses a turn.
pub(crate) fn decide(seen: &Seen, level: Level, know: &Knowledge, budget: Budget<'_>, seed: u64) -> Option<Decision> {
    let temper = level.temper();
    let oversight = Oversight::draw(seed, temper.oversight, temper.careless);
    let mut crowd = Crowd::new(seen, know, budget.at_most(temper.nodes), oversight);
    let outcome = crowd.think(temper.depth.min(DEEPEST), level >= Level::Commander);
    choose_by_temper(seen, level, &outcome, seed)
}

/// Looks at a position.
pub(crate) fn analyse(seen: &Seen, know: &Knowledge, budget: Budget<'_>) -> Analysis {
    let to_move = seen.pos.to_move() == seen.seat;
    let deepest = if to_move { DEEPEST } else { 0 };
    let outcome = Crowd::new(seen, know, budget, None).think(deepest, true);
    let best = outcome.candidates.first().filter(|_| to_move);
    let turn = best.map(|best| best.turn(&seen.rules, &seen.pos, seen.law));
    let score = best.map_or_else(|| worth(seen, know), |best| best.score);
    Analysis {
        line: turn.iter().cloned().collect(),
        best: turn,
        score,
        chance: WinChance::from_score(score),
        mate_in: mate_in(score),
        depth: outcome.depth,
        nodes: outcome.nodes,
        stopped: outcome.stopped,
    }
}
