//! `approach`: captures the Enemy that it stops next to, straight on, as the Advancer of Ultima and Rococo does.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "approach",
    scope: Scope::Piece,
    params: &[],
    about: "When the piece moves along a Queen Line, it captures an Enemy on the next Space straight on. It is the Advancer of Ultima and \
            Rococo, and the opposite of `withdraw`.",
    rules: "B-3, B-15",
    example: "moves = \"mQ\"\nabilities = [\"approach\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Approach;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Approach)
}

impl Ability for Approach {
    fn traits(&self) -> Traits {
        Traits::EFFECTS | Traits::ATTACKS
    }

    fn effects(&self, after: &After<'_>, hits: &mut Vec<Slot>) {
        let (dx, dy) = after.mover.from.to(after.to);
        let straight = dx == 0 || dy == 0 || dx.unsigned_abs() == dy.unsigned_abs();
        let moved = (dx, dy) != (0, 0);
        if let Some(next) = after.rules.board.step(after.to, (dx.signum(), dy.signum())).filter(|_| straight && moved) {
            after.hit(next, hits);
        }
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        attacks_by_effect(rules, pos, mover, target, |landing| landing.distance(target) == 1, self)
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, _: Space, spaces: &mut SpaceSet) -> bool {
        watch_effects(rules, pos, mover, spaces)
    }
}
