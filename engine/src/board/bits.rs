//! Sets of cells as machine words (bitboards), and tables with one entry per cell. A cell is the number of a Space on
//! one board, see [`Grid`](super::Grid).

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not};

/// Set of up to `64 * N` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Bits<N> {
    /// Empty set.
    pub const EMPTY: Self = Self([0; N]);
    /// Set of all cells.
    pub const FULL: Self = Self([u64::MAX; N]);

    /// Reads the set with this index from a sequence of sets stored as words.
    #[inline(always)]
    pub fn read(words: &[u64], index: usize) -> Self {
        match words.get(index * N..(index + 1) * N).map(TryInto::try_into) {
            Some(Ok(words)) => Self(words),
            _ => Self::EMPTY,
        }
    }

    /// Words of the set.
    #[inline(always)]
    pub const fn words(&self) -> &[u64] {
        &self.0
    }

    /// Set of one cell.
    #[inline(always)]
    pub fn of(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Index of the word that holds a cell. Constant for sets of one word.
    #[inline(always)]
    const fn word(cell: usize) -> usize {
        if N == 1 { 0 } else { cell >> 6 }
    }

    /// Returns whether a cell is in the set.
    #[inline(always)]
    pub fn has(&self, cell: usize) -> bool {
        self.0[Self::word(cell)] >> (cell & 63) & 1 != 0
    }

    /// Adds a cell.
    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0[Self::word(cell)] |= 1 << (cell & 63);
    }

    /// Removes a cell.
    #[inline(always)]
    pub fn remove(&mut self, cell: usize) {
        self.0[Self::word(cell)] &= !(1 << (cell & 63));
    }

    /// The set with this cell added.
    #[inline(always)]
    pub fn with(mut self, cell: usize) -> Self {
        self.insert(cell);
        self
    }

    /// The set with this cell removed.
    #[inline(always)]
    pub fn without(mut self, cell: usize) -> Self {
        self.remove(cell);
        self
    }

    /// Returns whether the set is not empty.
    #[inline(always)]
    pub fn any(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub fn none(&self) -> bool {
        !self.any()
    }

    /// Number of cells.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set has two or more cells.
    #[inline(always)]
    pub fn several(&self) -> bool {
        if N == 1 { self.0[0] & self.0[0].wrapping_sub(1) != 0 } else { self.count() > 1 }
    }

    /// The only cell, if there is exactly one.
    #[inline(always)]
    pub fn single(&self) -> Option<usize> {
        (self.any() && !self.several()).then(|| self.first())
    }

    /// The lowest cell; unspecified for the empty set.
    #[inline(always)]
    pub fn first(&self) -> usize {
        for (index, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return index * 64 + word.trailing_zeros() as usize;
            }
        }
        0
    }

    /// The highest cell; unspecified for the empty set.
    #[inline(always)]
    pub fn last(&self) -> usize {
        for (index, word) in self.0.iter().enumerate().rev() {
            if *word != 0 {
                return index * 64 + 63 - word.leading_zeros() as usize;
            }
        }
        0
    }

    /// Shifts every cell by `offset`; bits shifted out of the words are lost.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of bits is below 64")]
    pub fn shift(self, offset: isize) -> Self {
        let (words, bits) = (offset.unsigned_abs() >> 6, (offset.unsigned_abs() & 63) as u32);
        // Separate cases for shifts within one word, which are the most frequent and need no bounds checks.
        match (words, offset >= 0) {
            (0, true) => self.shift_up(0, bits),
            (0, false) => self.shift_down(0, bits),
            (_, true) => self.shift_up(words, bits),
            (_, false) => self.shift_down(words, bits),
        }
    }

    #[inline(always)]
    fn shift_up(self, words: usize, bits: u32) -> Self {
        let word = |index: usize, back: usize| index.checked_sub(back).map_or(0, |i| self.0[i]);
        // Carries bits into the next word. Two shifts, because a single shift by 64 overflows when `bits` is 0.
        Self(std::array::from_fn(|index| word(index, words) << bits | word(index, words + 1) >> 1 >> (63 - bits)))
    }

    #[inline(always)]
    fn shift_down(self, words: usize, bits: u32) -> Self {
        let word = |index: usize| self.0.get(index).map_or(0, |word| *word);
        Self(std::array::from_fn(|index| word(index + words) >> bits | word(index + words + 1) << 1 << (63 - bits)))
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt) => {
        impl<const N: usize> $trait for Bits<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for (word, more) in self.0.iter_mut().zip(other.0) {
                    *word $op more;
                }
                self
            }
        }
        impl<const N: usize> $assign for Bits<N> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = (*self).$method(other);
            }
        }
    };
}
operator!(BitAnd bitand BitAndAssign bitand_assign &=);
operator!(BitOr bitor BitOrAssign bitor_assign |=);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^=);

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// Iterator over the cells of a set in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Cells<const N: usize> {
    left: [u64; N],
    word: usize,
}

impl<const N: usize> Iterator for Cells<N> {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word < N {
            let word = &mut self.left[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}

impl<const N: usize> IntoIterator for Bits<N> {
    type Item = usize;
    type IntoIter = Cells<N>;
    #[inline(always)]
    fn into_iter(self) -> Cells<N> {
        Cells { left: self.0, word: 0 }
    }
}

/// Table with one entry per cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PerCell<T, const N: usize>([[T; 64]; N]);

impl<T: Copy, const N: usize> PerCell<T, N> {
    pub fn filled(value: T) -> Self {
        Self([[value; 64]; N])
    }
}

impl<T, const N: usize> Index<usize> for PerCell<T, N> {
    type Output = T;
    #[inline(always)]
    fn index(&self, cell: usize) -> &T {
        &self.0[Bits::<N>::word(cell)][cell & 63]
    }
}

impl<T, const N: usize> IndexMut<usize> for PerCell<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, cell: usize) -> &mut T {
        &mut self.0[Bits::<N>::word(cell)][cell & 63]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_moves_every_cell_and_loses_what_leaves() {
        let set = [0, 5, 63, 64, 130, 255].into_iter().fold(Bits::<4>::EMPTY, Bits::with);
        for offset in -256..=256 {
            let expected = set.into_iter().filter_map(|cell| cell.checked_add_signed(offset));
            let expected = expected.filter(|cell| *cell < 256).fold(Bits::EMPTY, Bits::with);
            assert_eq!(set.shift(offset), expected, "{offset}");
        }
    }

    #[test]
    fn cells_come_in_order() {
        let set = [700, 3, 64, 65].into_iter().fold(Bits::<11>::EMPTY, Bits::with);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [3, 64, 65, 700]);
        assert_eq!((set.first(), set.last(), set.count()), (3, 700, 4));
        assert_eq!(Bits::<11>::of(9).single(), Some(9));
        assert!(set.several() && set.single().is_none());
    }
}
