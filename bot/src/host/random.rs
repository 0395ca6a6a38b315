//! Randomness of the operating system: seeds, the order of seats, the numbers of faults.

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
    pub fn seed(self) -> Result<[u8; 32], getrandom::Error> {
        match self {
            Self::System => {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes)?;
                Ok(bytes)
            }
            #[cfg(test)]
            Self::Fixed(bytes) => Ok(bytes),
        }
    }
}

/// Puts a list in a random order, all orders equally likely.
///
/// # Errors
/// When the operating system has no randomness to give.
pub(crate) fn shuffle<T>(list: &mut [T]) -> Result<(), getrandom::Error> {
    for last in (1..list.len()).rev() {
        list.swap(last, below(last + 1)?);
    }
    Ok(())
}

/// A number below `bound`: numbers that would favour small ones are drawn again.
fn below(bound: usize) -> Result<usize, getrandom::Error> {
    let bound = bound as u64;
    let limit = u64::MAX - u64::MAX % bound;
    loop {
        let number = getrandom::u64()?;
        if number < limit {
            return Ok((number % bound) as usize);
        }
    }
}

/// A number from 0 to `most`, for what need not be fair.
pub(crate) fn up_to(most: i64) -> i64 {
    let most = u64::try_from(most).unwrap_or(0);
    let number = getrandom::u64().unwrap_or_default() % most.saturating_add(1);
    i64::try_from(number).unwrap_or(0)
}

/// Eight hexadecimal digits to find something in the log by.
pub(crate) fn short() -> String {
    let number = getrandom::u64().unwrap_or_default();
    format!("{:08x}", number >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_comes_up() {
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut list = [0, 1, 2];
            shuffle(&mut list).unwrap();
            *seen.entry(list).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        // 1000 each; eight standard deviations.
        assert!(seen.values().all(|n| (770..1230).contains(n)), "{seen:?}");
    }
}
