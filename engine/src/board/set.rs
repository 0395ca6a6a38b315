//! A set of Spaces, one machine word a rank.

use super::space::{MAX_SIDE, Space};

/// A set of Spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct SpaceSet([u32; MAX_SIDE as usize]);

impl SpaceSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; MAX_SIDE as usize]);

    /// Is the Space in the set?
    #[inline]
    pub fn has(&self, space: Space) -> bool {
        self.0[space.rank() as usize] >> space.file() & 1 != 0
    }

    /// Adds a Space.
    #[inline]
    pub fn insert(&mut self, space: Space) {
        self.0[space.rank() as usize] |= 1 << space.file();
    }

    /// Takes a Space out.
    #[inline]
    pub fn remove(&mut self, space: Space) {
        self.0[space.rank() as usize] &= !(1 << space.file());
    }

    /// Adds every Space of another set.
    pub fn extend(&mut self, other: &SpaceSet) {
        for (row, more) in self.0.iter_mut().zip(other.0) {
            *row |= more;
        }
    }

    /// No Space at all?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }

    /// How many Spaces.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The files in use on one rank, as bits.
    #[inline]
    pub fn rank_bits(&self, rank: u8) -> u32 {
        self.0[rank as usize]
    }

    /// The Spaces in order of rank, then file.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Space> + '_ {
        self.iter_ranks(MAX_SIDE)
    }

    /// As [`SpaceSet::iter`], for a board of `height` ranks.
    #[inline]
    pub fn iter_ranks(&self, height: u8) -> impl Iterator<Item = Space> + '_ {
        Rows::new(height, move |rank| self.0[rank as usize])
    }
}

/// The Spaces of a set given rank by rank, in order of rank, then file.
pub(crate) struct Rows<F> {
    /// The files of a rank, as bits.
    row: F,
    height: u8,
    /// The rank after the one under way.
    next: u8,
    /// What is left of the rank under way.
    bits: u32,
}

impl<F: Fn(u8) -> u32> Rows<F> {
    /// Ranks 0 to `height`; `row` says which files of a rank are in the set.
    #[inline]
    pub fn new(height: u8, row: F) -> Self {
        Self {
            row,
            height,
            next: 0,
            bits: 0,
        }
    }
}

impl<F: Fn(u8) -> u32> Iterator for Rows<F> {
    type Item = Space;

    #[inline]
    fn next(&mut self) -> Option<Space> {
        while self.bits == 0 {
            if self.next == self.height {
                return None;
            }
            self.bits = (self.row)(self.next);
            self.next += 1;
        }
        let file = self.bits.trailing_zeros() as u8;
        self.bits &= self.bits - 1;
        Some(Space::new(file, self.next - 1))
    }
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
        assert_eq!(
            set.iter().map(|s| s.to_string()).collect::<Vec<_>>(),
            ["a1", "h8", "n14", "z26"]
        );
        set.remove(spaces[2]);
        assert!(!set.has(spaces[2]) && set.has(spaces[3]));
    }
}
