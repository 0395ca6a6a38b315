//! A piece on the board, packed into four bytes.

use std::num::NonZeroU8;

use crate::board::Seat;

/// A piece type of one game: an index into [`Rules::types`](super::Rules::types).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(NonZeroU8);

impl TypeId {
    /// The most types a game can have: six Battalions of 40 pieces fit.
    pub const MAX: usize = 254;

    /// The type with this index, which must be below [`TypeId::MAX`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        match NonZeroU8::new((index + 1) as u8) {
            Some(id) => Self(id),
            None => Self(NonZeroU8::MAX),
        }
    }

    /// Index into a table with one entry a type.
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
    /// Has not left the Space it started on; kept only for types whose rules ask (M-2, M-4).
    pub const FRESH: Flags = Flags(1);
    /// Volatile (V-4).
    pub const VOLATILE: Flags = Flags(2);
    /// Leaves a Supporter behind when it first leaves a Space (V-5).
    pub const LEAVES: Flags = Flags(4);
    /// Imprisoned (V-6).
    pub const IMPRISONED: Flags = Flags(8);
    /// Came to be by promotion (C-8: sells for what it was).
    pub const PROMOTED: Flags = Flags(16);

    /// Are all of these set?
    #[inline]
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Is one of these set?
    #[inline]
    pub const fn any(self, of: Flags) -> bool {
        self.0 & of.0 != 0
    }

    /// With these set.
    #[inline]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// With these cleared.
    #[inline]
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

/// A piece: its type, who controls it, and its states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its type.
    pub ty: TypeId,
    /// Who controls it (T-9).
    pub seat: Seat,
    /// Its states.
    pub flags: Flags,
    /// How many more beginnings of its controller's turn it stays Invulnerable (C-21); 0: not by itself.
    pub clock: u8,
}

impl Piece {
    /// A piece without any state.
    pub const fn new(ty: TypeId, seat: Seat) -> Self {
        Self { ty, seat, flags: Flags::NONE, clock: 0 }
    }

    /// The same with a flag set.
    #[must_use]
    pub const fn flagged(mut self, flag: Flags) -> Self {
        self.flags = self.flags.with(flag);
        self
    }

    /// All of it as one number, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        u32::from_le_bytes([self.ty.0.get(), self.seat.0, self.flags.0, self.clock])
    }
}
