//! Counters of the traffic.

use std::collections::BTreeMap;

use crate::rest::Op;

/// Scope of an exceeded limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The bot's limit for a route.
    User,
    /// The bot's limit for all routes together.
    Global,
    /// A resource's limit for all its users.
    Shared,
    /// Lockout of the address after too many invalid requests.
    LockedOut,
}

/// Requests and refusals since the start of counting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traffic {
    /// Requests by operation.
    pub requests: BTreeMap<Op, u64>,
    /// Requests that count towards the global limit.
    pub counted: u64,
    /// Responses of 429, by scope.
    pub limited: BTreeMap<Scope, u64>,
    /// Responses of 401, 403 or 429 that count towards a lockout.
    pub invalid: u64,
    /// Maximum number of requests in one second that count towards the global limit, enforced or not.
    pub busiest_second: u64,
}

impl Traffic {
    /// Returns the number of all requests to known routes.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.requests.values().sum()
    }

    /// Returns the number of requests of one operation.
    #[must_use]
    pub fn of(&self, op: Op) -> u64 {
        self.requests.get(&op).copied().unwrap_or_default()
    }

    /// Returns the number of 429 responses.
    #[must_use]
    pub fn all_limited(&self) -> u64 {
        self.limited.values().sum()
    }
}
