//! Seed of a game and the contributions that it is drawn from (T-32). They are stored separately and never shown during
//! the game; only their hashes are.

use engine::game::Saved;
use engine::seed::{self, Proof, Word};
use serde::{Deserialize, Serialize};

use crate::host::PersonId;
use crate::host::error::{Error, InternalError};
use crate::host::model::{Member, SealedSeed, SealedWord};

/// Seed in hexadecimal. Secret.
pub(in crate::host) struct Seed(pub String);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// Contributions to the seed: a part drawn when the lobby opens, and words that players add. Secret, therefore without
/// a derived `Debug`.
#[derive(Clone, Serialize, Deserialize)]
pub(in crate::host) struct Contributions {
    /// The bot's part, in hexadecimal.
    part: String,
    words: Vec<Contribution>,
    /// Seats and contributions are fixed; the game starts when all sealed words are known.
    pub fixed: bool,
    /// People who left while the contributions were fixed.
    left: Vec<Member>,
    /// Highest number given so far. The numbers of removed words are not given again, because equal words with equal
    /// numbers have equal hashes.
    #[serde(default)]
    numbered: u32,
}

#[derive(Clone, Serialize, Deserialize)]
struct Contribution {
    by: Member,
    word: Word,
}

impl Contributions {
    /// Contributions of a new lobby: only a part of the bot, fresh from the operating system.
    pub fn new(part: [u8; 32]) -> Self {
        Self { part: engine::titans::to_hex(&part), words: Vec::new(), fixed: false, left: Vec::new(), numbered: 0 }
    }

    /// New contributions, because fixed ones may be known to the person `left` who left.
    pub fn again(&self, new: Self, left: Option<Member>) -> Self {
        Self { left: self.left.iter().cloned().chain(left).collect(), ..new }
    }

    /// Reads the stored form.
    pub fn read(text: &str) -> Result<Self, Error> {
        let unread = |_| InternalError::plain("reading a stored game", "the contributions to its seed cannot be read");
        Ok(serde_json::from_str(text).map_err(unread)?)
    }

    /// Stored form.
    pub fn text(&self) -> Result<String, Error> {
        let unwritten = |_| InternalError::plain("storing a game", "the contributions to its seed cannot be written");
        Ok(serde_json::to_string(self).map_err(unwritten)?)
    }

    fn words(&self) -> Vec<Word> {
        self.words.iter().map(|one| one.word.clone()).collect()
    }

    /// Adds a word, or replaces the person's earlier one. Returns its published hash.
    pub fn add(&mut self, by: Member, text: &str) -> Result<String, seed::WordError> {
        let last = self.words.iter().map(|one| one.word.number()).fold(self.numbered, u32::max);
        let earlier = self.words.iter().position(|one| one.by.person == by.person);
        let number = match earlier.map(|at| self.words[at].word.number()) {
            Some(number) if number > 0 => number,
            _ => last + 1,
        };
        let word = Word::read(text, number)?;
        self.numbered = last.max(number);
        let hash = word.hash(&self.part);
        match earlier {
            Some(at) => self.words[at].word = word,
            None => self.words.push(Contribution { by, word }),
        }
        Ok(hash)
    }

    /// Tells the sealed word of a person. `None` if they have none to tell.
    pub fn tell(&mut self, person: PersonId, text: &str) -> Option<Result<(), seed::WordError>> {
        let mut sealed = self.words.iter_mut().filter(|one| one.word.told().is_none());
        let own = sealed.find(|one| one.by.person == person)?;
        Some(own.word.open(text))
    }

    /// Keeps only the words of these people.
    pub fn retain(&mut self, stays: impl Fn(PersonId) -> bool) {
        self.words.retain(|one| stays(one.by.person));
    }

    /// The seed; `None` while sealed words are missing.
    pub fn draw(&self) -> Option<[u8; 32]> {
        seed::draw(&self.part, &self.words())
    }

    /// Texts that prove the seed. Secret until the end of the game.
    pub fn proof(&self) -> Vec<Proof> {
        seed::proof(&self.part, &self.words())
    }

    /// True if a player added a word.
    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// SHA-256 of the bot's part.
    pub fn part_hash(&self) -> String {
        seed::sha256(&self.part)
    }

    /// Commitments that everyone may see.
    pub fn sealed(&self) -> SealedSeed {
        let word = |one: &Contribution| SealedWord {
            by: one.by.clone(),
            hash: one.word.hash(&self.part),
            awaited: one.word.told().is_none(),
        };
        SealedSeed {
            part: self.part_hash(),
            words: self.words.iter().map(word).collect(),
            fixed: self.fixed,
            left: self.left.clone(),
        }
    }
}

impl std::fmt::Debug for Contributions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Contributions(…)")
    }
}

/// Removes the seed from a saved game.
pub(in crate::host) fn take_seed(mut saved: Saved) -> Result<(String, Seed), Error> {
    let seed = match &mut saved {
        Saved::Titans(setup) => std::mem::take(&mut setup.seed),
        Saved::Clash(setup) => std::mem::take(&mut setup.seed),
        _ => return Err(InternalError::plain("storing a game", "of an unknown kind").into()),
    };
    let text =
        serde_json::to_string(&saved).map_err(|error| InternalError::new("writing the setup of a game", &error))?;
    Ok((text, Seed(seed)))
}

/// Restores the seed.
pub(in crate::host) fn with_seed(saved: &str, seed: &Seed) -> Result<Saved, Error> {
    let mut saved: Saved = serde_json::from_str(saved)
        .map_err(|_| InternalError::plain("reading the setup of a game", "it cannot be read"))?;
    match &mut saved {
        Saved::Titans(setup) => setup.seed.clone_from(&seed.0),
        Saved::Clash(setup) => setup.seed.clone_from(&seed.0),
        _ => return Err(InternalError::plain("reading a game", "of an unknown kind").into()),
    }
    Ok(saved)
}
