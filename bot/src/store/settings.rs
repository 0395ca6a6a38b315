//! What people and servers have decided, as text that the host reads.

use super::ids::stored;
use super::{GuildId, PersonId, Store, StoreError};

impl Store {
    /// What a person prefers, JSON.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn person_settings(&self, person: PersonId) -> Result<Option<String>, StoreError> {
        let content = sqlx::query_scalar("SELECT content FROM person_settings WHERE person = ?")
            .bind(stored(person.0))
            .fetch_optional(&self.read)
            .await?;
        Ok(content)
    }

    /// Changes what a person prefers: `change` makes the new text from the old one, and nothing comes between.
    ///
    /// # Errors
    /// When the database fails, or what `change` answers.
    pub async fn change_person_settings<E: From<StoreError>>(
        &self,
        person: PersonId,
        change: impl FnOnce(Option<String>) -> Result<String, E> + Send,
    ) -> Result<(), E> {
        self.replace(
            "SELECT content FROM person_settings WHERE person = ?",
            "INSERT OR REPLACE INTO person_settings (person, content) VALUES (?, ?)",
            stored(person.0),
            change,
        )
        .await
    }

    /// What a server has decided, JSON.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn guild_settings(&self, guild: GuildId) -> Result<Option<String>, StoreError> {
        let content = sqlx::query_scalar("SELECT content FROM guild_settings WHERE guild = ?")
            .bind(stored(guild.0))
            .fetch_optional(&self.read)
            .await?;
        Ok(content)
    }

    /// Changes what a server has decided: `change` makes the new text from the old one, and nothing comes between.
    ///
    /// # Errors
    /// When the database fails, or what `change` answers.
    pub async fn change_guild_settings<E: From<StoreError>>(
        &self,
        guild: GuildId,
        change: impl FnOnce(Option<String>) -> Result<String, E> + Send,
    ) -> Result<(), E> {
        self.replace(
            "SELECT content FROM guild_settings WHERE guild = ?",
            "INSERT OR REPLACE INTO guild_settings (guild, content) VALUES (?, ?)",
            stored(guild.0),
            change,
        )
        .await
    }

    async fn replace<E: From<StoreError>>(
        &self,
        read: &'static str,
        write: &'static str,
        key: i64,
        change: impl FnOnce(Option<String>) -> Result<String, E> + Send,
    ) -> Result<(), E> {
        let sql = |error: sqlx::Error| E::from(StoreError::Sql(error));
        let mut tx = self.begin().await.map_err(E::from)?;
        let old: Option<String> = sqlx::query_scalar(read)
            .bind(key)
            .fetch_optional(&mut *tx)
            .await
            .map_err(sql)?;
        let new = change(old)?;
        sqlx::query(write)
            .bind(key)
            .bind(new)
            .execute(&mut *tx)
            .await
            .map_err(sql)?;
        tx.commit().await.map_err(sql)
    }
}
