//! Mobility of pieces, as `survey` reports it.

use crate::board::Seat;

use super::TypeId;

/// Mobility of pieces of one type and seat. The sets are words of [`Bits`](crate::board::Bits), with cells numbered by
/// the board's [`Grid`](crate::board::Grid).
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// Owner of the pieces.
    pub seat: Seat,
    /// Type of the pieces.
    pub ty: TypeId,
    /// Cells of the pieces: one piece, or all of a type that only steps and never shares destinations, such as Pawns.
    pub pieces: &'a [u64],
    /// Free cells to which the pieces can go.
    pub goes: &'a [u64],
    /// Cells attacked, including guarded cells of own pieces.
    pub strikes: &'a [u64],
}
