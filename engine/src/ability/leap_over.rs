//! `leap-over`: captures by jumping along a Queen Line onto the Space directly behind, repeatedly (B-7).

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::board::EIGHT;
use crate::play::Kind;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "leap-over",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "runs-on",
        kind: ParamKind::Flag,
        required: false,
        about: "After its last capture it need not stop right behind: it may go on in the same direction over any number of free Spaces, as in \
                Ultima.",
    }],
    about: "Captures Enemies by jumping over them along a Queen Line: over any number of free Spaces to an Enemy, onto the \
            free Space right behind it, and on in the same direction in the same way. Never two pieces in a row.",
    rules: "B-7",
    example: "moves = \"mQ\"\nabilities = [\"leap-over\"]",
    weight: Weight::adding(48),
};

#[derive(Debug)]
struct LeapOver {
    runs_on: bool,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(LeapOver { runs_on: given.flag("runs-on") })
}

impl LeapOver {
    /// Calls `land` with each Space where a capturing leap may end, and the last piece captured. Stops a line when
    /// `land` returns `false`.
    fn each_landing(&self, rules: &Rules, pos: &Position, mover: &Mover, mut land: impl FnMut(Space, Space) -> bool) {
        for direction in EIGHT {
            let mut at = mover.from;
            let mut jumped = None;
            // A Space where slides end can be landed on but not passed.
            while let Some(next) =
                rules.board.step(at, direction).filter(|_| at == mover.from || !rules.ends_slides(pos, at))
            {
                let Some(victim) = pos.at(next) else {
                    at = next;
                    if let Some(jumped) = jumped.filter(|_| self.runs_on)
                        && !land(next, jumped)
                    {
                        break;
                    }
                    continue;
                };
                let behind = rules.board.step(next, direction).filter(|behind| pos.at(*behind).is_none());
                match behind {
                    Some(behind) if rules.may_take(pos, mover.seat, mover.ty, next, victim) => {
                        if !land(behind, next) {
                            break;
                        }
                        jumped = Some(next);
                        at = behind;
                    }
                    _ => break,
                }
            }
        }
    }
}

impl Ability for LeapOver {
    fn traits(&self) -> Traits {
        Traits::GENERATES | Traits::ATTACKS
    }

    fn far_directions(&self) -> &[Vector] {
        &EIGHT
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        self.each_landing(rules, pos, mover, |landing, _| {
            if !rules.bars_far_diagonal(mover.ty, mover.from, landing) {
                rules.push(pos, mover, Move::of(Kind::Overleap, mover.from, landing), out);
            }
            true
        });
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let (dx, dy) = mover.from.to(target);
        if dx != 0 && dy != 0 && dx.unsigned_abs() != dy.unsigned_abs() {
            return false;
        }
        let mut reached = false;
        let mut found = false;
        self.each_landing(rules, pos, mover, |landing, jumped| {
            // Every piece jumped before the landing is captured. An earlier landing forbidden by S-5 can still be
            // passed.
            let (x, y) = mover.from.to(jumped);
            let on_line = (x.signum(), y.signum()) == (dx.signum(), dy.signum());
            reached = on_line && (reached || jumped == target);
            found |= reached && !rules.bars_far_diagonal(mover.ty, mover.from, landing);
            !found
        });
        found
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        let (dx, dy) = mover.from.to(target);
        if dx != 0 && dy != 0 && dx.unsigned_abs() != dy.unsigned_abs() {
            return true;
        }
        // Every Space on the line could become free to land on.
        let mut at = mover.from;
        while let Some(next) = rules.board.step(at, (dx.signum(), dy.signum())) {
            spaces.insert(next);
            // A friendly piece stays in the way unless it is captured.
            if pos.at(next).is_some_and(|piece| piece.seat == mover.seat) {
                break;
            }
            at = next;
        }
        true
    }
}
