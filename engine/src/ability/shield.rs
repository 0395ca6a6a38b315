//! `shield`: once per game (in Clash, once per round) the piece and its orthogonal Friendly neighbours become
//! Invulnerable for a time (C-23, C-24).

use super::*;
use crate::battalion::Scope;
use crate::board::FOUR;
use crate::play::{Event, Kind};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "shield",
    scope: Scope::Piece,
    params: &[],
    about: "Once a game, as a turn: until the third beginning of its owner's turn after that, the piece and each Friendly \
            piece orthogonally next to it cannot be captured.",
    rules: "C-23, C-24",
    example: "abilities = [\"shield\"]",
    weight: Weight::LIGHT,
};

/// Number of the owner's turns until the shield ends, counted as they begin.
const DURATION: u8 = 3;

#[derive(Debug)]
struct Shield;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Shield)
}

impl Ability for Shield {
    fn traits(&self) -> Traits {
        Traits::GENERATES | Traits::PROTECTS
    }

    fn generate(&self, _rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        if !mover.copying && pos.state().shield_used >> mover.seat.0 & 1 == 0 {
            out.push(Move::of(Kind::Act, mover.from, mover.from));
        }
    }

    fn protects(&self, rules: &Rules, pos: &Position, space: Space, piece: Piece) -> u8 {
        let left = pos.state().shield[piece.seat.index()];
        let bears = |other: Piece| other.seat == piece.seat && rules.ty(other.ty).has(SPEC.name);
        let beside = |vector: &(i8, i8)| {
            let next = rules.board.step(space, *vector);
            next.and_then(|next| pos.at(next)).is_some_and(bears)
        };
        if left > 0 && (bears(piece) || FOUR.iter().any(beside)) { left } else { 0 }
    }

    fn covers(&self, pos: &Position, seat: Seat) -> bool {
        pos.state().shield[seat.index()] > 0
    }

    /// Counts the shield down (C-24).
    fn turn_begins(&self, _rules: &Rules, pos: &mut Position, seat: Seat) {
        let shield = &mut pos.state_mut().shield[seat.index()];
        *shield = shield.saturating_sub(1);
    }

    /// Raises the shield of the Player to move.
    fn act(&self, _rules: &Rules, pos: &mut Position, mv: &Move) {
        let seat = pos.to_move();
        let state = pos.state_mut();
        state.shield[seat.index()] = DURATION;
        state.shield_used |= 1 << seat.0;
        pos.tell(Event::ShieldUp { space: mv.from });
    }
}
