//! New games whose channel was occupied, kept until a button opens them in a thread, at most for three days.

use super::ids::stored;
use super::{OpeningId, PersonId, Store, StoreError};

impl Store {
    /// Stores a game to be opened, as JSON.
    pub async fn put_opening(&self, by: PersonId, content: String, now: i64) -> Result<OpeningId, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let id: i64 = sqlx::query_scalar(
                    "INSERT INTO lobby_drafts (person, content, added_at) VALUES (?, ?, ?) RETURNING id",
                )
                .bind(stored(by.0))
                .bind(content)
                .bind(now)
                .fetch_one(tx)
                .await?;
                Ok(OpeningId(id))
            })
        })
        .await
    }

    /// Removes and returns the stored game if this person wanted to open it.
    pub async fn take_opening(&self, id: OpeningId, by: PersonId) -> Result<Option<String>, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let content =
                    sqlx::query_scalar("DELETE FROM lobby_drafts WHERE id = ? AND person = ? RETURNING content")
                        .bind(id.0)
                        .bind(stored(by.0))
                        .fetch_optional(tx)
                        .await?;
                Ok(content)
            })
        })
        .await
    }
}
