//! Deadlines, the time the program was down, and what is too old to be kept.

use crate::metrics::Counts;

use super::commit::put_notices;
use super::{GameId, NewNotice, Store, StoreError, Version};

/// A game whose clock wants something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// The game.
    pub game: GameId,
    /// Its version when it was looked up.
    pub version: Version,
    /// The time is over; otherwise somebody is to be reminded.
    pub over: bool,
}

/// Deliveries are repeated within minutes; their numbers are kept for three days.
const KEEP_INTERACTIONS: i64 = 3 * 24 * 60 * 60 * 1000;
/// Notices that were dealt with are kept for two weeks.
const KEEP_NOTICES: i64 = 14 * 24 * 60 * 60 * 1000;

impl Store {
    /// When the program last noted that it was running; `None` in a new database.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_heartbeat(&self) -> Result<Option<i64>, StoreError> {
        let last = sqlx::query_scalar("SELECT beat_at FROM clock").fetch_optional(&self.read).await?;
        Ok(last)
    }

    /// Notes that the program is running, and moves every deadline by `shift` milliseconds: time in which nobody could play, or a
    /// clock that was set.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn heartbeat(&self, now: i64, shift: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                if shift != 0 {
                    sqlx::query(
                        "UPDATE games SET deadline = deadline + ?1, remind_at = remind_at + ?1, clock_since = clock_since + ?1 WHERE deadline IS NOT NULL",
                    )
                    .bind(shift)
                    .execute(&mut *tx)
                    .await?;
                    sqlx::query("UPDATE outbox SET due_at = due_at + ? WHERE state IN ('waiting', 'leased')")
                        .bind(shift)
                        .execute(&mut *tx)
                        .await?;
                }
                sqlx::query("INSERT OR REPLACE INTO clock (only_row, beat_at) VALUES (1, ?)")
                    .bind(now)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// What is open, for the metrics.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn counts(&self, now: i64) -> Result<Counts, StoreError> {
        let (lobbies, running, unreadable): (i64, i64, i64) = sqlx::query_as(
            "SELECT coalesce(sum(state = 'lobby'), 0), coalesce(sum(state = 'running'), 0), coalesce(sum(unreadable), 0)
             FROM games WHERE state <> 'over'",
        )
        .fetch_one(&self.read)
        .await?;
        let (outbox, oldest): (i64, i64) = sqlx::query_as(
            "SELECT count(*), coalesce(?1 - min(due_at), 0) FROM outbox WHERE state IN ('waiting', 'leased')",
        )
        .bind(now)
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

    /// The games whose clocks want something now, the longest due first. Games that cannot be opened are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due_clocks(&self, now: i64, most: i64) -> Result<Vec<Due>, StoreError> {
        let rows: Vec<(i64, i64, i64)> = sqlx::query_as(
            "SELECT id, version, deadline FROM games WHERE deadline IS NOT NULL AND state = 'running'
             AND unreadable = 0 AND (deadline <= ?1 OR remind_at <= ?1) ORDER BY deadline LIMIT ?2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        Ok(rows
            .into_iter()
            .map(|(id, version, deadline)| Due { game: GameId(id), version: Version(version), over: deadline <= now })
            .collect())
    }

    /// When a clock wants something after `now`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_clock_at(&self, now: i64) -> Result<Option<i64>, StoreError> {
        let at = sqlx::query_scalar(
            "SELECT min(at) FROM (SELECT deadline AS at FROM games WHERE deadline > ?1 AND state = 'running' AND unreadable = 0
             UNION ALL SELECT remind_at FROM games WHERE remind_at > ?1 AND state = 'running' AND unreadable = 0)",
        )
        .bind(now)
        .fetch_one(&self.read)
        .await?;
        Ok(at)
    }

    /// The time of those to act at this version is over at `deadline`, as the database knows it now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn deadline(&self, game: GameId, version: Version) -> Result<Option<i64>, StoreError> {
        let at: Option<Option<i64>> = sqlx::query_scalar("SELECT deadline FROM games WHERE id = ? AND version = ?")
            .bind(game.0)
            .bind(version.0)
            .fetch_optional(&self.read)
            .await?;
        Ok(at.flatten())
    }

    /// Reminds once: these notices, if the game has not moved on.
    ///
    /// # Errors
    /// When the database fails.
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
                    "UPDATE games SET remind_at = NULL WHERE id = ? AND version = ? AND remind_at IS NOT NULL",
                )
                .bind(game.0)
                .bind(version.0)
                .execute(&mut *tx)
                .await?;
                if updated.rows_affected() > 0 {
                    put_notices(tx, game, version, &notices, now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Forgets what is too old to matter. Games are kept.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prune(&self, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query("DELETE FROM interactions WHERE at < ?")
                    .bind(now - KEEP_INTERACTIONS)
                    .execute(&mut *tx)
                    .await?;
                sqlx::query("DELETE FROM lobby_drafts WHERE added_at < ?")
                    .bind(now - KEEP_INTERACTIONS)
                    .execute(&mut *tx)
                    .await?;
                sqlx::query("DELETE FROM outbox WHERE state NOT IN ('waiting', 'leased') AND due_at < ?")
                    .bind(now - KEEP_NOTICES)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}
