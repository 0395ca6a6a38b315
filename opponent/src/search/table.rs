//! Transposition table and evaluation cache.

use super::name::Name;
use super::ply::plies;
use super::score::WON;

/// Meaning of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// Upper bound.
    Upper,
    /// Lower bound.
    Lower,
    /// Exact score.
    Exact,
}

impl Bound {
    /// Bound type of a score found with this window.
    pub const fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// Index of a position in a table with this mask.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the mask keeps low bits only")]
const fn index(hash: u64, mask: usize) -> usize {
    hash as usize & mask
}

/// Table entry of 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    check: u32,
    pub best: Name,
    score: i16,
    pub depth: i8,
    pub bound: Bound,
    /// Number of the search that stored the entry, modulo 256.
    age: u8,
}

const NOTHING: Entry = Entry { check: 0, best: Name::NONE, score: 0, depth: -1, bound: Bound::Upper, age: 0 };

/// Table of fixed size, in pairs of entries: the first keeps the deepest result of a search, the second the latest.
#[derive(Debug)]
pub(super) struct Table {
    pairs: Box<[[Entry; 2]]>,
    mask: usize,
    age: u8,
}

impl Table {
    /// Creates a table for a search of `nodes` nodes, of at most `bytes` bytes.
    pub fn for_nodes(nodes: u64, bytes: usize) -> Self {
        Self::of_pairs(Self::pairs_for(nodes, bytes))
    }

    /// Number of pairs of a table, a power of two.
    fn pairs_for(nodes: u64, bytes: usize) -> usize {
        let most = (bytes / size_of::<[Entry; 2]>()).max(1 << 9);
        let most = 1 << most.ilog2();
        (nodes.min(1 << 40) as usize / 2).max(1 << 9).next_power_of_two().min(most)
    }

    /// Creates a table of `pairs` pairs, a power of two.
    pub(super) fn of_pairs(pairs: usize) -> Self {
        Self { pairs: vec![[NOTHING; 2]; pairs].into_boxed_slice(), mask: pairs - 1, age: 0 }
    }

    /// Returns `true` if a new table for such a search would not be larger.
    pub fn is_large_enough(&self, nodes: u64, bytes: usize) -> bool {
        self.pairs.len() >= Self::pairs_for(nodes, bytes)
    }

    /// Starts a new search: entries of earlier ones no longer keep their places by their depth.
    pub const fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Number of bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.pairs)
    }

    #[inline]
    const fn place(&self, hash: u64) -> (usize, u32) {
        (index(hash, self.mask), (hash >> 32) as u32 | 1)
    }

    /// Prefetches the entry of a position, because the table exceeds the CPU caches.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        let (index, _) = self.place(hash);
        branches::prefetch_read_data::<_, 0>(&raw const self.pairs[index]);
    }

    /// Entry of a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        let (index, check) = self.place(hash);
        let [deep, late] = self.pairs[index];
        match check {
            _ if deep.check == check => Some(deep),
            _ if late.check == check => Some(late),
            _ => None,
        }
    }

    /// Stores a result. A deeper result for the same position remains.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "scores stay within `WIN`, depths and sizes within their limits"
    )]
    pub fn put(&mut self, hash: u64, depth: i32, ply: usize, score: i32, bound: Bound, best: Name) {
        let (index, check) = self.place(hash);
        let [deep, late] = &mut self.pairs[index];
        let is_deepest = deep.check == check || depth >= i32::from(deep.depth) || deep.age != self.age;
        if is_deepest && deep.check != check {
            *late = *deep;
        }
        let old = if is_deepest { deep } else { late };
        let same = old.check == check;
        if same && bound != Bound::Exact && i32::from(old.depth) > depth + 3 {
            return;
        }
        let best = if best.is_none() && same { old.best } else { best };
        let (score, depth) = (from_here(score, ply) as i16, depth.clamp(-1, 120) as i8);
        *old = Entry { check, best, score, depth, bound, age: self.age };
    }
}

/// Cache of the expensive evaluation terms; each slot keeps the latest position.
#[derive(Debug)]
pub(super) struct EvalCache {
    places: Box<[(u32, i32)]>,
    mask: usize,
}

impl EvalCache {
    /// Creates a cache for a search of `nodes` nodes, up to half a megabyte.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "scores stay within `WIN`, depths and sizes within their limits"
    )]
    pub fn for_nodes(nodes: u64) -> Self {
        let places = nodes.clamp(1 << 9, 1 << 16).next_power_of_two() as usize;
        Self { places: vec![(0, 0); places].into_boxed_slice(), mask: places - 1 }
    }

    /// Number of bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.places)
    }

    /// See [`Table::prefetch`].
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        branches::prefetch_read_data::<_, 0>(&raw const self.places[index(hash, self.mask)]);
    }

    /// Returns the cached value, or computes and stores it with `find`.
    #[inline]
    pub fn get(&mut self, hash: u64, find: impl FnOnce() -> i32) -> i32 {
        let check = (hash >> 32) as u32 | 1;
        let place = &mut self.places[index(hash, self.mask)];
        if place.0 != check {
            *place = (check, find());
        }
        place.1
    }
}

impl Entry {
    /// Score seen from this ply, if its bound settles a search with this window.
    #[inline]
    pub fn settles(&self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let score = self.score(ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        settles.then_some(score)
    }

    /// Score seen from this ply.
    #[inline]
    pub fn score(&self, ply: usize) -> i32 {
        let score = i32::from(self.score);
        match score {
            won if won > WON => won - plies(ply),
            lost if lost < -WON => lost + plies(ply),
            other => other,
        }
    }
}

/// Converts the distance of a win: from the root in the search, from the position in the table.
#[inline]
const fn from_here(score: i32, ply: usize) -> i32 {
    if score > WON {
        score + plies(ply)
    } else if score < -WON {
        score - plies(ply)
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::WIN;

    const HASH: u64 = 0x1234_5678_9abc_def0;

    fn table() -> Table {
        Table::for_nodes(0, 0)
    }

    fn entry(score: i32, bound: Bound) -> Entry {
        let mut table = table();
        table.put(HASH, 3, 0, score, bound, Name::NONE);
        table.get(HASH).unwrap()
    }

    #[test]
    fn a_score_is_a_bound_by_the_window_it_was_found_with() {
        for (score, bound) in [
            (9, Bound::Upper),
            (10, Bound::Upper),
            (11, Bound::Exact),
            (19, Bound::Exact),
            (20, Bound::Lower),
            (21, Bound::Lower),
        ] {
            assert_eq!(Bound::of(score, 10, 20), bound, "{score}");
        }
    }

    #[test]
    fn a_bound_settles_only_what_lies_beyond_it() {
        let settles = |score, bound| entry(score, bound).settles(0, 10, 20);
        for score in [-50, 10, 15, 20, 50] {
            assert_eq!(settles(score, Bound::Exact), Some(score));
            assert_eq!(settles(score, Bound::Lower), (score >= 20).then_some(score), "at least {score}");
            assert_eq!(settles(score, Bound::Upper), (score <= 10).then_some(score), "at most {score}");
        }
    }

    #[test]
    fn wins_are_as_far_away_as_the_position_they_are_looked_up_in() {
        for (score, seen) in [(WIN - 9, WIN - 9 + 4 - 6), (9 - WIN, 9 - WIN - 4 + 6), (123, 123), (-WON, -WON)] {
            let mut table = table();
            table.put(HASH, 3, 4, score, Bound::Exact, Name::NONE);
            let entry = table.get(HASH).unwrap();
            assert_eq!(entry.score(4), score, "where it was found");
            assert_eq!(entry.score(6), seen, "two turns further on");
        }
    }

    #[test]
    fn the_deepest_of_a_place_stays_and_so_does_the_newest() {
        let mut table = table();
        // All in the same slot, other positions.
        let [deep, shallow, newest] = [1_u64, 2, 3].map(|n| n << 40 | 5);
        table.put(deep, 9, 0, 1, Bound::Exact, Name::NONE);
        table.put(shallow, 2, 0, 2, Bound::Exact, Name::NONE);
        table.put(newest, 1, 0, 3, Bound::Exact, Name::NONE);
        let score = |table: &Table, hash| table.get(hash).map(|entry| entry.score(0));
        assert_eq!([deep, shallow, newest].map(|hash| score(&table, hash)), [Some(1), None, Some(3)]);
        // The deeper result takes the first entry; the previous first entry becomes the second.
        table.put(shallow, 12, 0, 4, Bound::Exact, Name::NONE);
        assert_eq!([deep, shallow, newest].map(|hash| score(&table, hash)), [Some(1), Some(4), None]);
        assert!(table.get(6).is_none(), "another place is empty");
    }

    #[test]
    fn a_much_shallower_bound_does_not_replace_what_is_known_of_a_position() {
        let mut table = table();
        table.put(HASH, 8, 0, 1, Bound::Exact, Name::NONE);
        table.put(HASH, 4, 0, 2, Bound::Lower, Name::NONE);
        assert_eq!((table.get(HASH).unwrap().score(0), table.get(HASH).unwrap().depth), (1, 8));
        table.put(HASH, 5, 0, 3, Bound::Lower, Name::NONE);
        assert_eq!((table.get(HASH).unwrap().score(0), table.get(HASH).unwrap().depth), (3, 5));
        table.put(HASH, 1, 0, 4, Bound::Exact, Name::NONE);
        assert_eq!(table.get(HASH).unwrap().score(0), 4, "an exact score is always kept");
    }
}
