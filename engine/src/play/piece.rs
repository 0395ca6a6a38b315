//! Piece on the board, packed into four bytes.

use std::num::NonZeroU8;

use bitflags::bitflags;

use crate::board::Seat;

/// Piece type of a game: an index into [`Rules::types`](super::Rules::types).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(NonZeroU8);

impl TypeId {
    /// Maximum number of types in a game; six Battalions of 40 pieces fit.
    pub const MAX: usize = 254;

    /// Type with this index, which must be below [`TypeId::MAX`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an index is below `TypeId::MAX`")]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < Self::MAX);
        match NonZeroU8::new((index + 1) as u8) {
            Some(id) => Self(id),
            None => Self(NonZeroU8::MAX),
        }
    }

    /// Index into a table with one entry per type.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

bitflags! {
    /// States of a single piece.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Flags: u8 {
        /// Has not left its starting Space. Kept only for types whose rules depend on it (M-2, M-4).
        const FRESH = 1;
        /// Volatile (V-4).
        const VOLATILE = 1 << 1;
        /// Leaves a Supporter behind when it first leaves a Space (V-5).
        const LEAVES = 1 << 2;
        /// Imprisoned (V-6).
        const IMPRISONED = 1 << 3;
        /// Created by promotion (C-8: sells at the price of its former type).
        const PROMOTED = 1 << 4;
    }
}

/// Piece: type, controller and states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Type.
    pub ty: TypeId,
    /// Controller (T-9).
    pub seat: Seat,
    /// States.
    pub flags: Flags,
    /// Number of further turns of its controller for which it stays Invulnerable (C-21); 0 if not Invulnerable by
    /// itself.
    pub clock: u8,
}

impl Piece {
    /// Piece without states.
    pub const fn new(ty: TypeId, seat: Seat) -> Self {
        Self { ty, seat, flags: Flags::empty(), clock: 0 }
    }

    /// Adds a flag.
    #[must_use]
    pub const fn flagged(mut self, flag: Flags) -> Self {
        self.flags = self.flags.union(flag);
        self
    }

    /// The whole piece as one number, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        u32::from_le_bytes([self.ty.0.get(), self.seat.0, self.flags.bits(), self.clock])
    }
}
