//! Background task for the clocks: sends reminders, declares forfeits and stores a heartbeat. Downtime, measured by the
//! heartbeat, does not count against the players.

use std::time::Duration;

use tokio::time::Instant;

use crate::folded::Folded;
use crate::host::{Error, Host};
use crate::shutdown::Shutdown;

/// Interval of the heartbeat.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// Interval between two prunings of outdated data, and between two packings of finished games.
const PRUNE: Duration = Duration::from_secs(3600);
/// Minimum polling interval, for the case that something is due but cannot be handled now.
const LEAST: Duration = Duration::from_millis(50);

/// Runs the clocks until shutdown.
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
            () = host.clocks.clocks_changed() => {}
            () = shutdown.wait() => return,
        }
    }
}

/// Compresses finished games, now and every hour until shutdown.
pub async fn pack(host: Host, shutdown: Shutdown) {
    loop {
        if let Err(error) = host.clocks.pack_finished().await {
            tracing::warn!(%error, "finished games could not be packed; it is tried again in an hour");
        }
        tokio::select! {
            () = tokio::time::sleep(PRUNE) => {}
            () = shutdown.wait() => return,
        }
    }
}

/// Handles everything that is due and returns the time until the next call.
async fn tick(host: &Host, pruned: &mut Option<Instant>) -> Result<Duration, Error> {
    // First, so that downtime is credited to the players before their clocks are checked.
    host.clocks.heartbeat().await?;
    let next = host.clocks.run_due().await?;
    if pruned.is_none_or(|at| at.elapsed() >= PRUNE) {
        host.clocks.prune().await?;
        host.records.review_servers().await?;
        *pruned = Some(Instant::now());
    }
    Ok(next.unwrap_or(HEARTBEAT).clamp(LEAST, HEARTBEAT))
}
