//! `summon`: a piece that lets its Player add another piece next to its lair after a movement, followed by a rest, such
//! as the Great Worm's Nightmarish.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::{Cost, PendingChoice};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "summon",
    scope: Scope::Piece,
    params: &[
        ParamSpec { name: "piece", kind: ParamKind::Piece, required: true, about: "What it brings." },
        ParamSpec {
            name: "rest",
            kind: ParamKind::Number(0, 50),
            required: false,
            about: "For so many turns of its Player after that, none is brought; 0 if not given.",
        },
    ],
    about: "Right after it has moved, its Player may make a new piece appear on a free Space adjacent to the lair: where the first such \
            piece of theirs to move started from. It is a choice that belongs to the turn.",
    rules: "T-17",
    example: "abilities = [{ use = \"summon\", piece = \"leg\", rest = 9 }]",
    weight: Weight::adding(8).multiplying(2),
};

#[derive(Debug)]
struct Summon {
    piece: Option<TypeId>,
    rest: u16,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Summon { piece: given.pieces("piece").first().copied(), rest: given.number("rest", 0) })
}

impl Ability for Summon {
    fn traits(&self) -> Traits {
        Traits::SETTLES | Traits::RESTS
    }

    #[expect(clippy::cast_possible_truncation, reason = "a game has a few thousand counters")]
    fn settle(&self, rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, _captured: Option<Piece>) {
        let (Some(ty), Some(rests)) = (self.piece, rules.rests) else {
            return;
        };
        if mv.kind == Kind::Shoot {
            return;
        }
        let seat = piece.seat.index();
        let (lair, rest) = (rests + 2 * seat, rests + 2 * seat + 1);
        if pos.counter(lair) == 0 {
            pos.set_counter(lair, mv.from.code() + 1);
        }
        if pos.counter(rest) == 0 && pos.to_move() == piece.seat {
            let near = Space::from_index(usize::from(pos.counter(lair)) - 1);
            let cost = Cost::Rest { counter: rest as u16, turns: self.rest + 1 };
            pos.push_pending(PendingChoice::Bring { ty, near, cost });
        }
    }
}
