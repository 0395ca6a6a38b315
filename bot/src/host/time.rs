//! Source of the current time, and dates.

use std::time::{SystemTime, UNIX_EPOCH};

use time::{Date, OffsetDateTime};
use tokio::time::Instant;

/// UTC date of a time in milliseconds since 1970; 1 January 1970 for times outside the calendar.
pub fn date(at: i64) -> Date {
    OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH).date()
}

/// Source of the current time.
#[derive(Clone, Debug)]
pub enum WallClock {
    /// The operating system.
    System,
    /// A fixed start time plus the elapsed time of the async runtime. Tests can stop and advance it.
    Runtime {
        /// Runtime clock at the start.
        since: Instant,
        /// Start time, in milliseconds since 1970.
        at: i64,
    },
    /// Fixed time, which a test sets.
    #[cfg(test)]
    Frozen(std::sync::Arc<std::sync::atomic::AtomicI64>),
}

impl WallClock {
    /// Starts at this time, in milliseconds since 1970.
    pub fn runtime(at: i64) -> Self {
        WallClock::Runtime { since: Instant::now(), at }
    }

    /// Current time, in milliseconds since 1970.
    #[expect(clippy::disallowed_methods, reason = "the only clock of the bot")]
    pub fn now(&self) -> i64 {
        let millis = |time: std::time::Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        match self {
            WallClock::System => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, millis),
            WallClock::Runtime { since, at } => at + millis(since.elapsed()),
            #[cfg(test)]
            WallClock::Frozen(at) => at.load(std::sync::atomic::Ordering::SeqCst),
        }
    }

    /// Creates a clock with a fixed time.
    #[cfg(test)]
    pub fn frozen(at: i64) -> Self {
        WallClock::Frozen(std::sync::Arc::new(at.into()))
    }

    /// Sets the time of a clock with a fixed time.
    #[cfg(test)]
    pub fn set(&self, now: i64) {
        match self {
            WallClock::Frozen(at) => at.store(now, std::sync::atomic::Ordering::SeqCst),
            WallClock::System | WallClock::Runtime { .. } => panic!("this clock runs by itself"),
        }
    }
}
