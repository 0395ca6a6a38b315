//! `fair-game`: friendly pieces may capture the piece as well (B-2).

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "fair-game",
    scope: Scope::Piece,
    params: &[],
    about: "Pieces of its own side can capture it as if it were an Enemy, so that it counts among the Enemies that other \
            abilities capture, and may have to. It is still not an Enemy: they do not give Check to it, and it is not held by them.",
    rules: "B-2",
    example: "abilities = [\"fair-game\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct FairGame;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(FairGame)
}

impl Ability for FairGame {
    fn traits(&self) -> Traits {
        Traits::empty()
    }

    fn exposure(&self, _captor: &PieceType) -> Exposure {
        Exposure::Everyone
    }
}
