//! Pseudo-random draws from the seed of a game: reproducible with the seed, unpredictable without it.

use sha2::{Digest, Sha256};

/// Series of draws for one purpose: SHA-256 of the purpose's name, the seed and a counter.
#[derive(Clone, Debug)]
pub(crate) struct Lots {
    of: Sha256,
    counter: u32,
}

impl Lots {
    /// Series for a purpose.
    pub fn new(purpose: &str, seed: &[u8; 32]) -> Self {
        Self { of: Sha256::new().chain_update(purpose).chain_update(seed), counter: 0 }
    }

    /// Next number below `bound`, which must not be 0. Uniform for a random seed: uses 64 bits and rejects values that
    /// would favour small numbers.
    #[expect(clippy::cast_possible_truncation, reason = "the result is below `bound`")]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let digest = self.of.clone().chain_update(self.counter.to_le_bytes());
            self.counter = self.counter.wrapping_add(1);
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&digest.finalize()[..8]);
            let number = u64::from_le_bytes(bytes);
            if number < limit {
                return (number % bound) as usize;
            }
        }
    }

    /// Random subset of `count` elements in their original order; all subsets are equally likely.
    pub fn choose<T: Ord>(&mut self, mut from: Vec<T>, count: usize) -> Vec<T> {
        let mut chosen = Vec::new();
        while chosen.len() < count && !from.is_empty() {
            let index = self.below(from.len());
            chosen.push(from.swap_remove(index));
        }
        chosen.sort();
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_are_those_of_their_seed_and_purpose_and_even() {
        let draw = |purpose, seed| Lots::new(purpose, &[seed; 32]).choose((0..40).collect(), 5);
        assert_eq!(draw("a", 1), draw("a", 1));
        assert_ne!(draw("a", 1), draw("a", 2));
        assert_ne!(draw("a", 1), draw("b", 1));
        let mut counts = [0; 6];
        for seed in 0..=255 {
            for of_four in Lots::new("even", &[seed; 32]).choose(vec![0, 1, 2, 3, 4, 5], 3) {
                counts[of_four] += 1;
            }
        }
        // Expected value 128 each, with a standard deviation of 8.
        assert!(counts.iter().all(|count| (96..160).contains(count)), "{counts:?}");
    }
}
