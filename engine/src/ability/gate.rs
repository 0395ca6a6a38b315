//! `gate`: pieces enter from reserve on Spaces that others leave for the first time, as in Seirawan chess.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::{Cost, Kept, PendingChoice};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "gate",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "pieces",
        kind: ParamKind::Pieces,
        required: true,
        about: "What may come in, asked one after the other as long as the Space is free.",
    }],
    about: "When the piece leaves the Space it started the game on by a move of its own, other than castling, its Player may put a piece from \
            reserve there. It is a choice that belongs to the turn. A `[[reserve]]` with `zone = \"gate\"` \
            comes in this way only.",
    rules: "T-17, T-18",
    example: "abilities = [{ use = \"gate\", pieces = [\"hawk\", \"elephant\"] }]",
    weight: Weight::LIGHT.multiplying(2),
};

#[derive(Debug)]
struct Gate {
    pieces: Vec<TypeId>,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    let pieces = given.pieces("pieces");
    Arc::new(Gate { pieces })
}

impl Ability for Gate {
    fn traits(&self) -> Traits {
        Traits::SETTLES | Traits::STARTS
    }

    fn settle(&self, _: &Rules, pos: &mut Position, mv: &Move, piece: Piece, _captured: Option<Piece>) {
        let leaves = piece.flags.contains(Flags::FRESH) && mv.kind != Kind::Shoot;
        if !leaves || pos.to_move() != piece.seat {
            return;
        }
        for ty in &self.pieces {
            for kept in Kept::ALL {
                if pos.held(piece.seat, *ty, kept) > 0 {
                    pos.push_pending(PendingChoice::Bring { ty: *ty, near: mv.from, cost: Cost::Reserve(kept) });
                }
            }
        }
    }
}
