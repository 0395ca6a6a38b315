//! `avenge`: the captor of the piece is removed too (C-22).

use super::*;
use crate::battalion::Scope;
use crate::play::{Event, Kind};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "avenge",
    scope: Scope::Piece,
    params: &[],
    about: "Whatever captures the piece is removed with it, a shooter too; it does not promote by that capture. No Titan can \
            capture it.",
    rules: "C-22",
    example: "moves = \"Q4\"\nabilities = [\"avenge\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Avenge;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Avenge)
}

impl Ability for Avenge {
    fn traits(&self) -> Traits {
        Traits::STRUCK
    }

    fn exposure(&self, captor: &PieceType) -> Exposure {
        if captor.titan { Exposure::Nobody } else { Exposure::Enemies }
    }

    fn is_fatal(&self) -> bool {
        true
    }

    fn struck(&self, rules: &Rules, pos: &mut Position, mv: &Move, captor: Piece, victim: Piece) {
        if victim.seat == captor.seat || pos.state().is_defeated(victim.seat) {
            return;
        }
        let at = match mv.kind {
            Kind::Shoot => mv.from,
            // The captor has left the board already (C-18).
            Kind::Chain { off: true } => return,
            _ => mv.to,
        };
        let slot = Slot::new(at, mv.layer);
        if pos.in_slot(slot).is_some_and(|piece| piece.seat == captor.seat) {
            pos.set(rules, slot, None);
            pos.tell(Event::Avenged { piece: captor, space: at });
        }
    }
}
