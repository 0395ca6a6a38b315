//! `burn`: Enemies around the end of the piece's movement are captured. With `passive`, as in tenjiku shogi, so are
//! Enemies that end a movement next to it.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::board::EIGHT;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "burn",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "passive",
        kind: ParamKind::Flag,
        required: false,
        about: "An Enemy that ends its movement beside the piece is captured, too, after what it captures itself; nothing answers that capture. \
                Where it ends beside an Enemy that burns so, the piece captures nothing around and is burned. Being held does not stop it. A Titan \
                may not go where it would be burned.",
    }],
    about: "When the piece has moved, it captures every Enemy adjacent to the Space where it ends.",
    rules: "B-3, B-13, B-15",
    example: "moves = \"BsR[K*3]\"\nabilities = [{ use = \"burn\", passive = true }]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Burn {
    passive: bool,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Burn { passive: given.flag("passive") })
}

impl Ability for Burn {
    fn traits(&self) -> Traits {
        let mut traits = Traits::EFFECTS | Traits::ATTACKS;
        traits.set(Traits::MEETS, self.passive);
        traits
    }

    fn effects(&self, after: &After<'_>, hits: &mut Vec<Slot>) {
        if after.mover.layer > 0 || after.rules.met(after, hits).is_some() {
            return;
        }
        for next in EIGHT.into_iter().filter_map(|vector| after.rules.board.step(after.to, vector)) {
            after.hit(next, hits);
        }
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let beside = |landing: Space| landing.distance(target) == 1;
        attacks_by_effect(rules, pos, mover, target, beside, self)
    }

    /// A second burner next to a landing prevents burning there. Its capture or departure would allow the attack.
    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, _: Space, spaces: &mut SpaceSet) -> bool {
        !rules.meets(pos) && watch_effects(rules, pos, mover, spaces)
    }
}
