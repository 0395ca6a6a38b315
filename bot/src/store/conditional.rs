//! Conditional moves: lines of turns that players prepare in secret.

use sqlx::FromRow;

use super::elsewhere::notify_owner;
use super::{GameId, GuildId, PersonId, Store, StoreError};

/// Stored line. No derived `Debug`, because it is a secret.
#[derive(Clone, PartialEq, Eq, FromRow)]
pub struct LineRow {
    /// Id of the line, never reused.
    pub id: i64,
    /// Owner of the line.
    pub person: PersonId,
    /// Line, as JSON.
    pub content: String,
}

impl std::fmt::Debug for LineRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LineRow").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Store {
    /// Returns the lines of a game, in the order of entry.
    pub async fn lines(&self, game: GameId) -> Result<Vec<LineRow>, StoreError> {
        let lines = sqlx::query_as("SELECT * FROM conditional_moves WHERE game = $1 ORDER BY id");
        Ok(lines.bind(game).fetch_all(&self.read).await?)
    }

    /// Stores a line in a game of a server, replacing the lines that it extends.
    pub async fn add_line(
        &self,
        (game, guild): (GameId, Option<GuildId>),
        person: PersonId,
        content: String,
        instead_of: Vec<i64>,
    ) -> Result<(), StoreError> {
        let shards = self.shards;
        self.store(move |tx| {
            Box::pin(async move {
                for id in instead_of {
                    sqlx::query("DELETE FROM conditional_moves WHERE id = $1").bind(id).execute(&mut *tx).await?;
                }
                sqlx::query("INSERT INTO conditional_moves (game, person, content) VALUES ($1, $2, $3)")
                    .bind(game)
                    .bind(person)
                    .bind(content)
                    .execute(&mut *tx)
                    .await?;
                // The turn that the line answers may have been played in the game's own process meanwhile.
                notify_owner(tx, shards, game, guild).await
            })
        })
        .await
    }

    /// Deletes lines.
    pub async fn drop_lines(&self, ids: Vec<i64>) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                for id in ids {
                    sqlx::query("DELETE FROM conditional_moves WHERE id = $1").bind(id).execute(&mut *tx).await?;
                }
                Ok(())
            })
        })
        .await
    }
}
