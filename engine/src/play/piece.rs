//! Piece on the board, packed into four bytes.

use std::num::NonZeroU8;

use crate::board::Seat;

/// Piece type of a game: an index into [`Rules::types`](super::Rules::types).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(NonZeroU8);

impl TypeId {
    /// Maximum number of types in a game; six Battalions of 40 pieces fit.
    pub const MAX: usize = 254;

    /// Type with this index, which must be below [`TypeId::MAX`].
    #[inline]
    pub const fn new(index: usize) -> Self {
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

/// States of a single piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(u8);

impl Flags {
    /// No state.
    pub const NONE: Flags = Flags(0);
    /// Has not left its starting Space. Kept only for types whose rules depend on it (M-2, M-4).
    pub const FRESH: Flags = Flags(1);
    /// Volatile (V-4).
    pub const VOLATILE: Flags = Flags(2);
    /// Leaves a Supporter behind when it first leaves a Space (V-5).
    pub const LEAVES: Flags = Flags(4);
    /// Imprisoned (V-6).
    pub const IMPRISONED: Flags = Flags(8);
    /// Created by promotion (C-8: sells at the price of its former type).
    pub const PROMOTED: Flags = Flags(16);

    /// Returns whether all of these are set.
    #[inline]
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether any of these is set.
    #[inline]
    pub const fn any(self, of: Flags) -> bool {
        self.0 & of.0 != 0
    }

    /// Union with these.
    #[inline]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Difference: these are cleared.
    #[inline]
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
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
        Self { ty, seat, flags: Flags::NONE, clock: 0 }
    }

    /// Adds a flag.
    #[must_use]
    pub const fn flagged(mut self, flag: Flags) -> Self {
        self.flags = self.flags.with(flag);
        self
    }

    /// The whole piece as one number, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        u32::from_le_bytes([self.ty.0.get(), self.seat.0, self.flags.0, self.clock])
    }
}
