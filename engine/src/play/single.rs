//! Destinations and pseudo-legal moves of a single piece.

use crate::board::Bits;

use super::look::Look;
use super::{Kind, Move, MoveList, Mover, Position, Rules, Target, Traits};

impl<const N: usize> Look<'_, N> {
    /// Calls `found` for every destination of the mover's movements. `ends` are the cells where movements of each
    /// [`Mode`](crate::piece::Mode) may end; pieces on `odd` cells are tested separately.
    pub fn each_target(&self, mover: &Mover, ends: &[Bits<N>; 3], odd: Bits<N>, mut found: impl FnMut(Target)) {
        let mobility = self.tables.mobility(mover.seat.index(), mover.ty.index());
        let from = self.cell(mover.from);
        let plain = self.plain_targets(mobility, mover, ends);
        let ask = if self.rules.classes.choosy.has(mover.ty.index()) { self.occupied } else { odd };
        for to in plain & !self.refusing(mover, plain & ask) {
            found(Target { to: self.space(to), gained: false, over: None });
        }
        for hop in &mobility.special_hops {
            if let Some(end) = self.hop_end(hop, mover, from)
                && ends[hop.mode as usize].has(end)
                && self.refusing(mover, Bits::of(end) & ask).none()
            {
                let over = hop.via.first().filter(|_| hop.double && !mover.copying);
                found(Target {
                    to: self.space(end),
                    gained: hop.gained,
                    over: over.map(|via| self.space(from.wrapping_add_signed(*via))),
                });
            }
        }
    }

    /// Pieces on these cells that the mover cannot capture.
    pub fn refusing(&self, mover: &Mover, victims: Bits<N>) -> Bits<N> {
        if mover.layer > 0 {
            return Bits::EMPTY;
        }
        let mut refusing = Bits::EMPTY;
        for cell in victims {
            let space = self.space(cell);
            let takes = (self.pos.at(space))
                .is_none_or(|victim| self.rules.may_take(self.pos, mover.seat, mover.ty, space, victim));
            if !takes {
                refusing.insert(cell);
            }
        }
        refusing
    }
}

impl Rules {
    /// Generates every pseudo-legal move of the Player to move, ignoring the safety of its Titan. Unordered.
    pub fn generate(&self, pos: &Position, out: &mut MoveList) {
        self.compiled.generate(self, pos, out);
    }

    /// Calls `found` for every destination of the mover's Betza movements.
    pub(crate) fn each_target(&self, pos: &Position, mover: &Mover, mut found: impl FnMut(Target)) {
        self.compiled.each_target(self, pos, mover, false, &mut found);
    }

    /// Like [`Rules::each_target`] for shots: movements that only move count as captures, and movements that only
    /// capture are ignored (C-19).
    pub(crate) fn each_shot(&self, pos: &Position, mover: &Mover, mut found: impl FnMut(Target)) {
        self.compiled.each_target(self, pos, mover, true, &mut found);
    }

    /// Adds pseudo-legal moves of a mover: Betza movements, abilities and en passant, but not castling.
    pub fn generate_as(&self, pos: &Position, mover: &Mover, out: &mut MoveList) {
        self.each_target(pos, mover, |target| self.push_target(pos, mover, target, out));
        let ty = self.ty(mover.ty);
        if ty.takes_en_passant {
            self.generate_en_passant(pos, mover, out);
        }
        if ty.traits.contains(Traits::GENERATES) {
            for ability in self.abilities(mover.ty) {
                ability.generate(self, pos, mover, out);
            }
        }
    }

    pub(super) fn push_target(&self, pos: &Position, mover: &Mover, target: Target, out: &mut MoveList) {
        let mut mv = Move::step(mover.from, target.to);
        if target.gained {
            mv.kind = Kind::Gained;
        } else if let Some(over) = target.over {
            mv = Move::of(Kind::Double, mover.from, target.to).with_other(over);
        }
        self.push(pos, mover, mv, out);
    }

    /// Adds a move, once for each promotion option (T-12), or marked as copied. A piece removed by its own capture does
    /// not promote (C-22).
    pub(crate) fn push(&self, pos: &Position, mover: &Mover, mut mv: Move, out: &mut MoveList) {
        mv.layer = mover.layer;
        if mover.copying {
            mv.copying = Some(mover.ty);
            out.push(mv);
            return;
        }
        match self.promotes_by(mover.seat, mover.ty, mover.from, mv.to) {
            None => out.push(mv),
            Some(_) if self.is_fatal(pos, mv.to) => out.push(mv),
            Some((promotion, optional)) => {
                if optional {
                    out.push(mv);
                }
                for to in promotion.to.iter().filter(|to| self.may_become(pos, mover.seat, promotion, **to)) {
                    out.push(Move { promote: Some(*to), ..mv });
                }
            }
        }
    }
}
