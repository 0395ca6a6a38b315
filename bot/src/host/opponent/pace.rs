//! Delay of a computer player's answer, so that people can follow the game. The delay depends only on the game's seed
//! and version, so it reveals nothing about the decision or hidden information.

use std::time::Duration;

use sha2::{Digest as _, Sha256};

use crate::host::Version;
use crate::host::session::seed::Seed;

/// Range of delays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Minimum.
    pub least: Duration,
    /// Maximum.
    pub most: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { least: Duration::from_millis(1_500), most: Duration::from_secs(5) }
    }
}

impl Pace {
    /// Delay of the answer in this version of a game.
    pub(super) fn pause(self, seed: &Seed, version: Version) -> Duration {
        let range = self.most.saturating_sub(self.least).as_millis();
        let range = u64::try_from(range).unwrap_or(u64::MAX).saturating_add(1);
        self.least + Duration::from_millis(number(seed, "pause", version) % range)
    }
}

/// Seed of a computer player's random choices in this game.
pub(super) fn taste(seed: &Seed) -> u64 {
    number(seed, "taste", Version(0))
}

fn number(seed: &Seed, what: &str, version: Version) -> u64 {
    let digest =
        Sha256::new().chain_update(what).chain_update(version.0.to_le_bytes()).chain_update(&seed.0).finalize();
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_lie_between_the_bounds_and_depend_on_nothing_else() {
        let (one, other) = (Seed("00".into()), Seed("01".into()));
        let pace = Pace::default();
        let pauses = |seed: &Seed| (1..200).map(|v| pace.pause(seed, Version(v))).collect::<Vec<_>>();
        let all = pauses(&one);
        assert!(all.iter().all(|pause| (pace.least..=pace.most).contains(pause)));
        assert!(all.iter().max() > all.iter().min().map(|least| *least + Duration::from_secs(2)).as_ref());
        assert_eq!(all, pauses(&one));
        assert_ne!(all, pauses(&other));
        let at_once = Pace { least: Duration::ZERO, most: Duration::ZERO };
        assert_eq!(at_once.pause(&one, Version(1)), Duration::ZERO);
        assert_ne!(taste(&one), taste(&other));
    }
}
