//! `face`: attacks an Enemy Titan at any distance if nothing is in between, like the flying general of xiangqi.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::board::EIGHT;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "face",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "lines",
        kind: ParamKind::Word(&["rook", "bishop", "queen"]),
        required: false,
        about: "Along which lines it looks; Rook Lines if not given.",
    }],
    about: "Captures an Enemy Titan along a Rook Line at any distance, if there is no blocking piece between: so no Titan may step, \
            or be left, where such a piece faces it.",
    rules: "B-15, T-19",
    example: "moves = { betza = \"W\", within = \"palace\" }\nabilities = [\"face\"]",
    weight: Weight::adding(8),
};

#[derive(Debug)]
struct Face {
    directions: &'static [Vector],
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    let directions = match given.word("lines") {
        "queen" => &EIGHT[..],
        "bishop" => &EIGHT[4..],
        _ => &EIGHT[..4],
    };
    Arc::new(Face { directions })
}

/// Calls `pass` with each empty Space from `from` in a direction, and returns the first occupied one.
fn look(rules: &Rules, pos: &Position, from: Space, direction: Vector, mut pass: impl FnMut(Space)) -> Option<Space> {
    let mut at = from;
    loop {
        at = rules.board.step(at, direction)?;
        if pos.at(at).is_some() {
            return Some(at);
        }
        pass(at);
    }
}

impl Face {
    /// Direction from one Space to another on one of the ability's lines; `None` if no line connects them.
    fn towards(&self, from: Space, to: Space) -> Option<Vector> {
        let (dx, dy) = from.to(to);
        let straight = dx == 0 || dy == 0 || dx.unsigned_abs() == dy.unsigned_abs();
        let direction = (dx.signum(), dy.signum());
        (straight && self.directions.contains(&direction)).then_some(direction)
    }
}

impl Ability for Face {
    fn traits(&self) -> Traits {
        Traits::GENERATES | Traits::COMPARES | Traits::ATTACKS
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        for direction in self.directions {
            let seen = look(rules, pos, mover.from, *direction, |_| {});
            let titan = seen.filter(|at| {
                mover.layer == 0
                    && pos.at(*at).is_some_and(|piece| {
                        rules.ty(piece.ty).titan && rules.may_take(pos, mover.seat, mover.ty, *at, piece)
                    })
            });
            let Some(to) = titan else { continue };
            let known = |mv: &Move| mv.from == mover.from && mv.to == to && mv.layer == 0;
            if !out.moves.iter().any(known) {
                rules.push(pos, mover, Move::step(mover.from, to), out);
            }
        }
    }

    fn could_attack(&self, rules: &Rules, pos: &Position, _: Seat, target: Space) -> bool {
        pos.at(target).is_some_and(|piece| rules.ty(piece.ty).titan)
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let titan = |piece: Piece| rules.ty(piece.ty).titan && rules.may_take(pos, mover.seat, mover.ty, target, piece);
        mover.layer == 0
            && pos.at(target).is_some_and(titan)
            && self
                .towards(mover.from, target)
                .is_some_and(|direction| look(rules, pos, mover.from, direction, |_| {}) == Some(target))
    }

    fn watch(&self, rules: &Rules, _: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        if let Some(direction) = self.towards(mover.from, target) {
            let mut at = mover.from;
            while let Some(next) = rules.board.step(at, direction).filter(|at| *at != target) {
                spaces.insert(next);
                at = next;
            }
        }
        true
    }

    fn attack_path(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        spaces.insert(mover.from);
        self.watch(rules, pos, mover, target, spaces)
    }
}
