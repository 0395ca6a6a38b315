//! `whip`: changes sides like a Supporter, and lets its new controller make a piece Volatile (V-5, V-7).

use super::*;
use crate::battalion::Scope;
use crate::play::PendingChoice;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "whip",
    scope: Scope::Piece,
    params: &[],
    about: "Cannot be chosen to be Volatile. When a Supporter of the right kind converts it, its new controller may make one \
            piece of its old controller Volatile.",
    rules: "V-5, V-6, V-7",
    example: "capturable = false\nabilities = [\"whip\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Whip;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Whip)
}

impl Ability for Whip {
    fn traits(&self) -> Traits {
        Traits::ROUSED
    }

    /// A Whip cannot be Volatile (V-5).
    fn bars(&self) -> Flags {
        Flags::VOLATILE
    }

    /// Changes sides and offers a choice of Volatile piece (V-7).
    fn roused(&self, rules: &Rules, pos: &mut Position, slot: Slot, piece: Piece, by: Seat) {
        super::supporter::convert(rules, pos, slot, piece, by);
        let old = piece.seat;
        let fits = |other: Space| rules.may_become_volatile(pos, old, other);
        if pos.blocking(old).iter().any(fits) {
            pos.push_pending(PendingChoice::Volatile(old));
        }
    }
}
