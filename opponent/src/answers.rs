//! Answers to what people ask of a computer player: a draw, a turn taken back; and when it gives up.

use engine::context::RuleSet;
use engine::seen::Seen;

use crate::analysis::analyse;
use crate::budget::Budget;
use crate::chance::WinChance;
use crate::knowledge::Knowledge;
use crate::level::Level;

/// Turns of each Player before which no draw is agreed.
const EARLY: u16 = 20;
/// Positions looked at before answering.
const NODES: u64 = 4_000;
/// Points of win chance below which a position is given up, and for how many decisions in a row.
const HOPELESS: f64 = 2.0;
const IN_A_ROW: usize = 3;

/// Does a computer player in `seen.seat` agree to a draw that has been offered?
///
/// Not in the first 20 turns, and only where it is not better off: below 45 to 49 % by level. In Party Mode never, and where draw odds make a draw a win
/// for its Opponent neither.
pub fn accepts_draw(seen: &Seen, level: Level, know: &Knowledge, budget: Budget<'_>) -> bool {
    let early = seen.pos.state().turns[..2].iter().any(|turns| *turns < EARLY);
    if seen.rules.seat_count() != 2 || early || seen.draw_odds.is_some() {
        return false;
    }
    let nodes = NODES.min(level.nodes().max(600));
    let analysis = analyse(seen, know, budget.at_most(nodes));
    let chance = match seen.pos.to_move() == seen.seat {
        true => analysis.chance,
        false => analysis.chance.other(),
    };
    let limit = match (seen.law, level) {
        // Survivors are money: a little more is asked for.
        (RuleSet::Clash, _) => 40.0,
        (RuleSet::Titans, Level::Recruit | Level::Soldier | Level::Sergeant) => 49.0,
        (RuleSet::Titans, Level::Captain) => 47.0,
        (RuleSet::Titans, Level::Commander | Level::Titan) => 45.0,
    };
    chance.points() < limit
}

/// Does a computer player let its Opponent take a turn back, after so many times in this game?
///
/// The three lower levels always do, the Captain three times a game, the Commander once, the Titan never.
pub const fn allows_takeback(level: Level, times: u32) -> bool {
    match level {
        Level::Recruit | Level::Soldier | Level::Sergeant => true,
        Level::Captain => times < 3,
        Level::Commander => times < 1,
        Level::Titan => false,
    }
}

/// Should a computer player give up, rather than keep people waiting for the end? `chances` are those of its last decisions, the newest
/// last.
///
/// In a duel only, after three decisions in a row with a win chance below 2 %. Never in Party Mode, where others profit from it, and
/// never in a Clash, where it costs the army (C-7).
pub fn resigns(seen: &Seen, chances: &[WinChance]) -> bool {
    let duel = seen.law == RuleSet::Titans && seen.rules.seat_count() == 2;
    let hopeless = |chance: &WinChance| chance.points() < HOPELESS;
    duel && chances.len() >= IN_A_ROW && chances.iter().rev().take(IN_A_ROW).all(hopeless)
}
