//! `pinch`: captures an Enemy that stands orthogonally between the piece and a Friendly one (B-6).

use super::*;
use crate::battalion::Scope;
use crate::board::FOUR;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "pinch",
    scope: Scope::Piece,
    params: &[],
    about: "When the piece has moved, it captures each Enemy orthogonally next to it that has a Friendly piece right behind.",
    rules: "B-3, B-6",
    example: "abilities = [\"pinch\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Pinch;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Pinch)
}

impl Ability for Pinch {
    fn traits(&self) -> Traits {
        Traits::EFFECTS | Traits::ATTACKS
    }

    fn effects(&self, after: &After<'_>, hits: &mut Vec<Slot>) {
        for (dx, dy) in FOUR {
            if let Some(next) = after.rules.board.step(after.to, (dx, dy))
                && !after.is_bare(next)
                && let Some(anvil) = after.rules.board.step(next, (dx, dy))
                && after.has_friend(anvil)
            {
                after.hit(next, hits);
            }
        }
    }

    fn could_attack(&self, rules: &Rules, pos: &Position, seat: Seat, target: Space) -> bool {
        let is_anvil = |space: Space| pos.blocking(seat).has(space) || pos.non_blocking(seat).has(space);
        FOUR.iter().any(|(dx, dy)| {
            let anvil = rules.board.step(target, (-dx, -dy));
            anvil.is_some_and(is_anvil)
                && rules.board.step(target, (*dx, *dy)).is_some_and(|hammer| !pos.blocking(seat).has(hammer))
        })
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        self.could_attack(rules, pos, mover.seat, target)
            && attacks_by_effect(rules, pos, mover, target, |landing| landing.distance(target) == 1, self)
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, _: Space, spaces: &mut SpaceSet) -> bool {
        watch_effects(rules, pos, mover, spaces)
    }
}
