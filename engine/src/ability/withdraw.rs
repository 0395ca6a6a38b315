//! `withdraw`: captures the Enemy it moves straight away from (B-4).

use super::*;
use crate::battalion::Scope;
use crate::board::EIGHT;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "withdraw",
    scope: Scope::Piece,
    params: &[],
    about: "When the piece moves, it captures an Enemy adjacent to the Space it left, exactly opposite to the direction it went.",
    rules: "B-3, B-4",
    example: "abilities = [\"withdraw\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Withdraw;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Withdraw)
}

impl Ability for Withdraw {
    fn traits(&self) -> Traits {
        Traits::EFFECTS | Traits::ATTACKS
    }

    fn effects(&self, after: &After<'_>, hits: &mut Vec<Slot>) {
        let from = after.mover.from;
        let (dx, dy) = from.to(after.to);
        let straight = dx == 0 || dy == 0 || dx.unsigned_abs() == dy.unsigned_abs();
        if let Some(behind) = from.offset(-dx.signum(), -dy.signum()).filter(|_| straight) {
            after.hit(behind, hits);
        }
    }

    fn could_attack(&self, _: &Rules, pos: &Position, seat: Seat, target: Space) -> bool {
        EIGHT
            .iter()
            .filter_map(|vector| target.offset(vector.0, vector.1))
            .any(|next| pos.at(next).is_some_and(|piece| piece.seat == seat))
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        mover.from.distance(target) == 1 && attacks_by_effect(rules, pos, mover, target, |_| true, self)
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        mover.from.distance(target) > 1 || watch_effects(rules, pos, mover, spaces)
    }
}
