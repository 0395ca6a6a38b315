//! Component ids of the dialog of `/play`: `play:duel` asks for an army.

use std::fmt;

use opponent::Level;

/// Step of `/play`: a question with the answers so far.
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
}

/// Words of the steps. `computer` means the weakest level.
const WORDS: [(&str, Start); 6] = [
    ("game", Start::Game),
    ("duel", Start::Duel),
    ("computer", Start::Computer(Level::Recruit)),
    ("level", Start::Level),
    ("party", Start::Party),
    ("clash", Start::Clash),
];

/// Prefix of a step with a stronger level.
const COMPUTER: &str = "computer-";

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (WORDS.iter().find(|(_, known)| known == self), self) {
            (Some((word, _)), _) => f.write_str(word),
            (None, Start::Computer(level)) => write!(f, "{COMPUTER}{}", level.key()),
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
        let level = text.strip_prefix(COMPUTER)?.parse().ok()?;
        let start = Start::Computer(level);
        // Only the canonical spelling is accepted.
        (start.to_string() == text).then_some(start)
    }
}
