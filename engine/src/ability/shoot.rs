//! `shoot`: captures without moving (C-19).

use super::*;
use crate::battalion::Scope;
use crate::play::Kind;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "shoot",
    scope: Scope::Piece,
    params: &[],
    about: "As a turn it removes an Enemy on a Space that it could move to if that were free, and stays where it is. A shot \
            does not spoil castling.",
    rules: "C-19",
    example: "moves = \"mR2mF\"\nabilities = [\"shoot\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Shoot;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Shoot)
}

impl Ability for Shoot {
    fn traits(&self) -> Traits {
        Traits::GENERATES
    }

    fn captures_by(&self, mode: Mode) -> bool {
        mode.moves()
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        if mover.layer > 0 {
            return;
        }
        let first = out.moves.len();
        rules.each_shot(pos, mover, |target| {
            let known = out.moves[first..].iter().any(|mv| mv.to == target.to);
            if pos.at(target.to).is_some() && !known {
                out.push(Move {
                    copying: mover.copying.then_some(mover.ty),
                    ..Move::of(Kind::Shoot, mover.from, target.to)
                });
            }
        });
    }
}
