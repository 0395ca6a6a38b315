//! New games whose channel was occupied, kept until a button opens them in a thread, at most for three days.

use super::{OpeningId, PersonId, Store, StoreError};

impl Store {
    /// Stores a game to be opened, as JSON.
    pub async fn put_opening(&self, by: PersonId, content: String, now: i64) -> Result<OpeningId, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                Ok(sqlx::query_scalar(
                    "INSERT INTO lobby_drafts (person, content, added_at) VALUES ($1, $2, $3) RETURNING id",
                )
                .bind(by)
                .bind(content)
                .bind(now)
                .fetch_one(tx)
                .await?)
            })
        })
        .await
    }

    /// Stores a taken game again under its number, because it could not be opened.
    pub async fn put_back_opening(
        &self,
        id: OpeningId,
        by: PersonId,
        content: String,
        now: i64,
    ) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query("INSERT INTO lobby_drafts (id, person, content, added_at) VALUES ($1, $2, $3, $4)")
                    .bind(id)
                    .bind(by)
                    .bind(content)
                    .bind(now)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Removes and returns the stored game if this person wanted to open it.
    pub async fn take_opening(&self, id: OpeningId, by: PersonId) -> Result<Option<String>, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let content =
                    sqlx::query_scalar("DELETE FROM lobby_drafts WHERE id = $1 AND person = $2 RETURNING content")
                        .bind(id)
                        .bind(by)
                        .fetch_optional(tx)
                        .await?;
                Ok(content)
            })
        })
        .await
    }
}
