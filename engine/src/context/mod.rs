//! Position with its rules, for presentation to people: legal acts, reasons for refusals, events and views. Shared by
//! both games.

mod acts;
mod explain;
mod show;
mod story;
mod zones;

pub(crate) use acts::take_turn;
pub use acts::{Choice, ChoiceKind, LegalMove};

use crate::board::Seat;
use crate::play::{Position, Rules};

/// Rulebook cited in refusals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleSet {
    /// Titan's Battalion.
    Titans,
    /// Clash of the Armies.
    Clash,
}

impl RuleSet {
    /// Rule against ending a turn in Check.
    pub(crate) const fn check(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-20",
            RuleSet::Clash => "C-14",
        }
    }

    /// Rule of castling.
    pub(crate) const fn castling(self) -> &'static str {
        match self {
            RuleSet::Titans => "M-4",
            RuleSet::Clash => "C-25",
        }
    }

    /// Rule of movement.
    pub(crate) const fn movement(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-11",
            RuleSet::Clash => "C-15",
        }
    }

    /// Rule of turns.
    pub(crate) const fn turn(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-17",
            RuleSet::Clash => "C-14",
        }
    }

    /// Rule of ownership of pieces.
    pub(crate) const fn owner(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-9",
            RuleSet::Clash => "C-14",
        }
    }

    /// Rule of the board and its Spaces.
    pub(crate) const fn board(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-5",
            RuleSet::Clash => "C-4",
        }
    }

    /// Rule of promotion.
    pub(crate) const fn promotion(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-12",
            RuleSet::Clash => "C-8",
        }
    }
}

/// Position with its rules, for queries.
#[derive(Clone, Copy, Debug)]
pub struct RulesContext<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub pos: &'a Position,
    /// Rulebook cited in refusals.
    pub law: RuleSet,
}

/// Game played in a context.
pub trait Playing {
    /// Current context.
    fn context(&self) -> RulesContext<'_>;

    /// Returns whether this seat may take a turn now.
    fn is_on_turn(&self, seat: Seat) -> bool;

    /// All distinct legal acts of a seat now, sorted.
    fn legal_acts(&self, seat: Seat) -> Vec<crate::action::Act> {
        if self.is_on_turn(seat) { self.context().acts() } else { Vec::new() }
    }
}
