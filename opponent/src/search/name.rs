//! Short identifiers of moves.

use engine::play::Move;

/// Short identifier of a move, for comparison. The low bits are its Spaces, the others come from its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Name(u32);

impl Name {
    /// No move.
    pub const NONE: Self = Self(0);
    const PLACES: u32 = 0xfff;

    pub const fn of(mv: &Move, key: u64) -> Self {
        Self((key >> 32) as u32 & !Self::PLACES | Self::places(mv))
    }

    /// Low bits, which are cheap to compute.
    #[inline]
    const fn places(mv: &Move) -> u32 {
        (mv.from.code() as u32 * 37 + mv.to.code() as u32) & Self::PLACES
    }

    /// Quick check whether the name could belong to this move; false positives are possible.
    #[inline]
    pub const fn may_be(self, mv: &Move) -> bool {
        self.0 & Self::PLACES == Self::places(mv)
    }

    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}
