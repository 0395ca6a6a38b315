//! Published commitments to the seed of a game (T-32).

use super::Member;

/// Commitments to the contributions of a seed. Contains no secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedSeed {
    /// SHA-256 of the bot's part.
    pub part: String,
    /// Words of the players, in the order in which they were added.
    pub words: Vec<SealedWord>,
    /// Seats and contributions can no longer change; sealed words are awaited.
    pub fixed: bool,
    /// People who left after that, so that all contributions were drawn again.
    pub left: Vec<Member>,
}

/// Commitment to a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedWord {
    /// The person who added the word.
    pub by: Member,
    /// Its published SHA-256.
    pub hash: String,
    /// The person sealed the word and has yet to tell it.
    pub awaited: bool,
}

impl SealedSeed {
    /// People whose sealed word is awaited now.
    pub fn awaited(&self) -> Vec<&Member> {
        let awaited = self.words.iter().filter(|word| self.fixed && word.awaited);
        awaited.map(|word| &word.by).collect()
    }
}
