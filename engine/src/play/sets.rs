//! Pieces of a position as sets of cells (bitboards), updated with every change, for move generation and attacks.

use crate::board::{Bits, Cells, Grid, MAX_SEATS, Seat, Space, Spaces};

use super::{Flags, Piece, TypeId};

/// Set of piece types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TypeSet(Bits<4>);

impl TypeSet {
    /// Empty set.
    pub const NONE: Self = Self(Bits::EMPTY);

    /// Set of types with these indices.
    pub fn of(indexes: impl Iterator<Item = usize>) -> Self {
        Self(indexes.fold(Bits::EMPTY, Bits::with))
    }

    /// Returns whether a type is in the set.
    #[inline(always)]
    pub fn has(self, ty: usize) -> bool {
        self.0.has(ty)
    }

    /// Intersection of two sets.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.none()
    }
}

impl Default for TypeSet {
    fn default() -> Self {
        Self::NONE
    }
}

impl IntoIterator for TypeSet {
    type Item = usize;
    type IntoIter = Cells<4>;
    #[inline(always)]
    fn into_iter(self) -> Cells<4> {
        self.0.into_iter()
    }
}

/// Indices of the sets. Blocking pieces by seat come first, then these, then the types.
const NON_BLOCKING: usize = MAX_SEATS;
const LAYERS: usize = 2 * MAX_SEATS;
const FRESH: usize = LAYERS + 2;
const MARKED: usize = FRESH + 1;
const TYPES: usize = MARKED + 1;

/// Sets of cells.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    words: Box<[u64]>,
    grid: Grid,
    present: TypeSet,
}

impl Sets {
    /// Sets of an empty board.
    pub fn empty(grid: Grid, types: usize) -> Self {
        Self { words: vec![0; (TYPES + types) * grid.words()].into_boxed_slice(), grid, present: TypeSet::NONE }
    }

    #[inline]
    fn spaces(&self, set: usize) -> Spaces<'_> {
        let words = self.grid.words();
        Spaces::new(&self.words[set * words..(set + 1) * words], self.grid)
    }

    /// Spaces of a seat's blocking pieces.
    #[inline]
    pub fn blocking(&self, seat: Seat) -> Spaces<'_> {
        self.spaces(seat.index())
    }

    /// Spaces with a non-blocking piece of a seat.
    #[inline]
    pub fn non_blocking(&self, seat: Seat) -> Spaces<'_> {
        self.spaces(NON_BLOCKING + seat.index())
    }

    /// Cells of a seat's blocking pieces.
    #[inline(always)]
    pub fn seat<const N: usize>(&self, seat: usize) -> Bits<N> {
        Bits::read(&self.words, seat)
    }

    /// Cells with a non-blocking piece of a seat.
    #[inline(always)]
    pub fn seat_non_blocking<const N: usize>(&self, seat: usize) -> Bits<N> {
        Bits::read(&self.words, NON_BLOCKING + seat)
    }

    /// Cells whose layer 1 or 2 is taken.
    #[inline(always)]
    pub fn layer<const N: usize>(&self, layer: u8) -> Bits<N> {
        Bits::read(&self.words, LAYERS + layer as usize - 1)
    }

    /// Cells of blocking pieces of a type.
    #[inline(always)]
    pub fn kind<const N: usize>(&self, ty: usize) -> Bits<N> {
        Bits::read(&self.words, TYPES + ty)
    }

    /// Cells of blocking pieces that have not moved, where that matters.
    #[inline(always)]
    pub fn fresh<const N: usize>(&self) -> Bits<N> {
        Bits::read(&self.words, FRESH)
    }

    /// Cells of blocking pieces with a special state: imprisoned, leaving a piece behind, or Invulnerable by
    /// themselves.
    #[inline(always)]
    pub fn marked<const N: usize>(&self) -> Bits<N> {
        Bits::read(&self.words, MARKED)
    }

    /// Spaces of [`Sets::marked`].
    #[inline]
    pub fn marked_spaces(&self) -> Spaces<'_> {
        self.spaces(MARKED)
    }

    /// Types with a blocking piece on the board.
    #[inline(always)]
    pub fn present(&self) -> TypeSet {
        self.present
    }

    #[inline(always)]
    fn toggle(&mut self, set: usize, cell: usize) {
        self.words[set * self.grid.words() + (cell >> 6)] ^= 1 << (cell & 63);
    }

    #[inline(always)]
    fn put(&mut self, set: usize, cell: usize, on: bool) {
        let word = &mut self.words[set * self.grid.words() + (cell >> 6)];
        *word = *word & !(1 << (cell & 63)) | (on as u64) << (cell & 63);
    }

    /// Adds or removes a blocking piece.
    #[inline(always)]
    pub fn flip(&mut self, space: Space, piece: Piece, comes: bool) {
        let cell = self.grid.cell(space);
        self.toggle(piece.seat.index(), cell);
        let kind = TYPES + piece.ty.index();
        self.toggle(kind, cell);
        if piece.flags != Flags::empty() || piece.clock > 0 {
            let marking = Flags::IMPRISONED.union(Flags::LEAVES);
            if piece.flags.contains(Flags::FRESH) {
                self.toggle(FRESH, cell);
            }
            if piece.clock > 0 || piece.flags.intersects(marking) {
                self.toggle(MARKED, cell);
            }
        }
        if comes {
            self.present.0.insert(piece.ty.index());
        } else {
            let words = self.grid.words();
            let left = &self.words[kind * words..(kind + 1) * words];
            if left.iter().all(|word| *word == 0) {
                self.present.0.remove(piece.ty.index());
            }
        }
    }

    /// Sets the non-blocking pieces of a Space, by layer.
    pub fn set_non_blocking(&mut self, space: Space, layer_1: Option<Piece>, layer_2: Option<Piece>) {
        let cell = self.grid.cell(space);
        let here = [layer_1, layer_2];
        for seat in 0..MAX_SEATS {
            let any = here.iter().flatten().any(|piece| piece.seat.index() == seat);
            self.put(NON_BLOCKING + seat, cell, any);
        }
        self.put(LAYERS, cell, layer_1.is_some());
        self.put(LAYERS + 1, cell, layer_2.is_some());
    }

    /// Spaces of a seat's blocking pieces of a type.
    pub fn of_type(&self, seat: Seat, ty: TypeId) -> impl Iterator<Item = Space> + '_ {
        let own = self.blocking(seat);
        self.spaces(TYPES + ty.index()).iter().filter(move |space| own.has(*space))
    }
}
