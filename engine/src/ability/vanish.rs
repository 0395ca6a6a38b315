//! `vanish`: after a movement without a capture, the piece cannot be captured until its owner's next turn (C-21).

use super::*;
use crate::battalion::Scope;
use crate::play::Event;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "vanish",
    scope: Scope::Piece,
    params: &[],
    about: "After a move that captures nothing it cannot be captured until its owner's next turn begins.",
    rules: "C-21, C-23",
    example: "moves = \"Q2\"\nabilities = [\"vanish\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Vanish;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Vanish)
}

impl Ability for Vanish {
    fn traits(&self) -> Traits {
        Traits::SETTLES | Traits::PROTECTS
    }

    fn protects(&self, _: &Rules, _: &Position, _: Space, piece: Piece) -> u8 {
        piece.clock
    }

    fn turn_begins(&self, rules: &Rules, pos: &mut Position, seat: Seat) {
        for space in pos.marked(seat).iter() {
            if let Some(piece) = pos.at(space).filter(|piece| piece.clock > 0) {
                let clock = piece.clock - 1;
                pos.set(rules, Slot::new(space, 0), Some(Piece { clock, ..piece }));
            }
        }
    }

    fn settle(&self, rules: &Rules, pos: &mut Position, mv: &Move, _piece: Piece, captured: Option<Piece>) {
        let slot = Slot::new(mv.to, mv.layer);
        if captured.is_some() {
            return;
        }
        if let Some(piece) = pos.in_slot(slot) {
            pos.set(rules, slot, Some(Piece { clock: 1, ..piece }));
            pos.tell(Event::Hidden { space: mv.to });
        }
    }
}
