//! Search and evaluation for three to six Players.
//!
//! * `search`: look-ahead in which every Player maximises its own share of the win. `share`: static evaluation of these
//!   shares. `pressure`: attacks on Titans and pieces, for the evaluation. `belief`: Targets of others, inferred from
//!   the public position.

mod belief;
mod pressure;
mod search;
mod share;
#[cfg(test)]
mod tests;

use engine::play::Position;
use engine::seen::Seen;

use crate::budget::Budget;
use crate::chance::WinChance;
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::oversight::Oversight;
use crate::result::{Analysis, Decision, mate_in};
use crate::turn::choose_by_temper;

use search::Multiplayer;
use share::Stakes;

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
    let stakes = Stakes { aims: seen.aims, hunts: belief::hunts(seen, know) };
    let share = know.shares(&seen.rules, &pos, &stakes).of(seen.seat);
    WinChance::new(share.into()).score()
}

/// Chooses a turn.
pub(crate) fn decide(seen: &Seen, level: Level, know: &Knowledge, budget: Budget<'_>, seed: u64) -> Option<Decision> {
    let temper = level.temper();
    let oversight = Oversight::draw(seed, temper);
    let mut search = Multiplayer::new(seen, know, budget.at_most(temper.nodes), oversight);
    let outcome = search.think(temper.depth.min(DEEPEST));
    choose_by_temper(seen, level, know, &outcome, seed)
}

/// Analyses a position.
pub(crate) fn analyse(seen: &Seen, know: &Knowledge, budget: Budget<'_>) -> Analysis {
    let to_move = seen.pos.to_move() == seen.seat;
    let deepest = if to_move { DEEPEST } else { 0 };
    let outcome = Multiplayer::new(seen, know, budget, None).think(deepest);
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
