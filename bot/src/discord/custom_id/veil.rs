//! Versions as they stand in ids: permuted, so that nobody can count what happened in secret between two messages, such as how often a bid
//! was replaced (C-10) or how many steps an army took.

use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use crate::store::{GameId, Version};

/// Rounds of the Feistel network.
const ROUNDS: u8 = 4;

static KEY: OnceLock<[u8; 32]> = OnceLock::new();

/// Sets the key of this bot, derived from its configured token, before the first id is written: the same after every restart. The playground,
/// whose token is drawn anew at each start, does without. Later calls change nothing.
pub fn set_key(token: &str) {
    let key = Sha256::new().chain_update(b"versions in component ids").chain_update(token).finalize();
    // A second call in one process keeps the first key.
    let _ = KEY.set(key.into());
}

/// The version as it is written.
pub(super) fn hide(game: GameId, version: Version) -> u64 {
    let (mut left, mut right) = halves(version.0.unsigned_abs());
    for round in 0..ROUNDS {
        (left, right) = (right, left ^ mixed(game, round, right));
    }
    joined(left, right)
}

/// The inverse of [`hide`]; `None` for what is no version.
pub(super) fn reveal(game: GameId, written: u64) -> Option<Version> {
    let (mut left, mut right) = halves(written);
    for round in (0..ROUNDS).rev() {
        (left, right) = (right ^ mixed(game, round, left), left);
    }
    i64::try_from(joined(left, right)).ok().map(Version)
}

const fn halves(number: u64) -> (u32, u32) {
    ((number >> 32) as u32, number as u32)
}

const fn joined(left: u32, right: u32) -> u64 {
    (left as u64) << 32 | right as u64
}

fn mixed(game: GameId, round: u8, half: u32) -> u32 {
    let digest: [u8; 32] = Sha256::new()
        .chain_update(KEY.get_or_init(|| [0; 32]))
        .chain_update(game.0.to_le_bytes())
        .chain_update([round])
        .chain_update(half.to_le_bytes())
        .finalize()
        .into();
    u32::from_le_bytes([digest[0], digest[1], digest[2], digest[3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_back_and_cannot_be_counted() {
        let game = GameId(3);
        let written: Vec<u64> = (1..200).map(|version| hide(game, Version(version))).collect();
        for (version, written) in (1..).zip(&written) {
            assert_eq!(reveal(game, *written), Some(Version(version)));
            assert_ne!(reveal(GameId(4), *written), Some(Version(version)), "another game's");
        }
        assert_eq!(reveal(game, hide(game, Version(i64::MAX))), Some(Version(i64::MAX)));
        let rises = written.windows(2).filter(|pair| pair[0] < pair[1]).count();
        assert!((60..140).contains(&rises), "{rises} of 198");
    }
}
