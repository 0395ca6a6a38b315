//! Deadlines, downtime, and the pruning of outdated data.

use sqlx::FromRow;

use crate::metrics::Counts;

use super::column::Flag;
use super::durability::Durability;
use super::elsewhere::notify_all;
use super::outbox::put_notices;
use super::shards::own;
use super::{GameId, NewNotice, Store, StoreError, Version};

/// Game whose clock needs handling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromRow)]
pub struct Due {
    pub game: GameId,
    /// Version of the game when it was looked up.
    pub version: Version,
    /// `true` if the time is over, `false` if a reminder is due.
    #[sqlx(try_from = "Flag")]
    pub over: bool,
}

/// Milliseconds that interaction ids are kept: three days. Discord repeats deliveries within minutes.
const KEEP_INTERACTIONS: i64 = 3 * 24 * 60 * 60 * 1000;
/// Milliseconds that handled notices are kept: two weeks.
const KEEP_NOTICES: i64 = 14 * 24 * 60 * 60 * 1000;

impl Store {
    /// Returns the time of the last heartbeat of a process that had shards of this one; `None` in a new database. With
    /// another total, every shard had servers of this process.
    pub async fn last_heartbeat(&self) -> Result<Option<i64>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let beat = "SELECT max(beat_at) FROM heartbeats
                    WHERE total_shards <> $1 OR (first_shard <= $3 AND last_shard >= $2)";
        let beat = sqlx::query_scalar(beat).bind(total).bind(first).bind(last).fetch_one(&self.read).await?;
        Ok(beat)
    }

    /// Stores a heartbeat of this process and moves the deadlines of its games by `shift` milliseconds, to make up for
    /// downtime or a change of the system clock. Uses the connection for actions, so that its loss is noticed.
    pub async fn heartbeat(&self, now: i64, shift: i64) -> Result<(), StoreError> {
        let shards = self.shards;
        let [total, first, last] = shards.bound();
        let beat = self.writer.run(Durability::Relaxed, move |tx| {
            Box::pin(async move {
                if shift != 0 {
                    sqlx::query(concat!(
                        "UPDATE games SET deadline = deadline + $1, remind_at = remind_at + $1, clock_since = clock_since + $1,
                             waiting_since = coalesce(waiting_since, changed_at) + $1, unreadable_since = unreadable_since + $1
                         WHERE deadline IS NOT NULL AND ",
                        own!("guild", "$2", "$3", "$4")
                    ))
                    .bind(shift)
                    .bind(total)
                    .bind(first)
                    .bind(last)
                    .execute(&mut *tx)
                    .await?;
                    sqlx::query(concat!(
                        "UPDATE outbox SET due_at = due_at + $1, failing_since = failing_since + $1
                         WHERE state IN ('waiting', 'leased') AND EXISTS (SELECT 1 FROM games WHERE games.id = outbox.game AND ",
                        own!("games.guild", "$2", "$3", "$4"),
                        ")"
                    ))
                    .bind(shift)
                    .bind(total)
                    .bind(first)
                    .bind(last)
                    .execute(&mut *tx)
                    .await?;
                    // The versions stay the same, so they do not show other processes that their copies are outdated.
                    notify_all(tx, shards).await?;
                }
                sqlx::query(
                    "INSERT INTO heartbeats (total_shards, first_shard, last_shard, beat_at) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (total_shards, first_shard, last_shard) DO UPDATE SET beat_at = excluded.beat_at",
                )
                .bind(total)
                .bind(first)
                .bind(last)
                .bind(now)
                .execute(tx)
                .await?;
                Ok(())
            })
        });
        beat.await
    }

    /// Counts open games and waiting notices of this process, for the metrics.
    pub async fn counts(&self, now: i64) -> Result<Counts, StoreError> {
        let [total, first, last] = self.shards.bound();
        let (lobbies, running, unreadable): (i64, i64, i64) = sqlx::query_as(concat!(
            "SELECT count(*) FILTER (WHERE state = 'lobby'), count(*) FILTER (WHERE state = 'running'), count(*) FILTER (WHERE unreadable)
             FROM games WHERE state <> 'over' AND ",
            own!("guild", "$1", "$2", "$3")
        ))
        .bind(total)
        .bind(first)
        .bind(last)
        .fetch_one(&self.read)
        .await?;
        let (outbox, oldest): (i64, i64) = sqlx::query_as(concat!(
            "SELECT count(*), coalesce($1 - min(due_at), 0) FROM outbox JOIN games ON games.id = outbox.game
             WHERE outbox.state IN ('waiting', 'leased') AND ",
            own!("games.guild", "$2", "$3", "$4")
        ))
        .bind(now)
        .bind(total)
        .bind(first)
        .bind(last)
        .fetch_one(&self.read)
        .await?;
        let count = |number: i64| u64::try_from(number).unwrap_or(0);
        Ok(Counts {
            lobbies: count(lobbies),
            running: count(running),
            unreadable: count(unreadable),
            outbox: count(outbox),
            oldest: count(oldest),
        })
    }

    /// Returns at most `most` games whose clocks need handling now, earliest deadline first, without games that cannot
    /// be loaded.
    pub async fn due_clocks(&self, now: i64, most: i64) -> Result<Vec<Due>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let due = sqlx::query_as(concat!(
            // One range of an index for each of the two times, so that the cost depends only on the number of due clocks.
            "SELECT id AS game, version, deadline <= $1 AS over FROM games
             WHERE id IN (SELECT id FROM games WHERE deadline <= $1 UNION SELECT id FROM games WHERE remind_at <= $1)
             AND deadline IS NOT NULL AND state = 'running' AND NOT unreadable AND ",
            own!("guild", "$3", "$4", "$5"),
            " ORDER BY deadline LIMIT $2"
        ));
        Ok(due.bind(now).bind(most).bind(total).bind(first).bind(last).fetch_all(&self.read).await?)
    }

    /// Returns the next time after `now` when a clock needs handling.
    pub async fn next_clock_at(&self, now: i64) -> Result<Option<i64>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let at = sqlx::query_scalar(concat!(
            // Each half reads its index only up to the first game; `min` alone would look at every running clock.
            "SELECT min(at) FROM (
                 SELECT * FROM (SELECT deadline AS at FROM games WHERE deadline > $1 AND state = 'running' AND NOT unreadable AND ",
            own!("guild", "$2", "$3", "$4"),
            "                   ORDER BY deadline LIMIT 1) AS deadlines
                 UNION ALL
                 SELECT * FROM (SELECT remind_at AS at FROM games WHERE remind_at > $1 AND state = 'running' AND NOT unreadable AND ",
            own!("guild", "$2", "$3", "$4"),
            "                   ORDER BY remind_at LIMIT 1) AS reminders
             ) AS times"
        ))
        .bind(now)
        .bind(total)
        .bind(first)
        .bind(last)
        .fetch_one(&self.read)
        .await?;
        Ok(at)
    }

    /// Returns the stored deadline of a game, if the game is still at this version.
    pub async fn deadline(&self, game: GameId, version: Version) -> Result<Option<i64>, StoreError> {
        let at: Option<Option<i64>> = sqlx::query_scalar("SELECT deadline FROM games WHERE id = $1 AND version = $2")
            .bind(game)
            .bind(version)
            .fetch_optional(&self.read)
            .await?;
        Ok(at.flatten())
    }

    /// Stores reminder notices, at most once and only if the game is still at this version.
    pub async fn remind(
        &self,
        game: GameId,
        version: Version,
        notices: Vec<NewNotice>,
        now: i64,
    ) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let updated = sqlx::query(
                    "UPDATE games SET remind_at = NULL WHERE id = $1 AND version = $2 AND remind_at IS NOT NULL",
                )
                .bind(game)
                .bind(version)
                .execute(&mut *tx)
                .await?;
                if updated.rows_affected() > 0 {
                    put_notices(tx, (game, version), &notices, None, now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Deletes outdated interactions, unopened games and handled notices. Games are kept.
    pub async fn prune(&self, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query("DELETE FROM interactions WHERE at < $1")
                    .bind(now - KEEP_INTERACTIONS)
                    .execute(&mut *tx)
                    .await?;
                sqlx::query("DELETE FROM lobby_drafts WHERE added_at < $1")
                    .bind(now - KEEP_INTERACTIONS)
                    .execute(&mut *tx)
                    .await?;
                sqlx::query("DELETE FROM outbox WHERE state NOT IN ('waiting', 'leased') AND due_at < $1")
                    .bind(now - KEEP_NOTICES)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}
