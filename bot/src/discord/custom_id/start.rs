//! What somebody who wants to play has chosen so far, as buttons and menus carry it: `play:duel` asks for an army.

use std::fmt;

/// The questions of `/play`, and their answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Which game?
    Game,
    /// A duel of Titan's Battalion: with which army? As a menu, the choice of one.
    Duel,
    /// A duel against the computer: with which army? As a menu, the choice of one.
    Computer,
    /// Party Mode: with which army? As a menu, the choice of one.
    Party,
    /// Clash of the Armies: against whom? As a menu, the choice of a person.
    Clash,
}

const WORDS: [(&str, Start); 5] = [
    ("game", Start::Game),
    ("duel", Start::Duel),
    ("computer", Start::Computer),
    ("party", Start::Party),
    ("clash", Start::Clash),
];

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(_, known)| known == self);
        f.write_str(word.map_or("", |(word, _)| word))
    }
}

impl Start {
    /// Reads that text.
    pub fn read(text: &str) -> Option<Self> {
        let found = WORDS.iter().find(|(word, _)| *word == text);
        found.map(|(_, start)| *start)
    }
}
