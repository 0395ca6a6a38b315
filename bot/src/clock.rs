//! Background task for the clocks: sends reminders, declares forfeits and stores a heartbeat. Downtime, measured by the
//! heartbeat, does not count against the players.

use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::folded::Folded;
use crate::host::{CLOCK_INTERVAL, Clocks, Error, Records};

/// Interval of the heartbeat, and of looks at the clocks.
const HEARTBEAT: Duration = Duration::from_millis(CLOCK_INTERVAL.cast_unsigned());
/// Interval between two prunings of outdated data, and between two packings of finished games.
const PRUNE: Duration = Duration::from_secs(3600);
/// Minimum polling interval, for the case that something is due but cannot be handled now.
const LEAST: Duration = Duration::from_millis(50);

/// Runs the clocks until shutdown.
pub async fn run(clocks: Clocks, records: Records, shutdown: CancellationToken) {
    let mut pruned = None;
    let failures = Folded::default();
    loop {
        let wait = match tick(&clocks, &records, &mut pruned).await {
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
            () = clocks.clocks_changed() => {}
            () = shutdown.cancelled() => return,
        }
    }
}

/// Compresses finished games, now and every hour until shutdown.
pub async fn pack(clocks: Clocks, shutdown: CancellationToken) {
    loop {
        if let Err(error) = clocks.pack_finished().await {
            tracing::warn!(%error, "finished games could not be packed; it is tried again in an hour");
        }
        tokio::select! {
            () = tokio::time::sleep(PRUNE) => {}
            () = shutdown.cancelled() => return,
        }
    }
}

/// Handles everything that is due and returns the time until the next call.
async fn tick(clocks: &Clocks, records: &Records, pruned: &mut Option<Instant>) -> Result<Duration, Error> {
    // First, so that downtime is credited to the players before their clocks are checked.
    clocks.heartbeat().await?;
    let next = clocks.run_due().await?;
    if pruned.is_none_or(|at| at.elapsed() >= PRUNE) {
        clocks.prune().await?;
        records.review_servers().await?;
        *pruned = Some(Instant::now());
    }
    Ok(next.unwrap_or(HEARTBEAT).clamp(LEAST, HEARTBEAT))
}

#[cfg(test)]
mod tests {
    use engine::titans::GameMode;

    use super::*;
    use crate::host::TimeControl;
    use crate::host::tests::{BEGIN, Folder, game_with, host_at};

    /// Each look at the clocks stores a heartbeat, so that the time until the next one is no downtime. Outdated data are
    /// pruned at the first look, then hourly.
    #[tokio::test]
    async fn every_look_is_a_heartbeat_and_one_an_hour_prunes() {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let mut pruned = None;
        let mut at = Vec::new();
        for minutes in [0, 59, 1, 1] {
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(minutes * 60)).await;
            tokio::time::resume();
            tick(&host.clocks, &host.records, &mut pruned).await.unwrap();
            at.push(pruned.unwrap());
            assert!(host.since_heartbeat().await < 60_000, "{minutes}");
        }
        assert_eq!(at.windows(2).map(|pair| pair[0] == pair[1]).collect::<Vec<_>>(), [true, false, true]);
    }

    /// The next look comes with the next heartbeat, also if no clock is due for days.
    #[tokio::test]
    async fn the_next_look_is_no_later_than_the_next_heartbeat() {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let mut pruned = None;
        assert_eq!(tick(&host.clocks, &host.records, &mut pruned).await.unwrap(), HEARTBEAT);
        game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = TimeControl::USUAL).await;
        assert!(host.clocks.run_due().await.unwrap().is_some_and(|next| next > HEARTBEAT));
        assert_eq!(tick(&host.clocks, &host.records, &mut pruned).await.unwrap(), HEARTBEAT);
    }

    /// A failed pruning is repeated at the next look, not an hour later.
    #[tokio::test]
    async fn a_failed_pruning_is_repeated_at_the_next_look() {
        use sqlx::Connection as _;
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let mut pruned = None;
        let names = ["lobby_drafts", "hidden_drafts"];
        for ([from, to], works) in [(names, false), ([names[1], names[0]], true)] {
            let mut connection = crate::store::connect(&folder.place()).await;
            let sql = format!("ALTER TABLE {from} RENAME TO {to}");
            sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            assert_eq!(tick(&host.clocks, &host.records, &mut pruned).await.is_ok(), works);
            assert_eq!(pruned.is_some(), works);
        }
    }
}
