//! Choice of a turn in a game for two.

use engine::action::Action;
use engine::board::Seat;
use engine::seen::Seen;

use crate::budget::Budget;
use crate::candidate::{Candidate, Outcome};
use crate::chance::{WinChance, exp};
use crate::habits::habit;
use crate::knowledge::Knowledge;
use crate::level::{Level, Temper};
use crate::oversight::Oversight;
use crate::random::Random;
use crate::result::Decision;
use crate::search::{Memory, Search, WON};

/// Number of own turns in which every level varies its play, and the minimum spread there.
const OPENING: u16 = 6;
const OPENING_SPREAD: f64 = 5.0;
/// Number of spreads beyond which a move is so unlikely that its exact score does not matter.
const SPREADS: f64 = 3.0;

/// Chooses a turn; `None` if no turn is legal.
#[expect(clippy::cast_possible_truncation, reason = "a margin is a few Pawns")]
pub(crate) fn decide(
    seen: &Seen,
    level: Level,
    know: &Knowledge,
    budget: Budget<'_>,
    seed: u64,
    memory: &mut Memory,
) -> Option<Decision> {
    let temper = level.temper();
    let margin = f64::min(spread(seen, level) * SPREADS, temper.blunder);
    // Nobody overlooks the only piece that the Enemy can move.
    let oversight =
        if know.is_bare(&seen.pos, Seat(1 - (seen.seat.0 & 1))) { None } else { Oversight::draw(seed, temper) };
    let budget = budget.at_most(temper.nodes);
    let mut search = Search::recalling(seen, know, budget, memory).overlooking(oversight);
    let outcome = search.think(temper.depth, margin as i32);
    let chosen = choose(seen, level, know, &outcome, seed);
    search.leave(memory);
    chosen.map(|chosen| told(seen, &outcome, chosen))
}

/// Chooses from the result of a search for several Players.
pub(crate) fn choose_by_temper(
    seen: &Seen,
    level: Level,
    know: &Knowledge,
    outcome: &Outcome,
    seed: u64,
) -> Option<Decision> {
    choose(seen, level, know, outcome, seed).map(|chosen| told(seen, outcome, chosen))
}

/// Current variation of a level's play, in hundredths of a Pawn.
fn spread(seen: &Seen, level: Level) -> f64 {
    let spread = level.temper().spread;
    match seen.pos.state().turns[seen.seat.index()] {
        ..OPENING => spread.max(OPENING_SPREAD),
        _ => spread,
    }
}

/// Converts a candidate to a decision.
fn told(seen: &Seen, outcome: &Outcome, chosen: &Candidate) -> Decision {
    Decision {
        action: Some(Action::Turn(chosen.turn(&seen.rules, &seen.pos, seen.law))),
        score: chosen.score,
        chance: WinChance::from_score(chosen.score),
        depth: outcome.depth,
        nodes: outcome.nodes,
        stopped: outcome.stopped,
    }
}

/// Draws a candidate; better ones are more likely.
fn choose<'a>(seen: &Seen, level: Level, know: &Knowledge, outcome: &'a Outcome, seed: u64) -> Option<&'a Candidate> {
    let candidates = &outcome.candidates;
    let spread = spread(seen, level);
    let mut random = Random::new(seed ^ seen.pos.hash());
    let best = candidates.first()?;
    // Forced wins are always played.
    if spread <= 0.0 || best.score > WON {
        return Some(best);
    }
    let Temper { blunder, habits, .. } = level.temper();
    // The habits of beginners are those of games for two.
    let two = seen.rules.seat_count() == 2 && habits > 0;
    let likes = |candidate: &Candidate| {
        if two {
            candidate.score + habit(&seen.rules, know, &seen.pos, candidate) * habits / 100
        } else {
            candidate.score
        }
    };
    let possible = |candidate: &&Candidate| candidate.exact && f64::from(best.score - candidate.score) <= blunder;
    let liked = candidates.iter().filter(possible).map(likes).max().unwrap_or(best.score);
    let weigh = |candidate: &Candidate| {
        if possible(&candidate) { exp(-f64::from(liked - likes(candidate)) / spread) } else { 0.0 }
    };
    let weights: Vec<f64> = candidates.iter().map(weigh).collect();
    let mut drawn = random.unit() * weights.iter().sum::<f64>();
    for (candidate, weight) in candidates.iter().zip(&weights) {
        drawn -= weight;
        if *weight > 0.0 && drawn <= 0.0 {
            return Some(candidate);
        }
    }
    Some(best)
}
