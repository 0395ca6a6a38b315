//! Random numbers: seeds of games from the operating system, seat order and error numbers.

use rand::rngs::SysRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, TryRng};

/// Source of the seeds of games.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chance {
    /// The operating system.
    System,
    /// Fixed seed, for tests that compare deals.
    #[cfg(test)]
    Fixed([u8; 32]),
}

impl Chance {
    /// Returns a seed for a game.
    ///
    /// # Errors
    /// Fails if the operating system provides no randomness.
    pub fn seed(self) -> Result<[u8; 32], <SysRng as TryRng>::Error> {
        match self {
            Self::System => {
                let mut bytes = [0; 32];
                SysRng.try_fill_bytes(&mut bytes)?;
                Ok(bytes)
            }
            #[cfg(test)]
            Self::Fixed(bytes) => Ok(bytes),
        }
    }
}

/// Shuffles a list uniformly.
pub(crate) fn shuffle<T>(list: &mut [T]) {
    list.shuffle(&mut rand::rng());
}

/// Random number from 0 to `most`.
pub(crate) fn up_to(most: i64) -> i64 {
    rand::rng().random_range(0..=most.max(0))
}

/// Eight random hexadecimal digits that identify a log entry.
pub(crate) fn short() -> String {
    format!("{:08x}", rand::random::<u32>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_comes_up() {
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut list = [0, 1, 2];
            shuffle(&mut list);
            *seen.entry(list).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        // Expected count: 1000 each. The tolerance is eight standard deviations.
        assert!(seen.values().all(|n| (770..1230).contains(n)), "{seen:?}");
    }
}
