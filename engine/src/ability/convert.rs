//! `convert`: what the piece captures changes sides instead of leaving the board.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "convert",
    scope: Scope::Piece,
    params: &[],
    about: "What the piece captures changes sides instead of leaving the board. It stays where it stands; if its captor takes its place, it \
            goes to the Space where the captor started. Titans, Immutable and non-blocking pieces, pieces that answer their capture (such as \
            `avenge`), and pieces of its own side are captured as usual.",
    rules: "B-3, T-9, T-11",
    example: "moves = \"R\"\nabilities = [\"convert\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Convert;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Convert)
}

impl Ability for Convert {
    /// `settles` has every capture tried, because the victim stays on the board.
    fn traits(&self) -> Traits {
        Traits::SETTLES | Traits::CONVERTS
    }

    fn settles_calmly(&self, _: &Rules, _: &Position, _: &Move, _: Piece) -> bool {
        true
    }
}
