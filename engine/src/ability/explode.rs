//! `explode`: a capture tears down what stands around, and the captor with it, as in atomic chess.

use super::*;
use crate::battalion::Scope;
use crate::board::EIGHT;
use crate::play::Event;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "explode",
    scope: Scope::Piece,
    params: &[],
    about: "When the piece goes onto an Enemy and so captures it, it also captures every Enemy adjacent to that Space, and then leaves \
            the board itself.",
    rules: "B-3, B-15",
    example: "moves = \"K\"\nabilities = [\"explode\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Explode;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Explode)
}

impl Ability for Explode {
    fn traits(&self) -> Traits {
        Traits {
            effects: true,
            attacks: true,
            settles: true,
            ..Traits::default()
        }
    }

    fn effects(&self, after: &After<'_>, hits: &mut Vec<Slot>) {
        if after.mover.layer > 0 || after.pos.at(after.to).is_none() {
            return;
        }
        for vector in EIGHT {
            if let Some(next) = after.rules.board.step(after.to, vector) {
                after.hit(next, hits);
            }
        }
    }

    /// It leaves the board, if what it captured has not removed it already (C-22).
    fn settle(&self, rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, captured: bool) {
        let there = pos.at(mv.to).filter(|there| there.seat == piece.seat);
        if let Some(own) = there.filter(|_| captured && mv.layer == 0) {
            pos.take(rules, mv.to);
            pos.tell(Event::SelfCaptured {
                piece: own,
                space: mv.to,
            });
        }
    }

    fn settles_calmly(&self, _: &Rules, _: &Position, _: &Move, _: Piece) -> bool {
        true
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        attacks_by_effect(
            rules,
            pos,
            mover,
            target,
            |landing| landing.distance(target) == 1,
            |after, hits| self.effects(after, hits),
        )
    }
}
