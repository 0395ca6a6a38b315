//! Why something was not done: a [`Refusal`] is for the person, a [`Fault`] for the log.

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fmt;
use std::sync::{LazyLock, Mutex};

use engine::action::Illegal;
use engine::titans::SetupError;

use crate::folded::Folded;
use crate::store::{Cause, StoreError};

use super::{lock, random};

/// Either; what every use case answers when it does not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person is told why, in private.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// Something broke here; the person gets an apology with a number, the log the rest.
    #[error("{0}")]
    Fault(#[from] Fault),
}

/// What kind of refusal it is, for whoever wants to offer something along with the sentence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RefusalKind {
    /// There is no game here, or none of that number.
    NoGame,
    /// There is a game here already.
    GameHere,
    /// The lobby does not take this: full, not joined, a Battalion that may not be picked.
    Lobby,
    /// The game has not begun yet.
    NotStarted,
    /// The game is over.
    Over,
    /// The person has no seat in this game.
    NotInGame,
    /// Somebody else is to act, or the team mate is.
    NotYourTurn,
    /// The rules do not allow it; see [`Refusal::rule`].
    Illegal,
    /// The position has moved on since the button was drawn.
    Stale,
    /// The person may not do this.
    Permission,
    /// A value that cannot be used.
    Input,
    /// The game cannot be opened.
    Unreadable,
}

/// A sentence for the person who asked. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What kind it is.
    pub kind: RefusalKind,
    /// What is wrong, and where it helps what to do.
    pub sentence: String,
    /// The rule that says so, such as `T-20`; not repeated in the sentence.
    pub rule: Option<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.sentence),
            None => f.write_str(&self.sentence),
        }
    }
}

impl StdError for Refusal {}

impl Refusal {
    /// A refusal without a rule.
    pub fn new(kind: RefusalKind, sentence: impl Into<String>) -> Self {
        Self {
            kind,
            sentence: sentence.into(),
            rule: None,
        }
    }
}

/// For `Err(refuse(...))`.
pub(crate) fn refuse(kind: RefusalKind, sentence: impl Into<String>) -> Error {
    Error::Refused(Refusal::new(kind, sentence))
}

impl From<Illegal> for Refusal {
    fn from(why: Illegal) -> Self {
        let kind = match why.rule() {
            "T-3" => RefusalKind::NotYourTurn,
            _ => RefusalKind::Illegal,
        };
        Self {
            kind,
            sentence: why.sentence(),
            rule: Some(why.rule().to_owned()),
        }
    }
}

impl From<Illegal> for Error {
    fn from(why: Illegal) -> Self {
        Error::Refused(why.into())
    }
}

impl From<SetupError> for Error {
    fn from(why: SetupError) -> Self {
        refuse(RefusalKind::Lobby, why.to_string())
    }
}

/// Something broke. Making one writes the cause to the log under its number; showing it apologises and gives the number.
pub struct Fault {
    number: String,
    cause: Cause,
}

impl Fault {
    /// Notes the cause in the log. It must not hold secrets of a game.
    pub fn new(doing: &str, cause: &(dyn StdError + 'static)) -> Self {
        let number = random::short();
        let mut chain = cause.to_string();
        let mut next = cause.source();
        while let Some(inner) = next {
            chain = format!("{chain}: {inner}");
            next = inner.source();
        }
        tracing::error!(fault = %number, doing, cause = %chain, "something broke");
        Self {
            number,
            cause: Cause::Other,
        }
    }

    /// The database is in trouble. While its file cannot be written everything fails for the same reason: one line in a minute says
    /// so, and all of these faults bear its number.
    fn of_database(error: &StoreError) -> Self {
        static LINES: LazyLock<Folded<Cause>> = LazyLock::new(Folded::default);
        static NUMBERS: Mutex<BTreeMap<Cause, String>> = Mutex::new(BTreeMap::new());
        let cause = error.cause();
        let new = || Self {
            cause,
            ..Fault::new("using the database", error)
        };
        if cause == Cause::Other {
            return new();
        }
        let times = LINES.line(cause);
        let mut numbers = lock(&NUMBERS);
        match (numbers.get(&cause), times) {
            (Some(number), None) => Self {
                number: number.clone(),
                cause,
            },
            (_, times) => {
                if let Some(times) = times.filter(|times| *times > 1) {
                    tracing::warn!(
                        ?cause,
                        times,
                        "the database failed like this since the last line"
                    );
                }
                let fault = new();
                numbers.insert(cause, fault.number.clone());
                fault
            }
        }
    }

    /// A fault without a cause of its own.
    pub fn plain(doing: &str, what: &str) -> Self {
        let number = random::short();
        tracing::error!(fault = %number, doing, cause = what, "something broke");
        Self {
            number,
            cause: Cause::Other,
        }
    }

    /// The number under which the log holds the cause.
    pub fn number(&self) -> &str {
        &self.number
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sorry = match self.cause {
            Cause::Full => {
                "The disk that the bot stores its games on is full, so nothing was changed; please try again later."
            }
            Cause::Disk | Cause::ReadOnly | Cause::Locked | Cause::Damaged => {
                "The bot cannot store anything just now, so nothing was changed; please try again later."
            }
            Cause::Other => "Sorry, something went wrong here. Nothing was lost; please try again.",
        };
        write!(f, "{sorry} (Fault {})", self.number)
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fault({})", self.number)
    }
}

impl StdError for Fault {}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Error::Fault(Fault::of_database(&error))
    }
}

impl From<render::RenderError> for Error {
    fn from(error: render::RenderError) -> Self {
        Error::Fault(Fault::new("drawing a picture", &error))
    }
}
