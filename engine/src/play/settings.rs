//! Settings of a seat, as powers of its Battalion change them.

use super::TypeId;
use super::sets::TypeSet;

/// Rule for the Titans of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Royalty {
    /// The last Titan is in Check when attacked, and its loss is a defeat.
    #[default]
    Last,
    /// Each Titan is in Check when attacked, and any loss is a defeat.
    Any,
    /// The Titans are in Check when all are attacked, and the loss of the last is a defeat.
    All,
    /// Titans are never in Check; the loss of the last is a defeat.
    Unchecked,
    /// Titans are never in Check, and all may be lost.
    Common,
}

impl Royalty {
    /// Returns whether the Titans can be in Check at all.
    pub const fn knows_check(self) -> bool {
        match self {
            Royalty::Last | Royalty::Any | Royalty::All => true,
            Royalty::Unchecked | Royalty::Common => false,
        }
    }
}

/// Duty of a seat to capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duty {
    /// No duty.
    #[default]
    Free,
    /// Must capture if possible.
    Capture,
    /// Must capture as many pieces as possible.
    CaptureMost,
}

/// Result of having no legal action without being in Check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stalemate {
    /// Draw in a duel, pass in Party Mode (T-24).
    #[default]
    Draws,
    /// Defeat of the Player.
    Loses,
    /// Defeat of all other Players.
    Wins,
}

/// Structure of a seat's turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phases {
    /// Actions per turn.
    pub actions: u8,
    /// A Check ends the turn early.
    pub check_ends: bool,
    /// Types that may act in each action, if limited. The turn is then judged as a whole.
    pub acting: Option<[TypeSet; 2]>,
}

impl Phases {
    /// Turns of one action.
    pub const ONE: Phases = Phases { actions: 1, check_ends: false, acting: None };

    /// Turns of two actions. If `second` names types, only they act in the second action, and only the others in the
    /// first.
    pub fn two(types: usize, second: &[TypeId], check_ends: bool) -> Self {
        let in_second = |ty: &usize| second.contains(&TypeId::new(*ty));
        let acting = [TypeSet::of((0..types).filter(|ty| !in_second(ty))), TypeSet::of((0..types).filter(in_second))];
        Self { actions: 2, check_ends, acting: (!second.is_empty()).then_some(acting) }
    }
}
