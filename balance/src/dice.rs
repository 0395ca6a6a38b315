//! Random numbers from a seed.

/// SplitMix64.
#[derive(Clone, Copy, Debug)]
pub struct Dice(pub u64);

impl Dice {
    #[expect(clippy::cast_possible_truncation, reason = "the result is below `n`")]
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n.max(1) as u64) as usize
    }

    /// Returns `true` with a chance of one in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// The elements in a random order.
    #[must_use]
    pub fn shuffled<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
        all
    }
}
