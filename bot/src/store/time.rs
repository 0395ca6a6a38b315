//! Deadlines, the time the program was down, and what is too old to be kept.

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
/// Notices that were said, or given up, are kept for two weeks.
const KEEP_NOTICES: i64 = 14 * 24 * 60 * 60 * 1000;

impl Store {
    /// Shows that the program is running. If it last did so longer ago than `tolerance`, it was not (or the whole machine
    /// slept): every deadline moves by that time. Answers how far.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn beat(&self, now: i64, tolerance: i64) -> Result<i64, StoreError> {
        let mut tx = self.begin().await?;
        let last: Option<i64> = sqlx::query_scalar("SELECT beat_at FROM clock")
            .fetch_optional(&mut *tx)
            .await?;
        let gap = last.map_or(0, |last| now - last);
        let shift = if gap > tolerance { gap } else { 0 };
        if shift > 0 {
            sqlx::query(
                "UPDATE games SET deadline = deadline + ?1, remind_at = remind_at + ?1 WHERE deadline IS NOT NULL",
            )
            .bind(shift)
            .execute(&mut *tx)
            .await?;
        }
        sqlx::query("INSERT OR REPLACE INTO clock (only_row, beat_at) VALUES (1, ?)")
            .bind(now)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(shift)
    }

    /// The games whose clocks want something now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due_clocks(&self, now: i64) -> Result<Vec<Due>, StoreError> {
        let rows: Vec<(i64, i64, i64)> = sqlx::query_as(
            "SELECT id, version, deadline FROM games WHERE deadline IS NOT NULL AND state = 'running'
             AND (deadline <= ?1 OR remind_at <= ?1) ORDER BY deadline",
        )
        .bind(now)
        .fetch_all(&self.read)
        .await?;
        Ok(rows
            .into_iter()
            .map(|(id, version, deadline)| Due {
                game: GameId(id),
                version: Version(version),
                over: deadline <= now,
            })
            .collect())
    }

    /// When a clock wants something next.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_clock_at(&self) -> Result<Option<i64>, StoreError> {
        let at = sqlx::query_scalar(
            "SELECT min(coalesce(remind_at, deadline)) FROM games WHERE deadline IS NOT NULL AND state = 'running'",
        )
        .fetch_one(&self.read)
        .await?;
        Ok(at)
    }

    /// The time of those to act at this version is over at `deadline`, as the database knows it now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn deadline(
        &self,
        game: GameId,
        version: Version,
    ) -> Result<Option<i64>, StoreError> {
        let at: Option<Option<i64>> =
            sqlx::query_scalar("SELECT deadline FROM games WHERE id = ? AND version = ?")
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
        notices: &[NewNotice],
        now: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let updated = sqlx::query(
            "UPDATE games SET remind_at = NULL WHERE id = ? AND version = ? AND remind_at IS NOT NULL",
        )
        .bind(game.0)
        .bind(version.0)
        .execute(&mut *tx)
        .await?;
        if updated.rows_affected() > 0 {
            put_notices(&mut tx, game, version, notices, now).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Forgets what is too old to matter. Games are kept.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prune(&self, now: i64) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("DELETE FROM interactions WHERE at < ?")
            .bind(now - KEEP_INTERACTIONS)
            .execute(&mut *tx)
            .await?;
        sqlx::query("DELETE FROM outbox WHERE state <> 'waiting' AND due_at < ?")
            .bind(now - KEEP_NOTICES)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }
}
