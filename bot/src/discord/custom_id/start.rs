//! Component ids of the dialog of `/play`: `play:duel` asks for an army.

use std::fmt;

use opponent::Level;

use crate::host::PersonId;

/// The questions of `/play`, and their answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Choice of a game.
    Game,
    /// Choice of an army for a duel in Titan's Battalion.
    Duel,
    /// Choice of an army for a duel against the computer at this level.
    Computer(Level),
    /// Choice of the computer's level.
    Level,
    /// Choice of an army for Party Mode.
    Party,
    /// Choice of an opponent for Clash of the Armies.
    Clash,
    /// Choice of the computer's level for Clash of the Armies against it.
    ClashWithComputer,
    /// Clash of the Armies against any opponent.
    ClashWithAnyone,
    /// A duel that challenges this person.
    DuelWith(PersonId),
    /// A match of Clash of the Armies that challenges this person.
    ClashWith(PersonId),
}

/// The weakest level goes without saying.
const WORDS: [(&str, Start); 8] = [
    ("game", Start::Game),
    ("duel", Start::Duel),
    ("computer", Start::Computer(Level::Recruit)),
    ("level", Start::Level),
    ("party", Start::Party),
    ("clash", Start::Clash),
    ("rival", Start::ClashWithComputer),
    ("anyone", Start::ClashWithAnyone),
];

/// Prefix of a step with a stronger level.
const COMPUTER: &str = "computer-";
/// Prefixes before the id of a person.
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
    /// Parses the text of a step.
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
