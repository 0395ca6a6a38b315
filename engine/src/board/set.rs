//! Set of Spaces with one machine word per rank.

use super::space::{MAX_SIDE, Space};

/// Set of Spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct SpaceSet {
    /// Files of each rank, as bits.
    rows: [u32; MAX_SIDE as usize],
    /// Non-empty ranks, as bits, so that iteration skips empty ranks.
    ranks: u32,
}

impl SpaceSet {
    /// Empty set.
    pub const EMPTY: Self = Self { rows: [0; MAX_SIDE as usize], ranks: 0 };

    /// Returns whether the Space is in the set.
    #[inline]
    pub fn has(&self, space: Space) -> bool {
        self.rows[space.rank() as usize] >> space.file() & 1 != 0
    }

    /// Adds a Space.
    #[inline]
    pub fn insert(&mut self, space: Space) {
        self.rows[space.rank() as usize] |= 1 << space.file();
        self.ranks |= 1 << space.rank();
    }

    /// Removes a Space.
    #[inline]
    pub fn remove(&mut self, space: Space) {
        let row = &mut self.rows[space.rank() as usize];
        *row &= !(1 << space.file());
        if *row == 0 {
            self.ranks &= !(1 << space.rank());
        }
    }

    /// Adds every Space of another set.
    pub fn extend(&mut self, other: &SpaceSet) {
        for (row, more) in self.rows.iter_mut().zip(other.rows) {
            *row |= more;
        }
        self.ranks |= other.ranks;
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ranks == 0
    }

    /// The first Space in order of rank, then file.
    #[inline]
    pub fn first(&self) -> Option<Space> {
        self.iter().next()
    }

    /// Number of Spaces.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Iterates over the Spaces in order of rank, then file.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Space> + '_ {
        Rows::new(self.ranks, |rank| self.rows[rank as usize])
    }
}

/// Iterator over Spaces given by rank, in order of rank, then file.
struct Rows<F> {
    /// Function that returns the files of a rank, as bits.
    row: F,
    /// Remaining ranks, as bits.
    ranks: u32,
    /// Current rank.
    rank: u8,
    /// Remaining files of the current rank, as bits.
    bits: u32,
}

impl<F: Fn(u8) -> u32> Rows<F> {
    #[inline]
    fn new(ranks: u32, row: F) -> Self {
        Self { row, ranks, rank: 0, bits: 0 }
    }
}

impl<F: Fn(u8) -> u32> Iterator for Rows<F> {
    type Item = Space;

    #[inline]
    fn next(&mut self) -> Option<Space> {
        while self.bits == 0 {
            if self.ranks == 0 {
                return None;
            }
            self.rank = lowest(self.ranks);
            self.ranks &= self.ranks - 1;
            self.bits = (self.row)(self.rank);
        }
        let file = lowest(self.bits);
        self.bits &= self.bits - 1;
        Some(Space::new(file, self.rank))
    }
}

/// Position of the lowest bit.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a position in 32 bits")]
const fn lowest(bits: u32) -> u8 {
    bits.trailing_zeros() as u8
}

impl FromIterator<Space> for SpaceSet {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Self {
        let mut set = Self::EMPTY;
        for space in spaces {
            set.insert(space);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in() {
        let spaces = ["a1", "h8", "z26", "n14"].map(|name| name.parse::<Space>().unwrap());
        let mut set: SpaceSet = spaces.into_iter().collect();
        assert_eq!(set.len(), 4);
        assert_eq!(set.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["a1", "h8", "n14", "z26"]);
        set.remove(spaces[2]);
        assert!(!set.has(spaces[2]) && set.has(spaces[3]));
    }
}
