//! Rate limits: the global limit, a bucket for each route, and the limit of invalid requests.
//!
//! Documented by Discord (Rate Limits, and Receiving and Responding to Interactions): a global limit of 50 requests per
//! second for a bot, without interaction endpoints (initial responses, follow-ups, edits of both). One bucket per route
//! and top-level resource (channel, server, webhook and token). The `X-RateLimit-*` headers, `Retry-After` in whole
//! seconds, and the body of a 429. A lockout of the address after 10,000 responses of 401, 403 or 429 in ten minutes,
//! without those of scope `shared`.
//!
//! Discord does not publish the numbers of the buckets. These values have been observed by many: messages and edits 5
//! in 5 s per channel; deletions 5 in 1 s (3 in a third of a second for messages older than ten seconds, not
//! implemented); reactions 1 in 0.25 s; channel changes 10 in 15 s; follow-ups and their edits 5 in 2 s per
//! interaction. All follow-ups of a channel together are limited to 30 in 60 s, without headers and with scope
//! `shared`. Assumed for lack of data: opening direct message channels and threads 10 in 10 s. Initial responses have
//! no bucket. A window starts with its first request and ends as a whole; a refused request does not count.
//!
//! A locked-out address gets 429 with a short HTML text: no JSON, no `Retry-After`, no `X-RateLimit-*` and no `Via`,
//! because it comes from the proxy in front of Discord.

mod answer;
mod traffic;

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

pub(crate) use answer::{tell, tell_limited};
pub use traffic::{Scope, Traffic};

use crate::limits;
use crate::rest::Op;

/// Strictness of the stand-in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// `true` to refuse requests that are too fast; otherwise they are only recorded, and responses have no rate limit
    /// headers.
    pub(crate) enforced: bool,
    /// Invalid requests in [`limits::INVALID_WINDOW`] before the address is locked out.
    pub(crate) invalid: usize,
    /// Duration of the lockout.
    pub(crate) lockout: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self { enforced: false, invalid: limits::INVALID_REQUESTS, lockout: limits::LOCKOUT }
    }
}

/// Limit of requests in a period, counted separately by a key.
#[derive(Clone, Copy, Debug)]
struct Rule {
    limit: u32,
    window: Duration,
    per: Per,
}

/// Key of a bucket.
#[derive(Clone, Copy, Debug)]
enum Per {
    Channel,
    Token,
    Bot,
}

fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule = |limit, millis, per| Some(Rule { limit, window: Duration::from_millis(millis), per });
    match op {
        CreateMessage | UpdateMessage => rule(5, 5_000, Per::Channel),
        DeleteMessage => rule(5, 1_000, Per::Channel),
        AddReaction | DeleteReaction => rule(1, 250, Per::Channel),
        UpdateChannel => rule(10, 15_000, Per::Channel),
        CreateThread | CreateThreadFromMessage => rule(10, 10_000, Per::Channel),
        CreateDm => rule(10, 10_000, Per::Bot),
        CreateFollowup | UpdateOriginal | UpdateFollowup | DeleteOriginal | DeleteFollowup | GetOriginal
        | GetFollowup => rule(5, 2_000, Per::Token),
        _ => None,
    }
}

/// Number of buckets above which expired ones are removed.
const KEPT: usize = 10_000;
/// Time after which every window of a bucket has expired.
const OVER: Duration = Duration::from_secs(15);

/// Limit of all follow-ups in a channel.
const FOLLOWUPS: Rule = Rule { limit: 30, window: Duration::from_secs(60), per: Per::Channel };

/// Parts of a request that determine its bucket.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Resource<'a> {
    /// Channel in the path, or that of the interaction.
    pub(crate) channel: u64,
    /// Token of the interaction.
    pub(crate) token: &'a str,
}

/// Requests since the start of a window.
#[derive(Clone, Copy, Debug)]
struct Window {
    began: Instant,
    used: u32,
}

impl Window {
    fn new(now: Instant) -> Self {
        Self { began: now, used: 0 }
    }

    /// Counts a request, or returns the time to wait. A refused request may be counted as well, because the window ends
    /// as a whole.
    fn take(&mut self, limit: u32, length: Duration, now: Instant) -> Result<(), Duration> {
        if now.duration_since(self.began) >= length {
            *self = Self::new(now);
        }
        self.used = self.used.saturating_add(1);
        if self.used > limit {
            return Err(self.left(length, now));
        }
        Ok(())
    }

    /// Remaining time of the window.
    fn left(&self, length: Duration, now: Instant) -> Duration {
        length.saturating_sub(now.duration_since(self.began))
    }
}

/// State of a route's bucket, for the headers of a response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    op: Op,
    limit: u32,
    remaining: u32,
    reset_after: Duration,
}

/// A request that was too early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limited {
    pub(crate) scope: Scope,
    pub(crate) retry_after: Duration,
    pub(crate) bucket: Option<Bucket>,
}

/// All counters.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    pub(crate) rules: Rules,
    pub(crate) traffic: Traffic,
    global: Option<Window>,
    buckets: HashMap<(Op, u64, String), Window>,
    followups: HashMap<u64, Window>,
    invalid: VecDeque<Instant>,
    locked_out_until: Option<Instant>,
}

impl Rates {
    pub(crate) fn new(rules: Rules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Returns `true` if the address is locked out; the request then counts as refused.
    pub(crate) fn locked_out(&mut self, now: Instant) -> bool {
        let locked = self.locked_out_until.is_some_and(|until| now < until);
        if locked {
            self.refused(Scope::LockedOut);
        }
        locked
    }

    /// Counts a request. `Err` is the exceeded limit; [`Rules::enforced`] determines whether the request is refused.
    pub(crate) fn take(&mut self, op: Op, to: Resource<'_>, now: Instant) -> Result<Option<Bucket>, Limited> {
        *self.traffic.requests.entry(op).or_default() += 1;
        if !op.by_interaction() {
            self.traffic.counted += 1;
            self.global(now)?;
        }
        let bucket = self.bucket(op, to, now)?;
        if op == Op::CreateFollowup {
            let window = self.followups.entry(to.channel);
            let window = window.or_insert_with(|| Window::new(now));
            let taken = window.take(FOLLOWUPS.limit, FOLLOWUPS.window, now);
            taken.map_err(|retry_after| Limited { scope: Scope::Shared, retry_after, bucket })?;
        }
        Ok(bucket)
    }

    fn global(&mut self, now: Instant) -> Result<(), Limited> {
        let window = self.global.get_or_insert_with(|| Window::new(now));
        let taken = window.take(limits::GLOBAL_RATE, Duration::from_secs(1), now);
        let busiest = &mut self.traffic.busiest_second;
        *busiest = (*busiest).max(u64::from(window.used));
        taken.map_err(|retry_after| Limited { scope: Scope::Global, retry_after, bucket: None })
    }

    fn bucket(&mut self, op: Op, to: Resource<'_>, now: Instant) -> Result<Option<Bucket>, Limited> {
        let Some(rule) = rule(op) else {
            return Ok(None);
        };
        let key = match rule.per {
            Per::Channel => (op, to.channel, String::new()),
            Per::Token => (op, 0, to.token.to_owned()),
            Per::Bot => (op, 0, String::new()),
        };
        // Every interaction has its own buckets, so expired ones must be removed.
        if self.buckets.len() > KEPT {
            self.buckets.retain(|_, window| now.duration_since(window.began) < OVER);
        }
        let window = self.buckets.entry(key);
        let window = window.or_insert_with(|| Window::new(now));
        let taken = window.take(rule.limit, rule.window, now);
        let bucket = Some(Bucket {
            op,
            limit: rule.limit,
            remaining: rule.limit.saturating_sub(window.used),
            reset_after: window.left(rule.window, now),
        });
        match taken {
            Ok(()) => Ok(bucket),
            Err(retry_after) => Err(Limited { scope: Scope::User, retry_after, bucket }),
        }
    }

    /// Counts a response of 429.
    pub(crate) fn refused(&mut self, scope: Scope) {
        *self.traffic.limited.entry(scope).or_default() += 1;
    }

    /// Counts a response that may be invalid; returns `true` if it causes a lockout.
    pub(crate) fn answered(&mut self, status: u16, scope: Option<Scope>, now: Instant) -> bool {
        let invalid = matches!(status, 401 | 403 | 429) && scope != Some(Scope::Shared);
        if !invalid {
            return false;
        }
        self.traffic.invalid += 1;
        if !self.rules.enforced {
            return false;
        }
        self.invalid.push_back(now);
        while self.invalid.front().is_some_and(|at| now.duration_since(*at) >= limits::INVALID_WINDOW) {
            self.invalid.pop_front();
        }
        let over = self.invalid.len() > self.rules.invalid;
        if over {
            self.locked_out_until = Some(now + self.rules.lockout);
            self.invalid.clear();
        }
        over
    }
}

#[cfg(test)]
mod tests;
