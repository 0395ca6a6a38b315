//! What somebody who wants to play has chosen so far, as buttons and menus carry it: `play:duel` asks for an army.

use std::fmt;

use opponent::Level;

use crate::host::PersonId;

/// The questions of `/play`, and their answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Which game?
    Game,
    /// A duel of Titan's Battalion: with which army? As a menu, the choice of one.
    Duel,
    /// A duel against the computer at that level: with which army? As a menu, the choice of one.
    Computer(Level),
    /// How strong is the computer to be? As a menu, the choice of a level.
    Level,
    /// Party Mode: with which army? As a menu, the choice of one.
    Party,
    /// Clash of the Armies: against whom? As a menu, the choice of a person.
    Clash,
    /// Clash of the Armies against whoever wants to.
    ClashWithAnyone,
    /// A duel that challenges this person.
    DuelWith(PersonId),
    /// A match of Clash of the Armies that challenges this person.
    ClashWith(PersonId),
}

/// The weakest level goes without saying.
const WORDS: [(&str, Start); 7] = [
    ("game", Start::Game),
    ("duel", Start::Duel),
    ("computer", Start::Computer(Level::Recruit)),
    ("level", Start::Level),
    ("party", Start::Party),
    ("clash", Start::Clash),
    ("anyone", Start::ClashWithAnyone),
];

/// What a stronger level follows.
const COMPUTER: &str = "computer-";
/// What the id of a person follows.
const DUEL_WITH: &str = "duel-";
const CLASH_WITH: &str = "clash-";

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (WORDS.iter().find(|(_, known)| known == self), self) {
            (Some((word, _)), _) => f.write_str(word),
            (None, Start::Computer(level)) => write!(f, "{COMPUTER}{}", level.key()),
            (None, Start::DuelWith(person)) => write!(f, "{DUEL_WITH}{person}"),
            (None, Start::ClashWith(person)) => write!(f, "{CLASH_WITH}{person}"),
            (None, _) => Ok(()),
        }
    }
}

impl Start {
    /// Reads that text.
    pub fn read(text: &str) -> Option<Self> {
        if let Some((_, start)) = WORDS.iter().find(|(word, _)| *word == text) {
            return Some(*start);
        }
        let person = |id: &str| id.parse().ok().filter(|id| *id > 0).map(PersonId);
        let start = if let Some(level) = text.strip_prefix(COMPUTER) {
            Start::Computer(level.parse().ok()?)
        } else if let Some(id) = text.strip_prefix(DUEL_WITH) {
            Start::DuelWith(person(id)?)
        } else {
            Start::ClashWith(person(text.strip_prefix(CLASH_WITH)?)?)
        };
        // There is one way to write each.
        (start.to_string() == text).then_some(start)
    }
}
