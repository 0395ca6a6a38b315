//! How fast a bot may be: the global limit, a bucket for each route, and the limit of invalid requests.
//!
//! What Discord documents (Rate Limits, and Receiving and Responding to Interactions): 50 requests a second a bot, with
//! the endpoints of interactions (initial answers, follow-ups, edits of both) not counted; a bucket a route and top-level
//! resource (channel, server, webhook and token); the `X-RateLimit-*` headers, `Retry-After` in whole seconds, and the body
//! of a 429; 10,000 answers of 401, 403 or 429 in ten minutes, those of scope `shared` left out, before the address is
//! locked out.
//!
//! Discord does not publish the numbers of the buckets. Observed by many, and taken here: messages and edits 5 in 5 s a
//! channel; deletions 5 in 1 s (3 in a third of a second for messages older than ten seconds, which is left out); reactions
//! 1 in 0.25 s; changes of a channel 10 in 15 s; follow-ups and their edits 5 in 2 s an interaction, and beside that 30 in
//! 60 s a channel for all follow-ups together, which no header announces and which answers with scope `shared`. Assumed, for
//! want of anything better: opening private conversations and threads 10 in 10 s. Initial answers have no bucket. A window
//! begins with its first request and ends as a whole; a refused request does not count in it.
//!
//! A locked-out address gets 429 with a few words of HTML: no JSON, no `Retry-After`, no `X-RateLimit-*` and no `Via`, as
//! it comes from the proxy before Discord.

mod answer;
mod traffic;

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

pub(crate) use answer::{tell, tell_limited};
pub use traffic::Traffic;

use crate::limits;
use crate::rest::Op;

/// Whose limit was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The bot's own, for a route.
    User,
    /// The bot's own, for all routes together.
    Global,
    /// One that a resource has for all who use it.
    Shared,
    /// None of Discord's: the address is locked out after too many invalid requests.
    LockedOut,
}

/// How strict the stand-in is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Whether to refuse what is too fast, or only to note it. Not enforced, answers have no headers about it either.
    pub(crate) enforced: bool,
    /// Invalid requests in [`limits::INVALID_WINDOW`] before the address is locked out.
    pub(crate) invalid: usize,
    /// For how long.
    pub(crate) lockout: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self { enforced: false, invalid: limits::INVALID_REQUESTS, lockout: limits::LOCKOUT }
    }
}

/// A number of requests in a stretch of time, counted for each of something.
#[derive(Clone, Copy, Debug)]
struct Rule {
    limit: u32,
    window: Duration,
    per: Per,
}

/// What has a bucket of its own.
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

/// Buckets remembered before those that are over are forgotten.
const KEPT: usize = 10_000;
/// Every window of a bucket is over after this long.
const OVER: Duration = Duration::from_secs(15);

/// Follow-ups of all interactions in a channel together.
const FOLLOWUPS: Rule = Rule { limit: 30, window: Duration::from_secs(60), per: Per::Channel };

/// Where a request goes, as far as buckets care.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Resource<'a> {
    /// The channel in the path, or that of the interaction.
    pub(crate) channel: u64,
    /// The interaction's token.
    pub(crate) token: &'a str,
}

/// Requests since a window began.
#[derive(Clone, Copy, Debug)]
struct Window {
    began: Instant,
    used: u32,
}

impl Window {
    fn new(now: Instant) -> Self {
        Self { began: now, used: 0 }
    }

    /// Counts one more, or says how long to wait. A refused one may be counted as well: the window ends as a whole.
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

    /// How long it still lasts.
    fn left(&self, length: Duration, now: Instant) -> Duration {
        length.saturating_sub(now.duration_since(self.began))
    }
}

/// What the headers of an answer say about the bucket of its route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    op: Op,
    limit: u32,
    remaining: u32,
    reset_after: Duration,
}

/// A request that came too early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limited {
    pub(crate) scope: Scope,
    pub(crate) retry_after: Duration,
    pub(crate) bucket: Option<Bucket>,
}

/// Everything that is counted.
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

    /// Whether the address is locked out at present; such a request counts as refused.
    pub(crate) fn locked_out(&mut self, now: Instant) -> bool {
        let locked = self.locked_out_until.is_some_and(|until| now < until);
        if locked {
            self.refused(Scope::LockedOut);
        }
        locked
    }

    /// Counts a request. What it would be refused for is `Err`; whether it is refused is for [`Rules::enforced`] to say.
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
        // Every interaction has buckets of its own: those that are over would pile up.
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

    /// Counts an answer of 429.
    pub(crate) fn refused(&mut self, scope: Scope) {
        *self.traffic.limited.entry(scope).or_default() += 1;
    }

    /// Counts an answer that may be invalid. `true` when the address is locked out by it.
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
