//! Pieces that capture an Enemy when it ends its movement next to them, such as a Fire Demon.

use crate::board::{EIGHT, Seat, Space};

use super::{After, Kind, Move, Piece, Position, Rules, Slot};

impl Rules {
    /// Returns whether any piece in this position captures arriving Enemies.
    pub(crate) fn meets(&self, pos: &Position) -> bool {
        !pos.present().and(self.classes.meets).is_empty()
    }

    /// Seat of the undefeated Enemy that captures this piece when it arrives on a Space. Pieces in the `gone` slots are
    /// ignored.
    fn meeting(&self, pos: &Position, space: Space, comer: Piece, gone: &[Slot]) -> Option<Seat> {
        if !self.meets(pos) {
            return None;
        }
        let beside = EIGHT.into_iter().filter_map(|vector| self.board.step(space, vector));
        beside.filter(|next| !gone.contains(&Slot::new(*next, 0))).find_map(|next| {
            let by = pos.at(next)?;
            let able = by.seat != comer.seat
                && self.classes.meets.has(by.ty.index())
                && !pos.state().is_defeated(by.seat)
                && self.may_take(pos, by.seat, by.ty, space, comer);
            able.then_some(by.seat)
        })
    }

    /// Seat of the Enemy that captures the mover where this movement ends, after the captures in `hits`.
    pub(crate) fn met(&self, after: &After<'_>, hits: &[Slot]) -> Option<Seat> {
        let mover = after.mover;
        let comer = after.pos.in_slot(Slot::new(mover.from, mover.layer));
        self.meeting(after.pos, after.to, comer.unwrap_or(Piece::new(mover.ty, mover.seat)), hits)
    }

    /// Captures the piece that has ended a movement on this Space, if an adjacent Enemy does so. The capture triggers
    /// no further effects.
    pub(super) fn meet(&self, pos: &mut Position, space: Space) {
        let Some(comer) = pos.at(space) else { return };
        if let Some(by) = self.meeting(pos, space, comer, &[]) {
            self.capture(pos, by, Slot::new(space, 0));
            pos.state_mut().progress = true;
        }
    }

    /// Space of the own Titan that this move would expose to such a capture. `hits` are the captures of the move.
    pub(super) fn titan_met(&self, pos: &Position, mv: &Move, hits: &[Slot]) -> Option<Space> {
        let ways = match mv.kind {
            Kind::Swap => [Some((mv.from, mv.to)), Some((mv.to, mv.from))],
            Kind::Castle | Kind::Step | Kind::Gained | Kind::Double | Kind::EnPassant | Kind::Overleap
                if mv.layer == 0 =>
            {
                [Some((mv.from, mv.to)), None]
            }
            Kind::Chain { off: false } => [Some((mv.from, mv.to)), None],
            _ => [None; 2],
        };
        ways.into_iter().flatten().find_map(|(from, to)| {
            let titan = pos.at(from).filter(|piece| self.ty(piece.ty).titan && piece.seat == pos.to_move())?;
            self.meeting(pos, to, titan, hits).map(|_| from)
        })
    }
}
