//! Reminders and forfeits: looks at the clocks when one of them wants something, and otherwise now and then, to note that
//! the program is running. Time does not run while it is down.

use std::time::Duration;

use crate::host::{Error, Host};
use crate::shutdown::Shutdown;

/// How often the program notes that it is running.
const BEAT: Duration = Duration::from_secs(10);
/// A longer silence counts as time in which nobody could play.
const TOLERANCE: i64 = 60_000;
/// How many beats between two clearings of what is too old: an hour.
const PRUNE: u32 = 360;

/// Runs the clocks until it is time to stop.
pub async fn run(host: Host, shutdown: Shutdown) {
    let mut beats = 0;
    loop {
        let wait = match tick(&host, beats % PRUNE == 0).await {
            Ok(wait) => wait,
            Err(error) => {
                tracing::warn!(%error, "the clocks could not be looked at");
                BEAT
            }
        };
        beats += 1;
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = host.clocks_changed() => {}
            () = shutdown.wait() => return,
        }
    }
}

/// Does what is due, and says how long to wait.
async fn tick(host: &Host, prune: bool) -> Result<Duration, Error> {
    // First: a machine that has just woken up must not find everybody late.
    host.beat(TOLERANCE).await?;
    host.ring().await?;
    if prune {
        host.prune().await?;
    }
    let next = host.next_ring().await?;
    let until = next.map_or(BEAT, |wait| {
        // At least a little, should a clock be due that cannot be served now.
        Duration::from_millis(u64::try_from(wait).unwrap_or(0).max(50))
    });
    Ok(until.min(BEAT))
}
