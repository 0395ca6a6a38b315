//! Distinction of Players: an ink for their pieces and a shape for their token. The inks are distinguishable with
//! protanopia, deuteranopia and tritanopia (a test checks a minimum distance). The shapes are distinguishable without
//! colour.

use engine::board::Seat;

use crate::colour::{Rgb, hex};
use crate::theme::NIGHT;

/// Colours of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ink {
    /// Body.
    pub fill: Rgb,
    /// Inner lines.
    pub detail: Rgb,
    /// Border between the body and the square.
    pub rim: Rgb,
}

const fn ink(fill: u32, detail: u32) -> Ink {
    Ink { fill: hex(fill), detail: hex(detail), rim: NIGHT }
}

/// All inks, by [`InkId`].
pub(crate) const INKS: [Ink; 9] = [
    ink(0xFFFFFF, 0x2A2D33),
    Ink { fill: hex(0x2E3138), detail: hex(0xE9EAEC), rim: hex(0x0B0C0E) },
    ink(0xF0E442, 0x3B3708),
    ink(0x56B4E9, 0x0C2A3B),
    ink(0xD55E00, 0x341600),
    Ink { fill: hex(0x2B2E36), detail: hex(0xE9EAEC), rim: hex(0x0B0C0E) },
    ink(0xEEFFEE, 0x1D3A2A),
    Ink { fill: hex(0x8822CC), detail: hex(0xF1E2FB), rim: hex(0x1B0629) },
    // Fallen pieces.
    Ink { fill: hex(0xA9A9A9), detail: hex(0x6B6B6B), rim: hex(0x6B6B6B) },
];

/// Index into [`INKS`].
pub(crate) type InkId = u8;

/// Ink of pieces whose Player is defeated.
pub(crate) const FALLEN: InkId = 8;

/// Ink of a seat in a game of `players`.
pub(crate) const fn of(seat: Seat, players: usize) -> InkId {
    if players <= 2 { seat.0 % 2 } else { 2 + seat.0 % 6 }
}

/// Colour name of a seat's ink: "white", "blue".
pub const fn name(seat: Seat, players: usize) -> &'static str {
    ["white", "black", "yellow", "blue", "orange", "black", "white", "purple"][of(seat, players) as usize]
}

/// Fill colour of a seat's ink as red, green and blue. Colour vision tests measure it, and messages can use it as an
/// accent.
pub const fn fill(seat: Seat, players: usize) -> [u8; 3] {
    INKS[of(seat, players) as usize].fill
}
