//! Replies of a computer player to draw offers, and its decision to resign.

use engine::context::RuleSet;
use engine::seen::Seen;

use crate::analysis::analyse;
use crate::budget::Budget;
use crate::chance::WinChance;
use crate::knowledge::Knowledge;
use crate::level::Level;

/// Number of own turns between two draw offers.
const OFFER_EVERY: u16 = 5;
/// Number of turns of each Player before which no draw is accepted.
const EARLY: u16 = 20;
/// Node limit for a reply.
const NODES: u64 = 4_000;
/// Win chance, in percent, below which a position is hopeless, and the number of hopeless decisions in a row before
/// resigning.
const HOPELESS: f64 = 2.0;
const IN_A_ROW: usize = 3;

/// Checks whether the computer player in `seen.seat` accepts a draw offer.
///
/// Declines during the first 20 turns, and whenever it is better off, unless nobody can win any more. Its win chance must be below 45 to 49 %,
/// depending on the level. It always declines in Party Mode, and where draw odds turn a draw into a win for its
/// Opponent.
pub fn accepts_draw(seen: &Seen, level: Level, know: &Knowledge, budget: Budget<'_>) -> bool {
    let early = seen.pos.state().turns[..2].iter().any(|turns| *turns < EARLY);
    if seen.rules.seat_count() != 2 || early || seen.draw_odds.is_some() {
        return false;
    }
    if know.fits(&seen.rules) && know.is_dead(&seen.pos) {
        return true;
    }
    let nodes = NODES.min(level.nodes().max(600));
    let analysis = analyse(seen, know, budget.at_most(nodes));
    let chance = if seen.pos.to_move() == seen.seat { analysis.chance } else { analysis.chance.other() };
    let limit = match (seen.law, level) {
        // In Clash, surviving pieces are money, so the limit is lower.
        (RuleSet::Clash, _) => 40.0,
        (RuleSet::Titans, Level::Recruit | Level::Soldier | Level::Sergeant) => 49.0,
        (RuleSet::Titans, Level::Captain) => 47.0,
        (RuleSet::Titans, Level::Commander | Level::Titan) => 45.0,
    };
    chance.points() < limit
}

/// Checks whether the computer player in `seen.seat` offers a draw: when nobody can win any more, every
/// five own turns.
pub fn offers_draw(seen: &Seen, know: &Knowledge) -> bool {
    let turns = seen.pos.state().turns[seen.seat.index()];
    seen.rules.seat_count() == 2
        && turns >= EARLY
        && turns.is_multiple_of(OFFER_EVERY)
        && seen.draw_odds.is_none()
        && know.fits(&seen.rules)
        && know.is_dead(&seen.pos)
}

/// Checks whether a computer player resigns. `chances` are the win chances of its last decisions, the newest last.
///
/// Resigns only in a duel, after three decisions in a row with a win chance below 2 %. It never resigns in Party
/// Mode, where other players would profit, or in Clash, where resigning costs the army (C-7). The Recruit and the
/// Soldier play on until mate, so that beginners learn to give it.
pub fn resigns(seen: &Seen, level: Level, chances: &[WinChance]) -> bool {
    let duel = seen.law == RuleSet::Titans && seen.rules.seat_count() == 2;
    let hopeless = |chance: &WinChance| chance.points() < HOPELESS;
    let resigning = !matches!(level, Level::Recruit | Level::Soldier);
    resigning && duel && chances.len() >= IN_A_ROW && chances.iter().rev().take(IN_A_ROW).all(hopeless)
}
