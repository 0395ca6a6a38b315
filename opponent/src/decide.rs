//! Any decision of a seat.

use engine::action::{Action, ClashAction, Turn};
use engine::seen::{Question, Seen};

use crate::budget::Budget;
use crate::chance::WinChance;
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::{auction, crowd, placement, shop, turn, volatile};

/// A decision, and what led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What to do; `None` where the seat is asked nothing. After a purchase in the shop further decisions follow until the army is confirmed.
    pub action: Option<Action>,
    /// The score for the seat, in hundredths of a Pawn; beyond 29,000 a win that has been found.
    pub score: i32,
    /// The seat's win chance.
    pub chance: WinChance,
    /// Turns looked ahead.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// How the game is expected to go on, the chosen turn first; empty for other decisions.
    pub line: Vec<Turn>,
    /// The flag of the budget ended the search.
    pub stopped: bool,
}

impl Decision {
    /// A decision that nothing was calculated for.
    pub(crate) const fn plain(action: Option<Action>) -> Self {
        Self { action, score: 0, chance: WinChance::EVEN, depth: 0, nodes: 0, line: Vec::new(), stopped: false }
    }
}

/// Decides for a seat. It never fails: with any budget the action is legal.
///
/// `know` belongs to the rules of the game ([`Knowledge::fits`]); another one is not used, but made anew, which takes time. `seed` is one
/// number for a whole game: what a player overlooks stays the same, and its moves still vary with the position.
///
/// The same arguments always give the same decision, on every machine, as long as the budget's flag is not set.
pub fn decide(seen: &Seen, level: Level, know: &Knowledge, budget: Budget<'_>, seed: u64) -> Decision {
    if !know.fits(&seen.rules) {
        return decide(seen, level, &Knowledge::new(&seen.rules), budget, seed);
    }
    let decided = match &seen.question {
        Question::Nothing => None,
        // The search for two takes it that they act in turns of one action.
        Question::Turn if seen.rules.seat_count() == 2 && !seen.rules.has_long_turns() => {
            turn::decide(seen, level, know, budget, seed)
        }
        Question::Turn => crowd::decide(seen, level, know, budget, seed),
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
