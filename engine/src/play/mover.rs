//! Single piece about to act.

use crate::board::{Seat, Space};

use super::{Flags, Piece, TypeId};

/// Piece about to act. May be hypothetical, such as a copying piece that acts as another type (B-11).
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Owner.
    pub seat: Seat,
    /// Type by which it acts.
    pub ty: TypeId,
    /// Starting Space.
    pub from: Space,
    /// Layer on its Space.
    pub layer: u8,
    /// Has not left its starting Space.
    pub fresh: bool,
    /// Acts as `ty` only for this move: no promotion, no first-move rights.
    pub copying: bool,
}

impl Mover {
    /// The piece in a slot, acting as itself.
    pub fn real(space: Space, layer: u8, piece: Piece) -> Self {
        let fresh = piece.flags.contains(Flags::FRESH);
        Self { seat: piece.seat, ty: piece.ty, from: space, layer, fresh, copying: false }
    }
}

/// Destination of a movement.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Destination Space.
    pub to: Space,
    /// Reached by the step gained (S-6), which has no side effects.
    pub gained: bool,
    /// Space passed over by a double step (T-13).
    pub over: Option<Space>,
}
