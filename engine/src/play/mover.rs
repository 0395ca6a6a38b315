//! A single piece about to act: where its movements lead, and its pseudo-legal moves.

use crate::board::{Bits, Seat, Space};

use super::look::Look;
use super::{Flags, Kind, Move, MoveList, Piece, Position, Rules, TypeId};

/// A piece about to act, real or supposed (one that copies acts as another type, B-11).
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Whose it is.
    pub seat: Seat,
    /// The type by which it acts.
    pub ty: TypeId,
    /// Where it stands.
    pub from: Space,
    /// Its layer there.
    pub layer: u8,
    /// Has not left its starting Space.
    pub fresh: bool,
    /// Acts as `ty` only for this move: no promotion, no once-per-game rights.
    pub copying: bool,
}

impl Mover {
    /// The piece in a slot as it is.
    pub fn real(space: Space, layer: u8, piece: Piece) -> Self {
        let fresh = piece.flags.has(Flags::FRESH);
        Self { seat: piece.seat, ty: piece.ty, from: space, layer, fresh, copying: false }
    }
}

/// A Space that a movement leads to.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The Space.
    pub to: Space,
    /// By the step gained (S-6), which brings no side effects.
    pub gained: bool,
    /// By a double step over this Space (T-13).
    pub over: Option<Space>,
}

impl<const N: usize> Look<'_, N> {
    /// Calls `found` for every Space that the mover's movements lead to, given where movements of each [`Mode`](crate::piece::Mode) may end and which pieces
    /// there must be asked.
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
                    over: over.map(|via| self.space((from as i32 + via) as usize)),
                });
            }
        }
    }

    /// Those of the pieces on these cells that the mover cannot capture.
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
    /// Every pseudo-legal move of the Player to move: what would be legal if its own Titan's safety did not matter. In no order.
    pub fn generate(&self, pos: &Position, out: &mut MoveList) {
        self.compiled.generate(self, pos, out);
    }

    /// Calls `found` for every Space that the mover's Betza movements lead to.
    pub(crate) fn each_target(&self, pos: &Position, mover: &Mover, mut found: impl FnMut(Target)) {
        self.compiled.each_target(self, pos, mover, false, &mut found);
    }

    /// As [`Rules::each_target`], but what only moves captures too, and what only captures does nothing (C-19).
    pub(crate) fn each_shot(&self, pos: &Position, mover: &Mover, mut found: impl FnMut(Target)) {
        self.compiled.each_target(self, pos, mover, true, &mut found);
    }

    /// Pseudo-legal moves of a mover: Betza movements, abilities, en passant; not castling.
    pub fn generate_as(&self, pos: &Position, mover: &Mover, out: &mut MoveList) {
        self.each_target(pos, mover, |target| self.push_target(pos, mover, target, out));
        let ty = self.ty(mover.ty);
        if ty.takes_en_passant {
            self.generate_en_passant(pos, mover, out);
        }
        if ty.traits.generates {
            for ability in &ty.abilities {
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

    /// Adds a move, once for each promotion it brings (T-12), or marked as copied. Who is removed by what it captures does not
    /// promote (C-22).
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
                for to in &promotion.to {
                    out.push(Move { promote: Some(*to), ..mv });
                }
            }
        }
    }
}
