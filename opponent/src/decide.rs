//! Entry point for every decision of a seat.

use engine::action::ClashAction;
use engine::seen::{Question, Seen};

use crate::budget::Budget;
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::result::Decision;
use crate::search::Memory;
use crate::{auction, multiplayer, placement, shop, turn, volatile};

/// Decides for a seat. The action is legal with any budget; the function never fails.
///
/// `know` must belong to the rules of the game ([`Knowledge::fits`]); otherwise a new one is derived, which takes time.
/// `seed` is one number for a whole game: a player's oversights stay the same throughout, while its moves still vary
/// with the position.
///
/// Equal arguments give equal decisions on every machine, as long as the budget's flag is not set.
pub fn decide(seen: &Seen, level: Level, know: &Knowledge, budget: Budget<'_>, seed: u64) -> Decision {
    decide_recalling(seen, level, know, budget, seed, &mut Memory::default())
}

/// Like [`decide`], starting with the results in `memory` and adding to them. The memory must belong to this seat of
/// this game; equal decisions need equal memories.
pub fn decide_recalling(
    seen: &Seen,
    level: Level,
    know: &Knowledge,
    budget: Budget<'_>,
    seed: u64,
    memory: &mut Memory,
) -> Decision {
    if !know.fits(&seen.rules) {
        return decide_recalling(seen, level, &Knowledge::new(&seen.rules), budget, seed, memory);
    }
    let decided = match &seen.question {
        Question::Nothing => None,
        // The two-player search requires that turns alternate and consist of one action.
        Question::Turn if seen.rules.seat_count() == 2 && !seen.rules.has_long_turns() => {
            turn::decide(seen, level, know, budget, seed, memory)
        }
        Question::Turn => multiplayer::decide(seen, level, know, budget, seed),
        Question::Placement(placing) => Some(placement::decide(seen, placing, level, know, budget, seed)),
        Question::Volatile(questions) => volatile::decide(seen, questions, level, know, budget, seed),
        Question::Shop(buying) => Some(Decision::plain(Some(shop::decide(seen, buying, level, know, budget, seed)))),
        Question::Auction(bidding) => {
            let action: ClashAction = auction::decide(seen.seat, bidding, level, seed);
            Some(Decision::plain(Some(action.into())))
        }
    };
    decided.unwrap_or(Decision::plain(None))
}
