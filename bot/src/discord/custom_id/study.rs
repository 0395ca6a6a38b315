//! Component ids of lessons: `learn:to.check.0` is the choice of a move at the first step of the lesson `check`. They
//! are independent of any game.

use std::fmt;

use super::field::decimal;

/// Action in the lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Study {
    /// Shows the list of lessons; as a menu, the choice of one.
    All,
    /// Opens a lesson at the step where the person left it.
    Open(String),
    /// Restarts a lesson.
    Again(String),
    /// Acts at a step of a lesson.
    Step(String, u16, StudyStep),
}

/// Action at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyStep {
    /// As a menu, the choice of a piece or of an action in the shop.
    Choose,
    /// As a menu, the choice of a move.
    To,
    /// As a button, opens the form for typing an answer; as a form, submits it.
    Type,
    /// Shows a hint.
    Hint,
}

const STEPS: [(&str, StudyStep); 4] =
    [("from", StudyStep::Choose), ("to", StudyStep::To), ("type", StudyStep::Type), ("hint", StudyStep::Hint)];

impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Study::All => f.write_str("all"),
            Study::Open(lesson) => write!(f, "open.{lesson}"),
            Study::Again(lesson) => write!(f, "again.{lesson}"),
            Study::Step(lesson, number, step) => {
                let word = STEPS.iter().find(|(_, known)| known == step);
                write!(f, "{}.{lesson}.{number}", word.map_or("", |(word, _)| word))
            }
        }
    }
}

impl Study {
    /// Parses the text of an action.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (word, lesson, number) = (parts.next()?, parts.next(), parts.next());
        if parts.next().is_some() {
            return None;
        }
        let id = |text: &str| is_id(text).then(|| text.to_owned());
        Some(match (word, lesson, number) {
            ("all", None, None) => Study::All,
            ("open", Some(lesson), None) => Study::Open(id(lesson)?),
            ("again", Some(lesson), None) => Study::Again(id(lesson)?),
            (word, Some(lesson), Some(number)) => {
                let (_, step) = STEPS.iter().find(|(known, _)| *known == word)?;
                Study::Step(id(lesson)?, decimal(number)?, *step)
            }
            _ => return None,
        })
    }
}

fn is_id(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b == b'-';
    (1..=40).contains(&text.len()) && text.bytes().all(fits)
}
