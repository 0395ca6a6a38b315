//! Generation of what is no Betza movement and belongs to no ability: en passant, castling, placing reserves.

use crate::board::{Seat, Space};

use super::{Flags, Kind, Move, MoveList, Mover, Position, Rules, Slot, TypeId};

impl Rules {
    /// Captures en passant (T-13): the mover's capturing move to the Space passed over.
    pub(super) fn generate_en_passant(&self, pos: &Position, mover: &Mover, out: &mut MoveList) {
        for owner in Seat::all(self.seat_count()).filter(|owner| *owner != mover.seat) {
            let Some(right) = pos.state().en_passant[owner.index()] else {
                continue;
            };
            let pawn = pos
                .at(right.pawn)
                .filter(|pawn| pawn.seat == owner && self.ty(pawn.ty).taken_en_passant);
            if let Some(pawn) = pawn
                && pos.at(right.over).is_none()
                && self.may_take(pos, mover.seat, mover.ty, right.pawn, pawn)
                && self.reaches(pos, mover, right.over)
            {
                self.push(
                    pos,
                    mover,
                    Move::of(Kind::EnPassant, mover.from, right.over).with_other(right.pawn),
                    out,
                );
            }
        }
    }

    /// Castling (M-4): both unmoved, on one Rook Line, nothing blocking between. Whether it is safe is judged later.
    pub(super) fn generate_castling(&self, pos: &Position, king: &Mover, out: &mut MoveList) {
        for right in [-1, 1] {
            let step = self.board.side(king.seat).resolve((right, 0));
            let mut at = king.from;
            let mut passed = 0;
            let mut end = at;
            let partner = loop {
                match self.board.step(at, step) {
                    Some(next) => at = next,
                    None => break None,
                }
                match pos.at(at) {
                    Some(piece) => break Some(piece),
                    None => {
                        passed += 1;
                        if passed == 2 {
                            end = at;
                        }
                    }
                }
            };
            let Some(partner) = partner else { continue };
            if passed >= 2
                && partner.seat == king.seat
                && partner.flags.has(Flags::FRESH)
                && self.ty(king.ty).castles_with.contains(&partner.ty)
                && self.restraint(pos, at, partner).is_none()
            {
                out.push(Move::of(Kind::Castle, king.from, end).with_other(at));
            }
        }
    }

    /// Placing reserves as a turn (T-18, P-6).
    pub(super) fn generate_placements(&self, pos: &Position, seat: Seat, out: &mut MoveList) {
        let reserves = &self.seats[seat.index()].reserves;
        for (index, reserve) in reserves.iter().enumerate() {
            let earlier = reserves[..index].iter().any(|other| other.ty == reserve.ty);
            if earlier
                || pos.reserve(seat, reserve.ty) == 0
                || reserve.gated && !pos.state().gate_open
            {
                continue;
            }
            for space in reserve.zone.iter() {
                if self.may_place(pos, reserve.ty, space) {
                    out.push(Move {
                        promote: Some(reserve.ty),
                        layer: self.ty(reserve.ty).layer,
                        ..Move::of(Kind::Place, space, space)
                    });
                }
            }
        }
    }

    /// May a piece of this type come onto this Space from outside the board? No blocking piece may be there, and for a
    /// non-blocking piece none of its kind (T-18, P-6).
    pub fn may_place(&self, pos: &Position, ty: TypeId, space: Space) -> bool {
        let layer = self.ty(ty).layer;
        let free = pos.at(space).is_none() || layer == 2;
        self.board.has(space)
            && free
            && (layer == 0 || pos.in_slot(Slot::new(space, layer)).is_none())
    }

    /// A Player's Support Level (P-10).
    pub fn support_level(&self, pos: &Position, seat: Seat) -> u32 {
        let supporters: u32 = self
            .supporters
            .iter()
            .map(|ty| pos.count(seat, *ty) as u32 + pos.reserve(seat, *ty) as u32)
            .sum();
        supporters + pos.state().deputies_taken[seat.index()] as u32
    }

    pub(super) fn leads_support(&self, pos: &Position, seat: Seat) -> bool {
        let own = self.support_level(pos, seat);
        Seat::all(self.seat_count())
            .filter(|other| *other != seat && !pos.state().is_defeated(*other))
            .all(|other| self.support_level(pos, other) < own)
    }
}
