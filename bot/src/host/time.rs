//! What time it is.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// Where the time comes from.
#[derive(Clone, Copy, Debug)]
pub enum WallClock {
    /// The operating system.
    System,
    /// A moment, and the runtime's time since: stands still and jumps with it in tests.
    Runtime {
        /// What the runtime's clock showed then.
        since: Instant,
        /// Milliseconds since 1970 then.
        at: i64,
    },
}

impl WallClock {
    /// Starts with the runtime's time at this moment, in milliseconds since 1970.
    pub fn runtime(at: i64) -> Self {
        WallClock::Runtime { since: Instant::now(), at }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        let millis = |time: std::time::Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        match self {
            WallClock::System => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, millis),
            WallClock::Runtime { since, at } => at + millis(since.elapsed()),
        }
    }
}
