//! Records for tests: violations and requests.

use std::time::{Duration, SystemTime};

use crate::rest::Op;

/// Kind of rule that a bot violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ViolationKind {
    /// A size, count or form that Discord rejects (50035, 50006, 40005, 30032).
    Limit,
    /// A response of the wrong type for the interaction, or a step out of order.
    Protocol,
    /// No initial response within [`INITIAL_ANSWER`](crate::limits::INITIAL_ANSWER).
    Timeout,
    /// A late response: the interaction (10062) or its token (50027) had expired.
    Late,
    /// A second initial response (40060).
    DoubleAnswer,
    /// A wrong token.
    Auth,
    /// A path or method that the stand-in does not implement.
    UnknownRoute,
    /// A violation of the gateway protocol.
    Gateway,
    /// Requests faster than Discord permits, if limits are enforced.
    RateLimit,
}

/// A violated rule with a description.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Kind of rule.
    pub kind: ViolationKind,
    /// Description.
    pub sentence: String,
    /// Time of the violation.
    pub at: SystemTime,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.sentence)
    }
}

/// A request of the bot.
#[derive(Clone, Debug)]
pub struct Request {
    /// Operation; `None` for a path that the stand-in does not implement.
    pub op: Option<Op>,
    /// HTTP method.
    pub method: String,
    /// Path below `/api/v10/`, without interaction tokens.
    pub path: String,
    /// JSON body, if any.
    pub body: serde_json::Value,
    /// Names and sizes of the files.
    pub files: Vec<(String, usize)>,
    /// Response status; `None` while the request is pending, and after a dropped connection.
    pub status: Option<u16>,
    /// Discord's error code in the response, if any.
    pub code: Option<u32>,
    /// Time of the request.
    pub at: SystemTime,
    /// Time until the response.
    pub took: Duration,
}
