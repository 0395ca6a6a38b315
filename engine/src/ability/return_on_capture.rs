//! `return-on-capture`: the captor of the piece places a new one for its old owner and gains a Support Level (P-10,
//! P-11).

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "return-on-capture",
    scope: Scope::Piece,
    params: &[],
    about: "Captured by another Player, it raises that Player's Support Level, and at the end of the turn they place a new one \
            for its old owner on any Space without a blocking piece, if they can.",
    rules: "P-10, P-11",
    example: "abilities = [\"return-on-capture\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct ReturnOnCapture;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(ReturnOnCapture)
}

impl Ability for ReturnOnCapture {
    fn traits(&self) -> Traits {
        Traits::STRUCK | Traits::RETURNS
    }

    fn struck(&self, rules: &Rules, pos: &mut Position, _mv: &Move, captor: Piece, victim: Piece) {
        if victim.seat != captor.seat && !pos.state().is_defeated(victim.seat) {
            pos.state_mut().deputies_taken[captor.seat.index()] += 1;
            rules.owe_return(pos, victim.ty, victim.seat);
        }
    }
}
