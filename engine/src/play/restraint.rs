//! What keeps a piece from acting, and what keeps it from being captured.

use crate::board::{EIGHT, Seat, Space};

use super::{Flags, Piece, Position, Rules, Slot};

/// Why a piece may not act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restraint {
    /// Imprisoned (V-6).
    Imprisoned,
    /// Held by an Enemy Immobilizer on this Space (B-8).
    Immobilised(Space),
    /// An Immobilizer held by an Enemy Chameleon on this Space (B-12).
    FrozenByCopy(Space),
}

impl Restraint {
    /// B-9: a held piece may be removed by its owner as a turn, an imprisoned one may not.
    pub(crate) fn may_capture_itself(self, rules: &Rules, piece: Piece) -> bool {
        let ty = rules.ty(piece.ty);
        !piece.flags.has(Flags::IMPRISONED)
            && self != Restraint::Imprisoned
            && ty.capturable
            && !ty.immutable
            && !ty.titan
    }
}

impl Rules {
    /// What keeps a piece from moving, capturing, giving Check and using abilities, if anything does.
    #[inline]
    pub fn restraint(&self, pos: &Position, space: Space, piece: Piece) -> Option<Restraint> {
        if piece.flags.has(Flags::IMPRISONED) {
            return Some(Restraint::Imprisoned);
        }
        if !pos.present().and(self.classes.holders).is_empty() {
            self.immobilised(pos, space, piece)
        } else {
            None
        }
    }

    /// B-8, B-12: fallen pieces hold nobody (T-23); being held oneself does not stop the holding.
    fn immobilised(&self, pos: &Position, space: Space, piece: Piece) -> Option<Restraint> {
        for vector in EIGHT {
            let Some(next) = self.board.step(space, vector) else {
                continue;
            };
            let Some(other) = pos.at(next) else { continue };
            if other.seat == piece.seat || pos.state().is_defeated(other.seat) {
                continue;
            }
            if self.classes.held_by[other.ty.index()].has(piece.ty.index()) {
                return Some(if self.ty(other.ty).traits.copies {
                    Restraint::FrozenByCopy(next)
                } else {
                    Restraint::Immobilised(next)
                });
            }
        }
        None
    }

    /// Cannot be captured in any way now (C-23).
    pub fn is_invulnerable(&self, pos: &Position, space: Space, piece: Piece) -> bool {
        piece.clock > 0
            || (self.warding.iter()).any(|ability| ability.protects(self, pos, space, piece))
    }

    /// Protections run down when their owner's turn begins (C-21, C-24).
    pub(super) fn protections_run_down(&self, pos: &mut Position, seat: Seat) {
        for ability in &self.warding {
            ability.turn_begins(self, pos, seat);
        }
        for space in pos.marked(seat).iter() {
            if let Some(piece) = pos.at(space).filter(|piece| piece.clock > 0) {
                let clock = piece.clock - 1;
                pos.set(self, Slot::new(space, 0), Some(Piece { clock, ..piece }));
            }
        }
    }
}
