//! Randomness: seeds straight from the operating system; the order of seats and the numbers of faults.

use rand::rngs::OsRng;
use rand::seq::SliceRandom as _;
use rand::{Rng as _, TryRngCore};

/// Where the seeds of games come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chance {
    /// The operating system.
    System,
    /// Always the same: tests compare deals.
    #[cfg(test)]
    Fixed([u8; 32]),
}

impl Chance {
    /// A seed for a game.
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn seed(self) -> Result<[u8; 32], <OsRng as TryRngCore>::Error> {
        match self {
            Self::System => {
                let mut bytes = [0; 32];
                OsRng.try_fill_bytes(&mut bytes)?;
                Ok(bytes)
            }
            #[cfg(test)]
            Self::Fixed(bytes) => Ok(bytes),
        }
    }
}

/// Puts a list in a random order, all orders equally likely.
pub(crate) fn shuffle<T>(list: &mut [T]) {
    list.shuffle(&mut rand::rng());
}

/// A number from 0 to `most`.
pub(crate) fn up_to(most: i64) -> i64 {
    rand::rng().random_range(0..=most.max(0))
}

/// Eight hexadecimal digits to find something in the log by.
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
        // 1000 each; eight standard deviations.
        assert!(seen.values().all(|n| (770..1230).contains(n)), "{seen:?}");
    }
}
