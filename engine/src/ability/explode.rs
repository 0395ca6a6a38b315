//! `explode`: a capture also removes the pieces around it and the captor, as in atomic chess.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::board::EIGHT;
use crate::play::Event;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "explode",
    scope: Scope::Piece,
    params: &[
        ParamSpec {
            name: "everyone",
            kind: ParamKind::Flag,
            required: false,
            about: "As in atomic chess: any capture sets it off, it takes pieces of its own side, too, and no capture is legal that would remove a \
                    Titan of its own side, or itself if it is one.",
        },
        ParamSpec {
            name: "spares",
            kind: ParamKind::Pieces,
            required: false,
            about: "Pieces of this Battalion that the explosion leaves standing.",
        },
        ParamSpec {
            name: "silent",
            kind: ParamKind::Flag,
            required: false,
            about: "A Titan beside what could be captured is not in Check by that; it can fall all the same.",
        },
    ],
    about: "When the piece goes onto an Enemy and so captures it, it also captures every Enemy adjacent to that Space, and then leaves \
            the board itself.",
    rules: "B-3, B-15",
    example: "moves = \"K\"\nabilities = [\"explode\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Explode {
    everyone: bool,
    spares: Vec<TypeId>,
    silent: bool,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Explode { everyone: given.flag("everyone"), spares: given.pieces("spares"), silent: given.flag("silent") })
}

impl Explode {
    /// Adds the piece on a Space next to the explosion, if the explosion removes it.
    fn tear_down(&self, after: &After<'_>, space: Space, hits: &mut Vec<Slot>) {
        let Some(piece) = after.at(space) else {
            return;
        };
        if self.spares.contains(&piece.ty) {
            return;
        }
        let slot = Slot::new(space, 0);
        if piece.seat != after.mover.seat {
            after.hit(space, hits);
        } else if self.everyone
            && after.rules.ty(piece.ty).capturable
            && !after.rules.is_invulnerable(after.pos, space, piece)
            && !hits.contains(&slot)
        {
            hits.push(slot);
        }
    }
}

impl Ability for Explode {
    fn traits(&self) -> Traits {
        let mut traits = Traits::EFFECTS | Traits::SETTLES;
        traits.set(Traits::ATTACKS, !self.silent);
        traits.set(Traits::SHUNS, self.everyone);
        traits
    }

    fn effects(&self, after: &After<'_>, hits: &mut Vec<Slot>) {
        let goes_off = after.pos.at(after.to).is_some() || self.everyone && !hits.is_empty();
        if after.mover.layer > 0 || !goes_off {
            return;
        }
        for vector in EIGHT {
            if let Some(next) = after.rules.board.step(after.to, vector) {
                self.tear_down(after, next, hits);
            }
        }
    }

    /// The captor leaves the board, unless the captured piece has removed it already (C-22).
    fn settle(&self, rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, captured: Option<Piece>) {
        let there = pos.at(mv.to).filter(|there| there.seat == piece.seat);
        if let Some(own) = there.filter(|_| captured.is_some() && mv.layer == 0) {
            pos.take(rules, mv.to);
            pos.tell(Event::SelfCaptured { piece: own, space: mv.to });
        }
    }

    fn settles_calmly(&self, _: &Rules, _: &Position, _: &Move, _: Piece) -> bool {
        true
    }

    fn shuns(&self, rules: &Rules, pos: &Position, seat: Seat, captor: TypeId, at: Space) -> bool {
        let titans = pos.titans(seat).iter();
        self.everyone && (rules.ty(captor).titan || titans.copied().any(|t| t.distance(at) == 1))
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        attacks_by_effect(rules, pos, mover, target, |landing| landing.distance(target) == 1, self)
    }
}
