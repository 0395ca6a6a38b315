//! Encryption of the game and version in component ids.
//!
//! A version also counts hidden actions, such as a replaced bid (C-10). In plain text, the ids of two messages would
//! reveal how many there were. Encrypted as one block, they only show whether game and version are the same.

use std::sync::OnceLock;

use aes::Aes128;
use aes::cipher::{BlockCipherDecrypt as _, BlockCipherEncrypt as _, KeyInit as _};
use sha2::{Digest as _, Sha256};

use super::context::{ComponentContext, UnknownId};
use super::field::base36;
use crate::host::{GameId, Version};

/// Characters of a block: two numbers of 64 bits in base 36.
const LENGTH: usize = 26;

static KEY: OnceLock<Aes128> = OnceLock::new();

/// Derives the key from the bot's token, which stays the same after a restart. Only the first call has an effect.
pub fn use_token(token: &str) {
    KEY.get_or_init(|| cipher(token));
}

fn cipher(token: &str) -> Aes128 {
    let mut key = aes::cipher::Key::<Aes128>::default();
    let digest = Sha256::digest(format!("component ids\n{token}"));
    key.iter_mut().zip(digest).for_each(|(byte, from)| *byte = from);
    Aes128::new(&key)
}

/// Encrypts a context. The block holds 64 bits of the game, 32 of the version and 32 zeros, which make forged ids
/// invalid.
pub fn seal(of: ComponentContext) -> Option<String> {
    let game = u64::try_from(of.game.0).ok()?;
    let version = u32::try_from(of.version.0).ok()?;
    let plain = u128::from(game) << 64 | u128::from(version);
    let mut block = plain.to_be_bytes().into();
    KEY.get_or_init(|| cipher("")).encrypt_block(&mut block);
    let (high, low) = halves(u128::from_be_bytes(block.into()));
    Some(format!("{:0>13}{:0>13}", base36(high), base36(low)))
}

/// Inverse of [`seal`].
pub fn open(text: &str) -> Result<ComponentContext, UnknownId> {
    let context = || {
        let (high, low) = text.split_at_checked(LENGTH / 2)?;
        let half = |text| u64::from_str_radix(text, 36).ok().map(u128::from);
        let mut block = (half(high)? << 64 | half(low)?).to_be_bytes().into();
        KEY.get_or_init(|| cipher("")).decrypt_block(&mut block);
        let (game, version) = halves(u128::from_be_bytes(block.into()));
        let version = u32::try_from(version).ok()?;
        Some(ComponentContext { game: GameId(i64::try_from(game).ok()?), version: Version(version.into()) })
    };
    // Only the canonical spelling is accepted.
    context().filter(|context| seal(*context).as_deref() == Some(text)).ok_or(UnknownId)
}

fn halves(block: u128) -> (u64, u64) {
    #[expect(clippy::cast_possible_truncation, reason = "each half has 64 bits")]
    ((block >> 64) as u64, block as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: i64, version: i64) -> ComponentContext {
        ComponentContext { game: GameId(game), version: Version(version) }
    }

    #[test]
    fn sealed_contexts_are_read_back() {
        for context in [of(1, 1), of(37, 5), of(i64::MAX, i64::from(u32::MAX))] {
            let sealed = seal(context).unwrap();
            assert_eq!(sealed.len(), LENGTH);
            assert_eq!(open(&sealed), Ok(context));
        }
        assert_eq!(seal(of(1, i64::MAX)), None);
    }

    #[test]
    fn neighbouring_versions_have_nothing_in_common() {
        let [one, two] = [1, 2].map(|version| seal(of(3, version)).unwrap());
        let same = one.chars().zip(two.chars()).filter(|(one, two)| one == two).count();
        assert!(same < 10, "{one} {two}");
    }

    #[test]
    fn forged_ids_are_refused() {
        let sealed = seal(of(3, 7)).unwrap();
        let changed = sealed.replacen(|letter: char| letter != 'a', "a", 1);
        for text in ["", "3.7", "ä", &sealed[1..], &sealed.to_uppercase(), &changed, &"z".repeat(26), &"ä".repeat(13)]
        {
            assert_eq!(open(text), Err(UnknownId), "{text}");
        }
    }

    /// Ids cannot be made or read without the token.
    #[test]
    fn each_token_has_its_own_ids() {
        let sealed = |token| {
            let mut block = [7_u8; 16].into();
            cipher(token).encrypt_block(&mut block);
            block
        };
        assert_eq!(sealed("one"), sealed("one"));
        assert!(sealed("one") != sealed("two") && sealed("one") != sealed(""));
    }
}
