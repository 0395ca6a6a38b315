//! Reminders and forfeits: looks at the clocks when one of them wants something, and otherwise now and then, to note that
//! the program is running. Time does not run while it is down.

use std::time::Duration;

use tokio::time::Instant;

use crate::folded::Folded;
use crate::host::{Error, Host};
use crate::shutdown::Shutdown;

/// How often the program notes that it is running.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// Between two clearings of what is too old.
const PRUNE: Duration = Duration::from_secs(3600);
/// At the least between two looks, should something be due that cannot be served now.
const LEAST: Duration = Duration::from_millis(50);

/// Runs the clocks until it is time to stop.
pub async fn run(host: Host, shutdown: Shutdown) {
    let mut pruned = None;
    let failures = Folded::default();
    loop {
        let wait = match tick(&host, &mut pruned).await {
            Ok(wait) => wait,
            Err(error) => {
                if let Some(times) = failures.line(()) {
                    tracing::warn!(%error, times, "the clocks could not be looked at");
                }
                HEARTBEAT
            }
        };
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = host.clocks_changed() => {}
            () = shutdown.wait() => return,
        }
    }
}

/// Stores games that have ended in a smaller form, once in a while until it is time to stop.
pub async fn pack(host: Host, shutdown: Shutdown) {
    loop {
        if let Err(error) = host.pack_finished().await {
            tracing::warn!(%error, "finished games could not be packed; it is tried again in an hour");
        }
        tokio::select! {
            () = tokio::time::sleep(PRUNE) => {}
            () = shutdown.wait() => return,
        }
    }
}

/// Does what is due, and says how long to wait.
async fn tick(host: &Host, pruned: &mut Option<Instant>) -> Result<Duration, Error> {
    // First: a machine that has just woken up must not find everybody late.
    host.heartbeat().await?;
    let next = host.run_due().await?;
    if pruned.is_none_or(|at| at.elapsed() >= PRUNE) {
        host.prune().await?;
        *pruned = Some(Instant::now());
    }
    Ok(next.unwrap_or(HEARTBEAT).clamp(LEAST, HEARTBEAT))
}
