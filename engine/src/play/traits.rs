//! Traits of abilities: the hooks they use, and their answers about captures and bans. Names in the comments are
//! methods of [`Ability`](super::Ability).

use bitflags::bitflags;

use crate::board::Space;

bitflags! {
    /// Hooks that an ability uses. Unused hooks cost nothing.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Traits: u32 {
        /// `generate` adds moves.
        const GENERATES = 1;
        /// `generate` compares its moves with the piece's other moves, which must be in the list already.
        const COMPARES = 1 << 1;
        /// `attacks` must be called.
        const ATTACKS = 1 << 2;
        /// `effects` captures as a side effect.
        const EFFECTS = 1 << 3;
        /// `own_effects` captures as a side effect.
        const OWN_EFFECTS = 1 << 4;
        /// `settle` acts after the movement.
        const SETTLES = 1 << 5;
        /// Captured pieces change sides; see `Rules::captive`.
        const CONVERTS = 1 << 6;
        /// `struck` reacts to a capture of the piece.
        const STRUCK = 1 << 7;
        /// Captures an Enemy that ends a movement next to the piece.
        const MEETS = 1 << 8;
        /// `roused` reacts to a piece that rouses.
        const ROUSED = 1 << 9;
        /// `protects` prevents captures of pieces.
        const PROTECTS = 1 << 10;
        /// `forbids` must be called.
        const FORBIDS = 1 << 11;
        /// `shuns` must be called.
        const SHUNS = 1 << 12;
        /// Movements are path-dependent and must be walked step by step.
        const WALKS = 1 << 13;
        /// Leaves a trail that it may not cross.
        const TRAILS = 1 << 14;
        /// Rests after acting, and has a lair.
        const RESTS = 1 << 15;
        /// Placed again after its capture, by `Rules::owe_return`.
        const RETURNS = 1 << 16;
        /// Reads whether the piece is still on its starting Space.
        const STARTS = 1 << 17;
        /// Reads which type moved last, so `State::last_moved` must be kept.
        const RECALLS = 1 << 18;
        /// Reads where Titans were one turn before; see `Rules::stood`.
        const LOOKS_BACK = 1 << 19;
    }
}

/// Captors allowed for a piece by one of its abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// Enemies, as for any piece.
    Enemies,
    /// Enemies and friendly pieces.
    Everyone,
    /// Nobody, as long as the owner is in the game (T-23).
    Nobody,
}

/// Reason why an ability forbids its piece to go to a Space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ban {
    /// A piece of the same kind is on this Space of the same file.
    Doubles(Space),
    /// Placing the piece there would give mate.
    DropMates,
}
