//! Captures en passant, placements, and other rules that are neither Betza movements nor abilities.

use crate::board::{Seat, Space};

use super::{Ban, Kind, Move, MoveList, Mover, Piece, Position, Rules, Slot, Traits, TypeId};

impl Rules {
    /// Adds captures en passant (T-13): capturing movements of the mover to the Space passed over.
    pub(super) fn generate_en_passant(&self, pos: &Position, mover: &Mover, out: &mut MoveList) {
        for owner in Seat::all(self.seat_count()).filter(|owner| *owner != mover.seat) {
            let Some(right) = pos.state().en_passant[owner.index()] else {
                continue;
            };
            let pawn = pos.at(right.pawn).filter(|pawn| pawn.seat == owner && self.ty(pawn.ty).taken_en_passant);
            if let Some(pawn) = pawn
                && pos.at(right.over).is_none()
                && self.may_take(pos, mover.seat, mover.ty, right.pawn, pawn)
                && self.reaches(pos, mover, right.over)
            {
                self.push(pos, mover, Move::of(Kind::EnPassant, mover.from, right.over).with_other(right.pawn), out);
            }
        }
    }

    /// Returns whether a piece of this type may enter the board on this Space. The Space must have no blocking piece,
    /// and for a non-blocking piece none of its kind (T-18, P-6).
    pub fn may_place(&self, pos: &Position, ty: TypeId, space: Space) -> bool {
        let layer = self.ty(ty).layer;
        let free = pos.at(space).is_none() || layer == 2;
        self.board.has(space) && free && (layer == 0 || pos.in_slot(Slot::new(space, layer)).is_none())
    }

    /// Returns whether a non-blocking piece on this Space stops slides.
    #[inline]
    pub(crate) fn ends_slides(&self, pos: &Position, space: Space) -> bool {
        let opaque = self.classes.opaque;
        !opaque.is_empty() && pos.supporter(space).is_some_and(|piece| opaque.has(piece.ty.index()))
    }

    /// A Player's Support Level (P-10).
    pub fn support_level(&self, pos: &Position, seat: Seat) -> u32 {
        let supporters: u32 =
            self.supporters.iter().map(|ty| pos.count(seat, *ty) as u32 + pos.reserve(seat, *ty) as u32).sum();
        supporters + pos.state().deputies_taken[seat.index()] as u32
    }

    /// Returns whether a piece of type `captor` of `seat` may capture this piece, an Enemy or a friendly piece that its
    /// own side can capture (T-10, B-2).
    #[inline]
    pub(crate) fn may_take(&self, pos: &Position, seat: Seat, captor: TypeId, at: Space, victim: Piece) -> bool {
        let captures = &self.classes.captures[captor.index()];
        let types = if victim.seat == seat {
            &captures.own
        } else if pos.state().is_defeated(victim.seat) {
            &captures.fallen
        } else {
            &captures.enemies
        };
        types.has(victim.ty.index())
            && !self.is_invulnerable(pos, at, victim)
            && !(self.shuns && self.shuns_at(pos, seat, captor, at))
    }

    /// Returns whether a piece of this type of `seat` is barred from a capture here that would harm its own side.
    #[cold]
    fn shuns_at(&self, pos: &Position, seat: Seat, captor: TypeId, at: Space) -> bool {
        let mut abilities = self.abilities(captor).iter();
        self.ty(captor).traits.contains(Traits::SHUNS)
            && abilities.any(|ability| ability.shuns(self, pos, seat, captor, at))
    }

    /// Space of the own Titan that this move would capture, other than by self-capture, or expose to a capture on
    /// arrival.
    pub(super) fn own_titan_taken(&self, pos: &mut Position, mv: &Move, chain: &[Space]) -> Option<Space> {
        let mut hits = pos.borrow_scratch();
        self.captures(pos, mv, chain, &mut hits);
        let own = |slot: &&Slot| {
            pos.in_slot(**slot).is_some_and(|piece| piece.seat == pos.to_move() && self.ty(piece.ty).titan)
        };
        let taken = hits.iter().find(own).map(|slot| slot.space());
        let taken = taken.or_else(|| self.titan_met(pos, mv, &hits));
        pos.return_scratch(hits);
        taken.filter(|_| mv.kind != Kind::SelfCapture)
    }

    /// Returns whether capturing the piece here would remove the captor too (C-22). Pieces of defeated Players have no
    /// effects (T-23).
    #[inline]
    pub(crate) fn is_fatal(&self, pos: &Position, at: Space) -> bool {
        pos.at(at)
            .is_some_and(|victim| self.classes.fatal.has(victim.ty.index()) && !pos.state().is_defeated(victim.seat))
    }

    /// Own pieces that a move places or moves, with their Spaces after it.
    pub(crate) fn arrivals(&self, pos: &Position, mv: &Move) -> [Option<(TypeId, Space)>; 2] {
        let ty = |space: Space| pos.at(space).map(|piece| piece.ty);
        match mv.kind {
            Kind::Place { .. } => [mv.promote.map(|ty| (ty, mv.to)), None],
            Kind::Swap => [ty(mv.from).map(|ty| (ty, mv.to)), ty(mv.to).map(|ty| (ty, mv.from))],
            Kind::Fuse { power, .. } | Kind::Split { power } => {
                (self.powers.get(power as usize)).map_or([None; 2], |power| power.arrivals(self, pos, mv))
            }
            Kind::SelfCapture | Kind::Act | Kind::Shoot | Kind::Castle | Kind::Pass => [None; 2],
            _ if mv.layer != 0 => [None; 2],
            _ => [mv.promote.or_else(|| ty(mv.from)).map(|ty| (ty, mv.to)), None],
        }
    }

    /// Reason why an ability forbids a piece to go where this move would put it, if any.
    pub(crate) fn forbidden(&self, pos: &Position, mv: &Move) -> Option<Ban> {
        self.arrivals(pos, mv).into_iter().flatten().find_map(|(ty, at)| {
            let abilities = self.abilities(ty).iter().filter(|_| self.ty(ty).traits.contains(Traits::FORBIDS));
            abilities
                .filter(|ability| ability.traits().contains(Traits::FORBIDS))
                .find_map(|ability| ability.forbids(self, pos, mv, at))
        })
    }

    pub(super) fn leads_support(&self, pos: &Position, seat: Seat) -> bool {
        let own = self.support_level(pos, seat);
        Seat::all(self.seat_count())
            .filter(|other| *other != seat && !pos.state().is_defeated(*other))
            .all(|other| self.support_level(pos, other) < own)
    }
}
