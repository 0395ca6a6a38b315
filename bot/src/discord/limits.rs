//! Rate limits for requests to Discord.
//!
//! Discord allows 50 requests per second for a bot; responses to interactions do not count. Requests that people wait
//! for come first: a message with a move takes the next free place. Housekeeping (removing buttons from old messages)
//! uses the remaining places. The limits per channel are not fixed: serenity reads them from the response headers and
//! waits. Each of several processes has a part of the places, in proportion to its shards.
//!
//! Discord also counts invalid requests (401, 403, 429). It blocks a bot after 10,000 of them within ten minutes.
//! Well before that, the bot pauses all requests except responses to interactions.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serenity::Error;
use serenity::http::HttpError;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::host::Shards;

/// At most `BURST + A_SECOND` requests fall into any second: 48 of the 50 allowed.
const A_SECOND: u32 = 38;
const BURST: u32 = 10;
/// Maximum number of housekeeping requests per second.
const HOUSEKEEPING: u32 = 28;
/// Maximum number of invalid requests in ten minutes before the bot pauses: half of Discord's limit.
const REFUSED: u32 = 5_000;
const TEN_MINUTES: Duration = Duration::from_secs(600);
/// Length of that pause.
const PAUSE: Duration = Duration::from_secs(60);

/// Rate limiters shared by all requests that count towards Discord's limits.
#[derive(Debug)]
pub struct Limits {
    requests: DefaultDirectRateLimiter,
    housekeeping: DefaultDirectRateLimiter,
    refused: DefaultDirectRateLimiter,
    /// Number of queued requests that people wait for.
    people: AtomicUsize,
    nobody_waits: Notify,
    /// End of the pause after too many invalid requests.
    silent_until: Mutex<Option<Instant>>,
    /// Number of invalid requests that were counted.
    #[cfg(test)]
    pub invalid: AtomicUsize,
}

fn a_second(rate: u32, burst: u32) -> DefaultDirectRateLimiter {
    let rate = NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN);
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    RateLimiter::direct(Quota::per_second(rate).allow_burst(burst))
}

impl Limits {
    /// Limits of the process with these shards.
    pub fn of(shards: Shards) -> Self {
        let part = |whole: u32| (whole * shards.count()).div_ceil(shards.total());
        let refused = NonZeroU32::new(part(REFUSED)).unwrap_or(NonZeroU32::MIN);
        let refused = Quota::with_period(TEN_MINUTES / refused.get())
            .unwrap_or(Quota::per_second(NonZeroU32::MIN))
            .allow_burst(refused);
        Self {
            requests: a_second(part(A_SECOND), part(BURST)),
            housekeeping: a_second(part(HOUSEKEEPING), part(5)),
            refused: RateLimiter::direct(refused),
            people: AtomicUsize::new(0),
            nobody_waits: Notify::new(),
            silent_until: Mutex::default(),
            #[cfg(test)]
            invalid: AtomicUsize::new(0),
        }
    }

    /// Waits for a place for a request that a person waits for.
    pub async fn person(&self) {
        self.silence().await;
        self.people.fetch_add(1, Ordering::SeqCst);
        let waiting = Waiting(self);
        self.requests.until_ready().await;
        drop(waiting);
    }

    /// Sends a request that a person waits for: waits for its place, and counts a rejection.
    pub async fn send<T>(&self, request: impl Future<Output = serenity::Result<T>>) -> serenity::Result<T> {
        self.person().await;
        let sent = request.await;
        self.note(&sent);
        sent
    }

    /// Waits for a place that no other request needs.
    pub async fn housekeeping(&self) {
        loop {
            self.silence().await;
            self.housekeeping.until_ready().await;
            while self.people.load(Ordering::SeqCst) > 0 {
                // The timeout covers a notification missed in between.
                let woken = self.nobody_waits.notified();
                let _ = tokio::time::timeout(Duration::from_millis(100), woken).await;
            }
            if self.requests.check().is_ok() {
                return;
            }
        }
    }

    /// Counts the request if Discord rejected it as invalid. Starts a pause if there are too many.
    pub fn note<T>(&self, sent: &serenity::Result<T>) {
        let Err(Error::Http(HttpError::UnsuccessfulRequest(response))) = sent else {
            return;
        };
        let refused = matches!(response.status_code.as_u16(), 401 | 403 | 429);
        #[cfg(test)]
        self.invalid.fetch_add(refused.into(), Ordering::SeqCst);
        if refused && self.refused.check().is_err() {
            let mut until = lock(&self.silent_until);
            if until.is_none_or(|until| until <= Instant::now()) {
                tracing::error!(
                    "Discord refuses too many requests: nothing is posted for a minute, so that it does not lock the bot out"
                );
                *until = Some(Instant::now() + PAUSE);
            }
        }
    }

    async fn silence(&self) {
        let until = *lock(&self.silent_until);
        if let Some(until) = until {
            tokio::time::sleep_until(until).await;
        }
    }
}

fn lock(silent: &Mutex<Option<Instant>>) -> MutexGuard<'_, Option<Instant>> {
    silent.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Guard that counts one queued request that a person waits for.
struct Waiting<'a>(&'a Limits);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.0.people.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.nobody_waits.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn no_second_sees_more_than_discord_allows() {
        let limits = Arc::new(Limits::of(Shards::ALL));
        let mut sent = Vec::new();
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_millis(2_500) {
            limits.person().await;
            sent.push(begin.elapsed());
        }
        for (first, at) in sent.iter().enumerate() {
            let second = *at + Duration::from_secs(1);
            let within = sent[first..].iter().take_while(|at| **at < second).count();
            assert!(within <= 50, "{within} from {at:?} on");
        }
        assert!(sent.len() > 60, "and the limit is used: {}", sent.len());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn people_go_before_housekeeping() {
        let limits = Arc::new(Limits::of(Shards::ALL));
        for _ in 0..BURST {
            limits.person().await;
        }
        let order = Arc::new(std::sync::Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for person in [false, false, false, true, true, true, true, true] {
            let (limits, order) = (Arc::clone(&limits), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                if person {
                    limits.person().await
                } else {
                    limits.housekeeping().await
                }
                order.lock().unwrap().push(person);
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        let order = order.lock().unwrap();
        assert_eq!(order[..5], [true; 5], "{order:?}");
    }

    /// Only invalid requests count, and the pause starts well before Discord's block.
    #[tokio::test]
    async fn the_bot_pauses_when_discord_refuses_too_much_and_not_before() {
        use super::super::api_error::tests::answer;

        // One of several processes has a part of the limit.
        for (status, counts, shards, most) in [
            (401, true, "0-0/1", REFUSED),
            (403, true, "0-0/1", REFUSED),
            (429, true, "0-0/1", REFUSED),
            (403, true, "0-3/16", REFUSED / 4),
            (403, true, "4-7/8", REFUSED / 2),
            (400, false, "0-0/1", REFUSED),
            (404, false, "0-3/16", REFUSED),
            (500, false, "0-0/1", REFUSED),
        ] {
            let limits = Limits::of(shards.parse().unwrap());
            let refused: serenity::Result<()> = Err(answer(status, 0).await);
            for _ in 0..most {
                limits.note(&refused);
            }
            assert_eq!(*lock(&limits.silent_until), None, "{status}: too early");
            // A few more, because the limiter refills while the requests are counted.
            for _ in 0..200 {
                limits.note(&refused);
                limits.note(&Ok(()));
            }
            let until = *lock(&limits.silent_until);
            assert_eq!(until.is_some(), counts, "{status}");
            let wait = until.map_or(PAUSE, |until| until.duration_since(Instant::now()));
            assert!(wait <= PAUSE && wait > PAUSE / 2, "{wait:?}");
        }
        const { assert!(REFUSED <= 10_000 / 2) };
    }

    /// A second pause follows if Discord rejects requests after the first one, too. A pause is not made longer.
    #[tokio::test]
    async fn a_pause_that_is_over_is_followed_by_another_one() {
        use super::super::api_error::tests::answer;

        // The part of this process is one rejected request in ten minutes.
        let limits = Limits::of("0-0/5000".parse().unwrap());
        let refused: serenity::Result<()> = Err(answer(403, 0).await);
        let until = || *lock(&limits.silent_until);
        limits.note(&refused);
        assert_eq!(until(), None);
        limits.note(&refused);
        let first = until();
        limits.note(&refused);
        assert!(first.is_some() && until() == first, "{first:?} {:?}", until());
        let over = Instant::now();
        *lock(&limits.silent_until) = Some(over);
        limits.note(&refused);
        assert!(until() > Some(over));
    }

    /// Each of several processes has its part of the places in a second.
    #[test]
    fn one_of_many_processes_has_one_place_in_a_second() {
        for shards in ["0-0/38", "37-37/38", "1-1/100"] {
            let limits = Limits::of(shards.parse().unwrap());
            for limiter in [&limits.requests, &limits.housekeeping] {
                assert!(limiter.check().is_ok() && limiter.check().is_err(), "{shards}");
            }
        }
    }

    #[tokio::test]
    async fn nothing_is_sent_while_the_bot_pauses() {
        let limits = Limits::of(Shards::ALL);
        let begin = Instant::now();
        *lock(&limits.silent_until) = Some(begin + Duration::from_millis(400));
        limits.person().await;
        assert!(begin.elapsed() >= Duration::from_millis(400));
        let begin = Instant::now();
        *lock(&limits.silent_until) = Some(begin + Duration::from_millis(400));
        limits.housekeeping().await;
        assert!(begin.elapsed() >= Duration::from_millis(400));
    }
}
