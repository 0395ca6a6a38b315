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

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use serde_json::{Value, json};

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

impl Scope {
    fn text(self) -> Option<&'static str> {
        match self {
            Self::User => Some("user"),
            Self::Global => Some("global"),
            Self::Shared => Some("shared"),
            Self::LockedOut => None,
        }
    }
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
        Self {
            enforced: false,
            invalid: limits::INVALID_REQUESTS,
            lockout: limits::LOCKOUT,
        }
    }
}

/// What came over the wire, counted.
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
    let rule = |limit, millis, per| {
        Some(Rule {
            limit,
            window: Duration::from_millis(millis),
            per,
        })
    };
    match op {
        CreateMessage | UpdateMessage => rule(5, 5_000, Per::Channel),
        DeleteMessage => rule(5, 1_000, Per::Channel),
        AddReaction | DeleteReaction => rule(1, 250, Per::Channel),
        UpdateChannel => rule(10, 15_000, Per::Channel),
        CreateThread | CreateThreadFromMessage => rule(10, 10_000, Per::Channel),
        CreateDm => rule(10, 10_000, Per::Bot),
        CreateFollowup | UpdateOriginal | UpdateFollowup | DeleteOriginal | DeleteFollowup
        | GetOriginal | GetFollowup => rule(5, 2_000, Per::Token),
        _ => None,
    }
}

/// Buckets remembered before those that are over are forgotten.
const KEPT: usize = 10_000;
/// Every window of a bucket is over after this long.
const OVER: Duration = Duration::from_secs(15);

/// Follow-ups of all interactions in a channel together.
const FOLLOWUPS: Rule = Rule {
    limit: 30,
    window: Duration::from_secs(60),
    per: Per::Channel,
};

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
        Self {
            began: now,
            used: 0,
        }
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

impl Limited {
    /// As a test orders it.
    pub(crate) fn ordered(scope: Scope, retry_after: Duration) -> Self {
        Self {
            scope,
            retry_after,
            bucket: None,
        }
    }

    /// The body of the answer.
    pub(crate) fn json(&self) -> Value {
        let message = match self.scope {
            Scope::Shared => "The resource is being rate limited.",
            _ => "You are being rate limited.",
        };
        let millis = self.retry_after.as_secs_f64().mul_add(1e3, 0.5).floor();
        json!({"message": message, "retry_after": millis / 1e3, "global": self.scope == Scope::Global})
    }

    /// Which limit it was, for people.
    pub(crate) fn sentence(&self, op: Op) -> String {
        match (self.scope, &self.bucket) {
            (Scope::Global, _) => {
                format!("{op:?} goes over {} requests a second", limits::GLOBAL_RATE)
            }
            (Scope::Shared, _) => format!(
                "{op:?} goes over the {} follow-ups a minute of its channel",
                FOLLOWUPS.limit
            ),
            (_, Some(bucket)) => format!(
                "{op:?} goes over the {} requests of its bucket",
                bucket.limit
            ),
            _ => format!("{op:?} is too fast"),
        }
    }
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
        Self {
            rules,
            ..Self::default()
        }
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
    pub(crate) fn take(
        &mut self,
        op: Op,
        to: Resource<'_>,
        now: Instant,
    ) -> Result<Option<Bucket>, Limited> {
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
            taken.map_err(|retry_after| Limited {
                scope: Scope::Shared,
                retry_after,
                bucket,
            })?;
        }
        Ok(bucket)
    }

    fn global(&mut self, now: Instant) -> Result<(), Limited> {
        let window = self.global.get_or_insert_with(|| Window::new(now));
        let taken = window.take(limits::GLOBAL_RATE, Duration::from_secs(1), now);
        let busiest = &mut self.traffic.busiest_second;
        *busiest = (*busiest).max(u64::from(window.used));
        taken.map_err(|retry_after| Limited {
            scope: Scope::Global,
            retry_after,
            bucket: None,
        })
    }

    fn bucket(
        &mut self,
        op: Op,
        to: Resource<'_>,
        now: Instant,
    ) -> Result<Option<Bucket>, Limited> {
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
            self.buckets
                .retain(|_, window| now.duration_since(window.began) < OVER);
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
            Err(retry_after) => Err(Limited {
                scope: Scope::User,
                retry_after,
                bucket,
            }),
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
        while self
            .invalid
            .front()
            .is_some_and(|at| now.duration_since(*at) >= limits::INVALID_WINDOW)
        {
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

/// Seconds as Discord writes them, to the millisecond.
fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

fn set(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}

/// Says what an answer has to say about its bucket.
pub(crate) fn tell(headers: &mut HeaderMap, bucket: &Bucket) {
    let reset = SystemTime::now() + bucket.reset_after;
    let reset = reset.duration_since(UNIX_EPOCH).unwrap_or_default();
    set(headers, "x-ratelimit-limit", &bucket.limit.to_string());
    set(
        headers,
        "x-ratelimit-remaining",
        &bucket.remaining.to_string(),
    );
    set(headers, "x-ratelimit-reset", &seconds(reset));
    set(
        headers,
        "x-ratelimit-reset-after",
        &seconds(bucket.reset_after),
    );
    set(headers, "x-ratelimit-bucket", &format!("{:?}", bucket.op));
}

/// Says what a 429 has to say.
pub(crate) fn tell_limited(headers: &mut HeaderMap, limited: &Limited) {
    if let Some(bucket) = &limited.bucket {
        tell(headers, bucket);
    }
    let whole = limited.retry_after.as_secs_f64().ceil().max(1.0);
    set(headers, "retry-after", &format!("{whole}"));
    if limited.scope == Scope::Global {
        set(headers, "x-ratelimit-global", "true");
    }
    if let Some(scope) = limited.scope.text() {
        set(headers, "x-ratelimit-scope", scope);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(number: u64) -> Resource<'static> {
        Resource {
            channel: number,
            token: "",
        }
    }

    fn scope(taken: &Result<Option<Bucket>, Limited>) -> Option<Scope> {
        taken.as_ref().err().map(|limited| limited.scope)
    }

    #[test]
    fn a_channel_takes_five_messages_in_five_seconds() {
        let (mut rates, start) = (Rates::default(), Instant::now());
        for left in (0..5).rev() {
            let bucket = rates.take(Op::CreateMessage, channel(1), start).unwrap();
            assert_eq!(bucket.unwrap().remaining, left);
        }
        let later = start + Duration::from_secs(2);
        let limited = rates
            .take(Op::CreateMessage, channel(1), later)
            .unwrap_err();
        assert_eq!(limited.scope, Scope::User);
        assert_eq!(limited.retry_after, Duration::from_secs(3));
        assert!(
            rates.take(Op::CreateMessage, channel(2), later).is_ok(),
            "another channel"
        );
        assert!(
            rates.take(Op::UpdateMessage, channel(1), later).is_ok(),
            "another route"
        );
        let over = start + Duration::from_secs(5);
        assert!(rates.take(Op::CreateMessage, channel(1), over).is_ok());
    }

    #[test]
    fn fifty_a_second_are_all_but_interactions_do_not_count() {
        let (mut rates, now) = (Rates::default(), Instant::now());
        for number in 0..50 {
            assert!(rates.take(Op::CreateMessage, channel(number), now).is_ok());
        }
        let limited = rates.take(Op::GetMyUser, channel(0), now);
        assert_eq!(scope(&limited), Some(Scope::Global));
        let callback = rates.take(Op::CreateInteractionResponse, Resource::default(), now);
        assert!(callback.is_ok());
        assert_eq!((rates.traffic.counted, rates.traffic.total()), (51, 52));
        assert_eq!(rates.traffic.busiest_second, 51);
        assert!(
            rates
                .take(Op::GetMyUser, channel(0), now + Duration::from_secs(1))
                .is_ok()
        );
    }

    #[test]
    fn follow_ups_have_a_bucket_each_interaction_and_one_each_channel() {
        let (mut rates, now) = (Rates::default(), Instant::now());
        let tokens: Vec<String> = (0..7).map(|n| format!("token{n}")).collect();
        let taken: Vec<_> = tokens
            .iter()
            .flat_map(|token| std::iter::repeat_n(token.as_str(), 5))
            .map(|token| rates.take(Op::CreateFollowup, Resource { channel: 1, token }, now))
            .collect();
        assert!(taken[..30].iter().all(Result::is_ok));
        assert!(
            taken[30..]
                .iter()
                .all(|taken| scope(taken) == Some(Scope::Shared))
        );
        let sixth = rates.take(
            Op::CreateFollowup,
            Resource {
                channel: 2,
                token: "token0",
            },
            now,
        );
        assert_eq!(scope(&sixth), Some(Scope::User));
    }

    #[test]
    fn invalid_requests_lock_the_address_out() {
        let mut rates = Rates::new(Rules {
            enforced: true,
            invalid: 10,
            lockout: Duration::from_secs(60),
        });
        let start = Instant::now();
        for _ in 0..20 {
            assert!(!rates.answered(429, Some(Scope::Shared), start));
            assert!(!rates.answered(404, None, start));
        }
        for _ in 0..10 {
            assert!(!rates.answered(403, None, start));
        }
        // The first ten are out of the window by then.
        let later = start + limits::INVALID_WINDOW;
        for _ in 0..10 {
            assert!(!rates.answered(429, Some(Scope::User), later));
        }
        assert!(!rates.locked_out(later));
        assert!(rates.answered(401, None, later));
        assert!(rates.locked_out(later));
        assert!(!rates.locked_out(later + Duration::from_secs(60)));
    }
}
