//! A position with its rules as people deal with it: legal acts instead of moves, reasons instead of faults, what happened, and
//! how it looks. Both games play at such a context.

mod acts;
mod explain;
mod show;
mod story;

pub(crate) use acts::take_turn;
pub use acts::{Choice, ChoiceKind, LegalMove};

use crate::board::Seat;
use crate::play::{Position, Rules};

/// Which rules a refusal cites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleSet {
    /// Play Titan's Battalion
    Titans,
    /// Clash of the Armies.
    Clash,
}

impl RuleSet {
    /// No turn may end in Check.
    pub(crate) const fn check(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-20",
            RuleSet::Clash => "C-14",
        }
    }

    /// Castling.
    pub(crate) const fn castling(self) -> &'static str {
        match self {
            RuleSet::Titans => "M-4",
            RuleSet::Clash => "C-25",
        }
    }

    /// How pieces move.
    pub(crate) const fn movement(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-11",
            RuleSet::Clash => "C-15",
        }
    }

    /// What a turn is.
    pub(crate) const fn turn(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-17",
            RuleSet::Clash => "C-14",
        }
    }

    /// Whose pieces are whose.
    pub(crate) const fn owner(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-9",
            RuleSet::Clash => "C-14",
        }
    }

    /// Names of Spaces.
    pub(crate) const fn board(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-5",
            RuleSet::Clash => "C-4",
        }
    }

    /// Promotion.
    pub(crate) const fn promotion(self) -> &'static str {
        match self {
            RuleSet::Titans => "T-12",
            RuleSet::Clash => "C-8",
        }
    }
}

/// A position with its rules, to look at and to ask.
#[derive(Clone, Copy, Debug)]
pub struct RulesContext<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub pos: &'a Position,
    /// Which rules refusals cite.
    pub law: RuleSet,
}

/// A game that is played at a context.
pub trait Playing {
    /// The context as it stands.
    fn context(&self) -> RulesContext<'_>;

    /// May this seat take a turn now?
    fn is_on_turn(&self, seat: Seat) -> bool;

    /// Every legal act of a seat now, sorted, each once.
    fn legal_acts(&self, seat: Seat) -> Vec<crate::action::Act> {
        if self.is_on_turn(seat) { self.context().acts() } else { Vec::new() }
    }
}
