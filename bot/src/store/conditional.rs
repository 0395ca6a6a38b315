//! Conditional moves: lines of turns that somebody has prepared in secret.

use sqlx::Row;

use super::ids::{restored, stored};
use super::{GameId, PersonId, Store, StoreError};

/// A stored line. It is a secret: no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct LineRow {
    /// Its number, never used again.
    pub id: i64,
    /// Whose.
    pub person: PersonId,
    /// The line, JSON.
    pub content: String,
}

impl std::fmt::Debug for LineRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LineRow").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Store {
    /// The lines of a game, in the order in which they were entered.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn lines(&self, game: GameId) -> Result<Vec<LineRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM conditional_moves WHERE game = ? ORDER BY id")
            .bind(game.0)
            .fetch_all(&self.read)
            .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| {
            Ok(LineRow {
                id: row.try_get("id")?,
                person: PersonId(restored(row.try_get("person")?)),
                content: row.try_get("content")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// The games in which somebody has lines.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn games_with_lines(&self) -> Result<Vec<GameId>, StoreError> {
        let games: Vec<i64> = sqlx::query_scalar("SELECT DISTINCT game FROM conditional_moves ORDER BY game")
            .fetch_all(&self.read)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Stores a line, in the place of those that it goes on with.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add_line(
        &self,
        game: GameId,
        person: PersonId,
        content: String,
        instead_of: Vec<i64>,
    ) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                for id in instead_of {
                    sqlx::query("DELETE FROM conditional_moves WHERE id = ?").bind(id).execute(&mut *tx).await?;
                }
                sqlx::query("INSERT INTO conditional_moves (game, person, content) VALUES (?, ?, ?)")
                    .bind(game.0)
                    .bind(stored(person.0))
                    .bind(content)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Deletes lines.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn drop_lines(&self, ids: Vec<i64>) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                for id in ids {
                    sqlx::query("DELETE FROM conditional_moves WHERE id = ?").bind(id).execute(&mut *tx).await?;
                }
                Ok(())
            })
        })
        .await
    }
}
