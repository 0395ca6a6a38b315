//! Positions seen before: what was found out about them.

use super::WON;
use super::order::Name;

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// At most this.
    Upper,
    /// At least this.
    Lower,
    /// This.
    Exact,
}

/// What is known of a position. 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    check: u32,
    pub best: Name,
    score: i16,
    pub depth: i8,
    pub bound: Bound,
}

const NOTHING: Entry = Entry {
    check: 0,
    best: Name::NONE,
    score: 0,
    depth: -1,
    bound: Bound::Upper,
};

/// A table of fixed size.
#[derive(Debug)]
pub(super) struct Table {
    entries: Box<[Entry]>,
    mask: usize,
}

impl Table {
    /// Large enough for a search of so many positions: from 16 KiB to 16 MiB.
    pub fn for_nodes(nodes: u64) -> Self {
        let entries = (nodes / 2).clamp(1 << 10, 1 << 20).next_power_of_two() as usize;
        Self {
            entries: vec![NOTHING; entries].into_boxed_slice(),
            mask: entries - 1,
        }
    }

    #[inline]
    const fn place(&self, hash: u64) -> (usize, u32) {
        (hash as usize & self.mask, (hash >> 32) as u32 | 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        let (index, check) = self.place(hash);
        let entry = self.entries[index];
        (entry.check == check).then_some(entry)
    }

    /// Remembers; what was found deeper for the same position stays.
    #[inline]
    pub fn put(&mut self, hash: u64, depth: i32, ply: usize, score: i32, bound: Bound, best: Name) {
        let (index, check) = self.place(hash);
        let old = &mut self.entries[index];
        let same = old.check == check;
        if same && bound != Bound::Exact && i32::from(old.depth) > depth + 3 {
            return;
        }
        let best = if best.is_none() && same {
            old.best
        } else {
            best
        };
        *old = Entry {
            check,
            best,
            score: from_here(score, ply) as i16,
            depth: depth.clamp(-1, 120) as i8,
            bound,
        };
    }
}

impl Entry {
    /// Its score, seen from this turn of the line.
    #[inline]
    pub fn score(&self, ply: usize) -> i32 {
        let score = i32::from(self.score);
        match score {
            won if won > WON => won - ply as i32,
            lost if lost < -WON => lost + ply as i32,
            other => other,
        }
    }
}

/// Wins are counted from the root in the search, from the position in the table.
#[inline]
const fn from_here(score: i32, ply: usize) -> i32 {
    if score > WON {
        score + ply as i32
    } else if score < -WON {
        score - ply as i32
    } else {
        score
    }
}
