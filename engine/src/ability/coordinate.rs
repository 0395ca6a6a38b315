//! `coordinate`: captures at the two other corners of the rectangle formed with a Friendly Titan (B-5).

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "coordinate",
    scope: Scope::Piece,
    params: &[],
    about: "When the piece has moved to (x, y), each Friendly Titan at (u, v) makes it capture Enemies on (x, v) and (u, y), \
            if it shares neither file nor rank with that Titan.",
    rules: "B-3, B-5",
    example: "abilities = [\"coordinate\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Coordinate;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Coordinate)
}

/// Returns whether a Rook Line connects the two Spaces without crossing a missing Space (B-5). Pieces in between do not
/// matter.
fn connected(rules: &Rules, a: Space, b: Space) -> bool {
    let (dx, dy) = a.to(b);
    let step = (dx.signum(), dy.signum());
    let mut at = a;
    while at != b {
        match rules.board.step(at, step) {
            Some(next) => at = next,
            None => return false,
        }
    }
    true
}

impl Ability for Coordinate {
    fn traits(&self) -> Traits {
        Traits::EFFECTS | Traits::ATTACKS
    }

    fn effects(&self, after: &After<'_>, hits: &mut Vec<Slot>) {
        let to = after.to;
        for titan in after.pos.titans(after.mover.seat) {
            if *titan == after.mover.from || to.file() == titan.file() || to.rank() == titan.rank() {
                continue;
            }
            for corner in [Space::new(to.file(), titan.rank()), Space::new(titan.file(), to.rank())] {
                let rules = after.rules;
                if rules.board.has(corner) && connected(rules, corner, to) && connected(rules, corner, *titan) {
                    after.hit(corner, hits);
                }
            }
        }
    }

    fn could_attack(&self, _: &Rules, pos: &Position, seat: Seat, target: Space) -> bool {
        let on_a_line = |titan: &Space| (titan.file() == target.file()) != (titan.rank() == target.rank());
        pos.titans(seat).iter().any(on_a_line)
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        self.could_attack(rules, pos, mover.seat, target)
            && attacks_by_effect(
                rules,
                pos,
                mover,
                target,
                |landing| landing.file() == target.file() || landing.rank() == target.rank(),
                self,
            )
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, _: Space, spaces: &mut SpaceSet) -> bool {
        watch_effects(rules, pos, mover, spaces)
    }
}
