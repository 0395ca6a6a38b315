//! Random numbers: seeds of games from the operating system, lots, codes, delays and error numbers.

use rand::rngs::{StdRng, SysRng};
use rand::{SeedableRng as _, TryRng};

/// Source of random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chance {
    /// The operating system.
    System,
    /// Fixed seed, for tests that compare what is drawn.
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

    /// Generator of random numbers. With a fixed seed, they depend on the purpose alone.
    #[cfg_attr(not(test), expect(unused_variables, reason = "numbers of the operating system serve every purpose"))]
    pub fn generator(self, purpose: &str) -> StdRng {
        match self {
            Self::System => StdRng::from_rng(&mut rand::rng()),
            #[cfg(test)]
            Self::Fixed(mut bytes) => {
                for (place, byte) in purpose.bytes().enumerate() {
                    bytes[place % bytes.len()] ^=
                        byte.rotate_left(u32::try_from(place / bytes.len()).unwrap_or_default());
                }
                StdRng::from_seed(bytes)
            }
        }
    }
}

/// Eight random hexadecimal digits that identify a log entry.
pub(crate) fn short() -> String {
    format!("{:08x}", rand::random::<u32>())
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;

    #[test]
    fn only_fixed_numbers_come_again() {
        let drawn = |chance: Chance, purpose| chance.generator(purpose).next_u64();
        assert_ne!(drawn(Chance::System, "code"), drawn(Chance::System, "code"));
        let fixed = Chance::Fixed([7; 32]);
        assert_eq!(drawn(fixed, "code"), drawn(fixed, "code"));
        assert_ne!(drawn(fixed, "code"), drawn(fixed, "delay"));
    }
}
