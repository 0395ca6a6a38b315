//! `contagion`: the captor takes the type of the captured piece.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "contagion",
    scope: Scope::Piece,
    params: &[],
    about: "When the piece captures, it becomes a piece of the type that it captured, under its own owner's control; of several the one \
            on the Space where it went, or else the first. No piece becomes a Titan or a non-blocking piece so, and a Titan stays \
            what it is. It is no promotion, and none follows a capture that promotes. Shooting changes nothing.",
    rules: "B-3, T-9, T-12",
    example: "abilities = [\"contagion\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Contagion;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Contagion)
}

impl Ability for Contagion {
    fn traits(&self) -> Traits {
        Traits::SETTLES
    }

    fn settle(&self, rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, captured: Option<Piece>) {
        let Some(victim) = captured else { return };
        let ty = rules.ty(victim.ty);
        if !ty.titan && ty.layer == 0 && !rules.ty(piece.ty).titan {
            turn_into(rules, pos, mv, piece, victim.ty);
        }
    }

    fn settles_calmly(&self, _: &Rules, _: &Position, _: &Move, _: Piece) -> bool {
        true
    }
}
