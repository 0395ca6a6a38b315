//! Which types and positions the fast path covers. What it has not been taught goes the exact way: unknown is slow, never
//! wrong.
//!
//! A type is *regular* when what it can do follows from its movements alone: leaps, rides, lame leaps and bends, each Space reached
//! on one way only, under conditions that a Space or a [`Flags::FRESH`] piece answers. Affected Spaces (S-5, S-6) limit where
//! movements end, so they are part of the movements; Snare Pieces (S-2) limit what a Titan does, which generation knows.

use crate::ability::Traits;
use crate::board::Seat;
use crate::play::{Flags, PieceType, Position, Rules, TypeId};

/// Why a position goes the exact way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Cause {
    /// A type has an ability that the fast path does not know.
    #[error("an ability of type {0:?}")]
    Ability(TypeId),
    /// A type shares Spaces (T-10).
    #[error("type {0:?} is non-blocking")]
    NonBlocking(TypeId),
    /// A type's movement has several ways to a Space, or depends on more than the Space.
    #[error("a movement of type {0:?}")]
    Movement(TypeId),
    /// A type can become a Titan or cease to be one, or a Titan can be captured en passant.
    #[error("type {0:?} is or becomes a Titan in a way of its own")]
    Titan(TypeId),
    /// A seat is defeated without some pieces (P-5), or its Battalion adds to turns or captures.
    #[error("a losing condition of {0:?}")]
    Condition(Seat),
    /// A seat's reserves wait for something (P-6).
    #[error("reserves of {0:?} that wait")]
    Gate(Seat),
    /// A seat has lost its last Titan, but is not defeated yet (T-21).
    #[error("a defeat of {0:?} that is still to come")]
    Unsettled(Seat),
    /// A piece is held, hidden or will leave something behind; or the turn is not over.
    #[error("an effect on the board")]
    Effect,
}

/// Are these all abilities that the fast path knows? To teach it another one, let it through here.
fn known(traits: &Traits) -> bool {
    *traits
        == Traits {
            snare: traits.snare,
            ..Traits::default()
        }
}

/// Why pieces of this type go the exact way, as far as the type alone says.
pub(super) fn of_type(rules: &Rules, id: TypeId, ty: &PieceType) -> Option<Cause> {
    let becomes_titan = ty
        .promotion
        .as_ref()
        .is_some_and(|p| ty.titan || p.to.iter().any(|to| rules.ty(*to).titan));
    if !known(&ty.traits) || ty.aura {
        Some(Cause::Ability(id))
    } else if ty.layer != 0 {
        Some(Cause::NonBlocking(id))
    } else if ty
        .promotion
        .as_ref()
        .is_some_and(|p| p.leaving || p.must > 0)
    {
        Some(Cause::Movement(id))
    } else if becomes_titan || ty.titan && ty.taken_en_passant {
        Some(Cause::Titan(id))
    } else {
        None
    }
}

/// Why the position goes the exact way, apart from the types on the board.
pub(super) fn of_position(pos: &Position, seats: usize) -> Option<Cause> {
    let state = pos.state();
    let touched = |flags: Flags| flags.has(Flags::IMPRISONED) || flags.has(Flags::LEAVES);
    if !pos.debts().is_empty()
        || state.shield.iter().any(|turns| *turns > 0)
        || pos
            .pieces()
            .any(|(_, piece)| piece.clock > 0 || touched(piece.flags))
    {
        return Some(Cause::Effect);
    }
    Seat::all(seats)
        .find(|seat| {
            let crowned = state.crowned >> seat.0 & 1 != 0;
            crowned && !state.is_defeated(*seat) && pos.titans(*seat).is_empty()
        })
        .map(Cause::Unsettled)
}
