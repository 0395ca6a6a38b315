//! `immobilise`: adjacent Enemies may not act (B-8). [`crate::play`] enforces the restraint.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "immobilise",
    scope: Scope::Piece,
    params: &[],
    about: "Adjacent Enemies that are not Immutable may not move, capture, give Check or use any ability, except to capture \
            themselves as a turn. Next to an Enemy piece that copies, it is itself held in that way.",
    rules: "B-8, B-9, B-12",
    example: "moves = \"mQ\"\nabilities = [\"immobilise\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Immobilise;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Immobilise)
}

impl Ability for Immobilise {
    fn traits(&self) -> Traits {
        Traits::empty()
    }

    fn holds(&self, neighbour: &PieceType) -> bool {
        !neighbour.immutable
    }

    fn is_aura(&self) -> bool {
        true
    }
}
