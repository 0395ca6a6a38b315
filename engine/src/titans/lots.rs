//! Lots drawn from the seed of a game: random for whoever does not know the seed, the same for everyone who does.

use sha2::{Digest, Sha256};

/// A series of lots. Each purpose has its own: SHA-256 of its name, the seed and a counter.
#[derive(Clone, Debug)]
pub(super) struct Lots {
    of: Sha256,
    counter: u32,
}

impl Lots {
    /// The lots of a purpose.
    pub fn new(purpose: &str, seed: &[u8; 32]) -> Self {
        Self { of: Sha256::new().chain_update(purpose).chain_update(seed), counter: 0 }
    }

    /// The next number below `bound`, which is not 0, uniform for a random seed: 64 bits, refused when they would favour small
    /// numbers.
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

    /// So many of these, each set as likely as any other, in the order they have.
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
        // 128 each on average, with a standard deviation of 8.
        assert!(counts.iter().all(|count| (96..160).contains(count)), "{counts:?}");
    }
}
