//! Joint seed of a game (T-32): the SHA-256 of a part drawn by the program and of words added by the players.
//!
//! All contributions are committed by their hashes before any of them is revealed, so nobody can choose one that suits
//! the others. [`proof`] lists the texts that anyone can hash again:
//!
//! ```
//! use engine::seed::{Word, draw, proof};
//!
//! let part = "5f".repeat(32);
//! let words = [Word::read("apple", 1).unwrap()];
//! let seed = draw(&part, &words).unwrap();
//! assert_eq!(proof(&part, &words).last().unwrap().text, format!("seed {part} apple"));
//! assert_eq!(proof(&part, &words).last().unwrap().hash, engine::titans::to_hex(&seed));
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex::to_hex;
use crate::titans::Lots;

/// Maximum length of a word, in characters.
pub const LONGEST: usize = 32;
/// Length of a SHA-256 in hexadecimal.
const HASH: usize = 64;

/// Contribution of a player. Secret until the end of the game; its hash is public. No derived `Debug` for that reason.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Known to the program from the beginning.
    Told {
        /// Number among the words of the lobby, so that equal words have different hashes.
        number: u32,
        /// The word.
        word: String,
    },
    /// Hashed by the player, who tells the word when no contribution can change any more.
    Sealed {
        /// SHA-256 of the word.
        hash: String,
        /// The word, once told.
        word: Option<String>,
    },
}

/// A text that cannot be used as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordError {
    /// Not 1 to [`LONGEST`] letters, digits, hyphens, underscores or dots.
    Spelling,
    /// Not the word whose hash was published.
    OtherHash,
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WordError::Spelling => "not a word",
            WordError::OtherHash => "not the sealed word",
        })
    }
}

impl std::error::Error for WordError {}

/// A text of the proof, with its SHA-256 in hexadecimal.
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    /// The text, revealed at the end.
    pub text: String,
    /// Its hash, published before.
    pub hash: String,
}

/// Checks the spelling of a word. Words need no quoting in a shell.
fn spelled(text: &str) -> Result<String, WordError> {
    let text = text.trim();
    let usable = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if (1..=LONGEST).contains(&text.chars().count()) && text.chars().all(usable) {
        Ok(text.to_owned())
    } else {
        Err(WordError::Spelling)
    }
}

impl Word {
    /// Reads a word, or the SHA-256 of a word that its player keeps for now. `number` is that among the words of the
    /// lobby.
    ///
    /// # Errors
    /// [`WordError::Spelling`] for any other text.
    pub fn read(text: &str, number: u32) -> Result<Self, WordError> {
        let text = text.trim();
        if text.len() == HASH && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(Word::Sealed { hash: text.to_ascii_lowercase(), word: None });
        }
        Ok(Word::Told { number, word: spelled(text)? })
    }

    /// Tells a sealed word.
    ///
    /// # Errors
    /// [`WordError::OtherHash`] if its hash is not the published one, or the word was never sealed.
    pub fn open(&mut self, text: &str) -> Result<(), WordError> {
        let told = spelled(text)?;
        match self {
            Word::Sealed { hash, word } if sha256(&told) == *hash => {
                *word = Some(told);
                Ok(())
            }
            _ => Err(WordError::OtherHash),
        }
    }

    /// Number among the words of the lobby; 0 for a sealed word.
    pub const fn number(&self) -> u32 {
        match self {
            Word::Told { number, .. } => *number,
            Word::Sealed { .. } => 0,
        }
    }

    /// The word; `None` while it is sealed.
    pub fn told(&self) -> Option<&str> {
        match self {
            Word::Told { word, .. } => Some(word),
            Word::Sealed { word, .. } => word.as_deref(),
        }
    }

    /// Published SHA-256 of the word. The program's part keeps a short word from being guessed.
    pub fn hash(&self, part: &str) -> String {
        match self {
            Word::Told { number, word } => sha256(&format!("{part} {number} {word}")),
            Word::Sealed { hash, .. } => hash.clone(),
        }
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Word(…)")
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proof(…)")
    }
}

/// SHA-256 of a text, in hexadecimal: the published hash of the program's part.
pub fn sha256(text: &str) -> String {
    to_hex(&Sha256::digest(text.as_bytes()).into())
}

/// Text whose SHA-256 is the seed; `None` while a word is sealed.
fn text(part: &str, words: &[Word]) -> Option<String> {
    let mut text = format!("seed {part}");
    for word in words {
        text.push(' ');
        text.push_str(word.told()?);
    }
    Some(text)
}

/// Seed of the game; `None` while a word is sealed.
pub fn draw(part: &str, words: &[Word]) -> Option<[u8; 32]> {
    text(part, words).map(|text| Sha256::digest(text.as_bytes()).into())
}

/// Texts and hashes of a revealed seed: the program's part, each word in order, and the seed. Words that are still
/// sealed are left out, and so is the seed then.
pub fn proof(part: &str, words: &[Word]) -> Vec<Proof> {
    let own = std::iter::once(part.to_owned());
    let told = words.iter().filter_map(|word| match word {
        Word::Told { number, word } => Some(format!("{part} {number} {word}")),
        Word::Sealed { word, .. } => word.clone(),
    });
    let texts = own.chain(told).chain(text(part, words));
    texts.map(|text| Proof { hash: sha256(&text), text }).collect()
}

/// Order of the seats drawn from the seed: index among the joined players of each seat. All orders are equally likely.
pub fn seat_order(seed: &[u8; 32], seats: usize) -> Vec<usize> {
    let mut lots = Lots::new("battalion seats", seed);
    let mut left: Vec<usize> = (0..seats).collect();
    (0..seats).map(|_| left.remove(lots.below(left.len()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    fn word(text: &str) -> Word {
        Word::read(text, 1).unwrap()
    }

    #[test]
    fn t_32_words_are_read_and_bad_ones_refused() {
        for good in ["a", " apple ", "Äpfel-7_x.y", "王車", &"x".repeat(32)] {
            assert_eq!(word(good).told(), Some(good.trim()), "{good}");
        }
        for bad in ["", "  ", "two words", "it's", "`x`", "$x", "a\"b", "a\\b", &"x".repeat(33), "a\u{202e}b", "!"] {
            assert_eq!(Word::read(bad, 1), Err(WordError::Spelling), "{bad:?}");
        }
    }

    #[test]
    fn t_32_a_sealed_word_is_told_later_and_only_that_one() {
        let mut sealed = word(&sha256("apple").to_uppercase());
        assert_eq!((sealed.told(), sealed.hash(PART)), (None, sha256("apple")));
        assert_eq!(draw(PART, &[word("pear"), sealed.clone()]), None);
        assert_eq!(sealed.open("pear"), Err(WordError::OtherHash));
        assert_eq!(sealed.open("it's"), Err(WordError::Spelling));
        sealed.open(" apple").unwrap();
        assert_eq!(draw(PART, &[sealed]), draw(PART, &[word("apple")]));
        assert_eq!(word("apple").open("apple"), Err(WordError::OtherHash), "it was never sealed");
    }

    #[test]
    fn t_32_every_contribution_changes_the_seed_and_the_order_counts() {
        let seeds = [
            draw(PART, &[]),
            draw(PART, &[word("apple")]),
            draw(PART, &[word("apple"), word("pear")]),
            draw(PART, &[word("pear"), word("apple")]),
            draw(&PART.replace('0', "1"), &[word("apple")]),
        ];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(seed.is_some() && !seeds[..index].contains(seed), "{index}");
        }
    }

    #[test]
    fn t_32_equal_words_have_different_hashes_that_the_part_hides() {
        let (first, second) = (Word::read("apple", 1).unwrap(), Word::read("apple", 2).unwrap());
        assert_ne!(first.hash(PART), second.hash(PART));
        assert_ne!(first.hash(PART), sha256("apple"));
        assert_eq!(format!("{first:?}"), "Word(…)");
    }

    #[test]
    fn t_32_the_proof_has_the_published_hashes_in_order() {
        let mut sealed = word(&sha256("pear"));
        sealed.open("pear").unwrap();
        let words = [word("apple"), sealed];
        let lines = proof(PART, &words);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, [PART, &format!("{PART} 1 apple"), "pear", &format!("seed {PART} apple pear")]);
        assert_eq!(lines[0].hash, sha256(PART));
        assert_eq!((&lines[1].hash, &lines[2].hash), (&words[0].hash(PART), &words[1].hash(PART)));
        assert_eq!(lines[3].hash, to_hex(&draw(PART, &words).unwrap()));
    }

    #[test]
    fn t_32_every_order_of_seats_is_equally_likely() {
        let mut seen = std::collections::BTreeMap::new();
        for n in 0..6000_u32 {
            let seed: [u8; 32] = Sha256::digest(n.to_le_bytes()).into();
            *seen.entry(seat_order(&seed, 3)).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        // Expected count: 1000 each. The tolerance is eight standard deviations.
        assert!(seen.values().all(|n| (770..1230).contains(n)), "{seen:?}");
    }
}
