//! `snare`: an Enemy Titan that the piece attacks may do nothing but capture it (S-2). The judgement is made with the turn.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "snare",
    scope: Scope::Piece,
    params: &[],
    about: "A Snare Piece: an Enemy Titan that it attacks, unless Immutable, may act only by capturing it (and every other \
            Snare Piece that attacks it).",
    rules: "S-2, S-3",
    example: "abilities = [\"snare\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Snare;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Snare)
}

impl Ability for Snare {
    fn traits(&self) -> Traits {
        Traits::default()
    }

    fn binds(&self, attacked: &PieceType) -> bool {
        attacked.titan && !attacked.immutable
    }
}
