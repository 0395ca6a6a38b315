//! Restraints, which keep a piece from acting, and protections, which keep it from being captured.

use std::sync::Arc;

use crate::board::{EIGHT, Seat, Space};

use super::{Ability, Flags, Piece, Position, Rules, TypeId};

/// Reason why a piece may not act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restraint {
    /// Imprisoned (V-6).
    Imprisoned,
    /// Held by an Enemy piece on this Space (B-8, B-12).
    Held(Space),
}

impl Restraint {
    /// B-9: the owner may remove a held piece as a turn, but not an imprisoned one.
    pub(crate) fn may_capture_itself(self, rules: &Rules, piece: Piece) -> bool {
        let ty = rules.ty(piece.ty);
        !piece.flags.contains(Flags::IMPRISONED)
            && self != Restraint::Imprisoned
            && ty.capturable
            && !ty.immutable
            && !ty.titan
    }
}

impl Rules {
    /// Restraint that keeps a piece from moving, capturing, giving Check and using abilities, if any.
    #[inline]
    pub fn restraint(&self, pos: &Position, space: Space, piece: Piece) -> Option<Restraint> {
        if piece.flags.contains(Flags::IMPRISONED) {
            return Some(Restraint::Imprisoned);
        }
        if !pos.present().and(self.classes.holders).is_empty() { self.held(pos, space, piece) } else { None }
    }

    /// B-8, B-12: pieces of defeated Players hold nobody (T-23). A held piece still holds others.
    fn held(&self, pos: &Position, space: Space, piece: Piece) -> Option<Restraint> {
        for vector in EIGHT {
            let Some(next) = self.board.step(space, vector) else {
                continue;
            };
            let Some(other) = pos.at(next) else { continue };
            if other.seat == piece.seat || pos.state().is_defeated(other.seat) {
                continue;
            }
            if self.classes.held_by[other.ty.index()].has(piece.ty.index()) {
                return Some(Restraint::Held(next));
            }
        }
        None
    }

    /// Returns whether a piece of this type may release a held piece by leaving its Space.
    pub(super) fn lets_go(&self, ty: TypeId) -> bool {
        self.classes.held_by[ty.index()].into_iter().any(|held| !self.classes.held_by[held].has(ty.index()))
    }

    /// Returns whether the piece cannot be captured in any way now (C-23).
    #[inline]
    pub fn is_invulnerable(&self, pos: &Position, space: Space, piece: Piece) -> bool {
        !self.protecting.is_empty() && self.invulnerable_for(pos, space, piece) > 0
    }

    /// Number of further turns of its owner for which a piece cannot be captured (C-23); 0 if it can be.
    pub fn invulnerable_for(&self, pos: &Position, space: Space, piece: Piece) -> u8 {
        let left = |ability: &Arc<dyn Ability>| ability.protects(self, pos, space, piece);
        self.protecting.iter().map(left).max().unwrap_or(0)
    }

    /// Returns whether pieces of this Player may be protected without being in the set of marked pieces.
    #[inline]
    pub(super) fn covers(&self, pos: &Position, seat: Seat) -> bool {
        self.protecting.iter().any(|ability| ability.covers(pos, seat))
    }

    /// Counts protections down when their owner's turn begins (C-21, C-24).
    pub(super) fn protections_run_down(&self, pos: &mut Position, seat: Seat) {
        for ability in &self.protecting {
            ability.turn_begins(self, pos, seat);
        }
    }
}
