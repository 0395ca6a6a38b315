//! Search and evaluation for three to six Players.
//!
//! * `worth`: value of a position for one Player, by what the game mode rewards. `search`: look-ahead as if all other
//!   Players cooperated against that one.
//!
//! Only the Player's own Targets are known here. The Targets of others are not inferred from their play.

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

/// Maximum search depth, in turns.
const DEEPEST: u8 = 12;

/// Static evaluation of the position for the seat.
pub(crate) fn worth(seen: &Seen, know: &Knowledge) -> i32 {
    worth_of(seen, &seen.pos, know)
}

/// Static evaluation of another position of the same game.
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

/// Analyses a position.
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
        farthest: outcome.depth.into(),
        nodes: outcome.nodes,
        stopped: outcome.stopped,
    }
}
