//! What came over the wire, counted.

use std::collections::BTreeMap;

use super::Scope;
use crate::rest::Op;

/// Requests and refusals since the counting began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traffic {
    /// Requests by what they asked for.
    pub requests: BTreeMap<Op, u64>,
    /// Those of them that count in the global limit.
    pub counted: u64,
    /// Requests answered 429, by whose limit it was.
    pub limited: BTreeMap<Scope, u64>,
    /// Answers of 401, 403 or 429 that count towards a lockout.
    pub invalid: u64,
    /// The most requests of one second that count in the global limit, enforced or not.
    pub busiest_second: u64,
}

impl Traffic {
    /// All requests to known routes.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.requests.values().sum()
    }

    /// The requests of one kind.
    #[must_use]
    pub fn of(&self, op: Op) -> u64 {
        self.requests.get(&op).copied().unwrap_or_default()
    }

    /// Requests answered 429.
    #[must_use]
    pub fn all_limited(&self) -> u64 {
        self.limited.values().sum()
    }
}
