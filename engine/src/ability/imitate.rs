//! `imitate`: also moves and captures as the piece that moved last, like the joker or imitator of many variants.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "imitate",
    scope: Scope::Piece,
    params: &[],
    about: "May also move and capture as a piece of the type that moved last, on either side; castling counts as the \
            King's move. A piece that copied or imitated another type counts as that type. Promotion, moves that are \
            for the first time only, and what follows a movement are not imitated, nor are non-blocking pieces. It \
            captures nothing that it may not capture itself.",
    rules: "B-3, B-15, T-19",
    example: "moves = \"K\"\nabilities = [\"imitate\"]",
    weight: Weight::adding(200),
};

#[derive(Debug)]
struct Imitate;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Imitate)
}

impl Ability for Imitate {
    fn traits(&self) -> Traits {
        Traits::GENERATES | Traits::COMPARES | Traits::ATTACKS | Traits::RECALLS
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        if let Some(ty) = pos.state().last_moved {
            borrowed::generate(rules, pos, mover, ty, out);
        }
    }

    /// `watch` is not implemented: every move changes the type that moved last, so every move is tested.
    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let last = pos.state().last_moved;
        last.is_some_and(|ty| borrowed::attacks(rules, pos, mover, ty, target))
    }
}
