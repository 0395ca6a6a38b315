//! What the stand-in remembers for tests: violations, notes and requests.

use std::time::{Duration, SystemTime};

use crate::rest::Op;

/// Which of Discord's rules a bot broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ViolationKind {
    /// A size, a count or a form Discord refuses (50035, 50006, 40005, 30032).
    Limit,
    /// An answer of a kind that does not fit the interaction, or a step out of order.
    Protocol,
    /// No initial answer within [`INITIAL_ANSWER`](crate::limits::INITIAL_ANSWER).
    Timeout,
    /// An answer after its time: the interaction (10062) or its token (50027) was gone.
    Late,
    /// A second initial answer (40060).
    DoubleAnswer,
    /// A wrong token.
    Auth,
    /// A path or method the stand-in does not have.
    UnknownRoute,
    /// The gateway protocol.
    Gateway,
    /// Faster than Discord allows, when that is enforced.
    RateLimit,
}

/// One rule broken, with a sentence that says how.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Which rule.
    pub kind: ViolationKind,
    /// What happened.
    pub sentence: String,
    /// When.
    pub at: SystemTime,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.sentence)
    }
}

/// One request of the bot.
#[derive(Clone, Debug)]
pub struct Request {
    /// What it asked for; `None` for a path the stand-in does not have.
    pub op: Option<Op>,
    /// The HTTP method.
    pub method: String,
    /// The path below `/api/v10/`, interaction tokens left out.
    pub path: String,
    /// The JSON body, if any.
    pub body: serde_json::Value,
    /// The names and sizes of the files sent along.
    pub files: Vec<(String, usize)>,
    /// The status answered; `None` while under way and when the connection was dropped.
    pub status: Option<u16>,
    /// Discord's error code answered, if any.
    pub code: Option<u32>,
    /// When it came.
    pub at: SystemTime,
    /// How long the answer took.
    pub took: Duration,
}
