//! Dense numbering of the Spaces of one board, so that sets of them need few machine words.

use super::{Board, MAX_SIDE, Space};

/// Cells of a board's bounding box, numbered rank by rank: `rank * width + file`. A chessboard fits one machine word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    width: u8,
    /// Reciprocal of the width for fast division: `2^16 / width`, rounded up. Exact for all cells of the largest board.
    inverse: u32,
    words: u8,
}

impl Grid {
    /// Grid of a board.
    pub fn new(board: &Board) -> Self {
        let (width, height) = (board.width(), board.height());
        let words = words(usize::from(width) * usize::from(height));
        Self { width, inverse: (1u32 << 16).div_ceil(u32::from(width)), words }
    }

    /// Number of machine words of a set of cells: 1, 2, 4, 5 or 11.
    #[inline(always)]
    pub const fn words(self) -> usize {
        self.words as usize
    }

    /// Cell of a Space.
    #[inline(always)]
    pub const fn cell(self, space: Space) -> usize {
        space.rank() as usize * self.width as usize + space.file() as usize
    }

    /// Space of a cell.
    #[inline(always)]
    pub const fn space(self, cell: usize) -> Space {
        let rank = (cell * self.inverse as usize) >> 16;
        let file = cell - rank * self.width as usize;
        Space::from_index(rank << 5 | file)
    }

    /// Difference of cell numbers along a vector.
    pub(crate) const fn offset(self, (dx, dy): (i8, i8)) -> isize {
        dy as isize * self.width as isize + dx as isize
    }
}

/// Rounds up to one of a few sizes, because code for sets of cells is compiled once per size.
const fn words(cells: usize) -> u8 {
    match cells.div_ceil(64) {
        // One size is enough for the unit tests, which build faster then.
        _ if cfg!(test) => 11,
        0..=1 => 1,
        2 => 2,
        3..=4 => 4,
        5 => 5,
        _ => 11,
    }
}

const _: () = assert!(MAX_SIDE as usize * MAX_SIDE as usize <= 11 * 64);

/// Borrowed set of Spaces of a board.
#[derive(Clone, Copy, Debug)]
pub struct Spaces<'a> {
    words: &'a [u64],
    grid: Grid,
}

impl<'a> Spaces<'a> {
    /// Set stored in these words.
    #[inline]
    pub(crate) const fn new(words: &'a [u64], grid: Grid) -> Self {
        Self { words, grid }
    }

    /// Words of the set; cells are numbered by the board's [`Grid`].
    #[inline]
    pub const fn words(&self) -> &'a [u64] {
        self.words
    }

    /// Returns whether the Space is in the set. It must lie in the board's bounding box.
    #[inline]
    pub fn has(&self, space: Space) -> bool {
        let cell = self.grid.cell(space);
        self.words.get(cell >> 6).is_some_and(|word| word >> (cell & 63) & 1 != 0)
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Number of Spaces.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Number of Spaces that the set shares with a mask; takes a few operations per machine word.
    #[inline]
    pub fn common(&self, mask: &Mask) -> u32 {
        let words = self.words.iter().zip(&mask.words);
        words.map(|(set, mask)| (set & mask).count_ones()).sum()
    }

    /// Iterates over the Spaces in order of rank, then file.
    #[inline]
    pub fn iter(&self) -> SpacesIter<'a> {
        SpacesIter { words: self.words, left: self.words.first().map_or(0, |word| *word), word: 0, grid: self.grid }
    }
}

/// Owned set of Spaces of a board, in the memory layout of a position's sets, for fast comparison with them.
///
/// ```
/// use engine::board::{Battlefield, Board, Mask, TerritoryPlacement};
/// let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
/// let board = Board::build(&Battlefield::standard(2)?, &[plot; 2])?;
/// let corner = Mask::new(&board, ["a1", "a2"].iter().filter_map(|name| name.parse().ok()));
/// assert_eq!(corner, Mask::new(&board, board.spaces().iter().filter(|space| space.file() == 0 && space.rank() < 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mask {
    words: Box<[u64]>,
}

impl Mask {
    /// Mask of these Spaces of a board.
    pub fn new(board: &Board, spaces: impl IntoIterator<Item = Space>) -> Self {
        let grid = Grid::new(board);
        let mut words = vec![0; grid.words()].into_boxed_slice();
        for space in spaces.into_iter().filter(|space| board.has(*space)) {
            let cell = grid.cell(space);
            words[cell >> 6] |= 1 << (cell & 63);
        }
        Self { words }
    }
}

impl<'a> IntoIterator for Spaces<'a> {
    type Item = Space;
    type IntoIter = SpacesIter<'a>;
    fn into_iter(self) -> SpacesIter<'a> {
        self.iter()
    }
}

/// Iterator over [`Spaces`].
#[derive(Clone, Debug)]
pub struct SpacesIter<'a> {
    words: &'a [u64],
    left: u64,
    word: usize,
    grid: Grid,
}

impl Iterator for SpacesIter<'_> {
    type Item = Space;
    #[inline]
    fn next(&mut self) -> Option<Space> {
        while self.left == 0 {
            self.word += 1;
            self.left = *self.words.get(self.word)?;
        }
        let bit = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(self.grid.space(self.word * 64 + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_spaces_agree_on_boards_of_every_width() {
        for width in 1..=MAX_SIDE {
            let grid = Grid { width, inverse: (1u32 << 16).div_ceil(u32::from(width)), words: 11 };
            for rank in 0..MAX_SIDE {
                for file in 0..width {
                    let space = Space::new(file, rank);
                    assert_eq!(grid.space(grid.cell(space)), space, "{width}");
                }
            }
        }
    }
}
