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

    /// Sets what a person prefers.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_person_settings(
        &self,
        person: PersonId,
        content: &str,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("INSERT OR REPLACE INTO person_settings (person, content) VALUES (?, ?)")
            .bind(stored(person.0))
            .bind(content)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
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

    /// Sets what a server has decided.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_guild_settings(
        &self,
        guild: GuildId,
        content: &str,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("INSERT OR REPLACE INTO guild_settings (guild, content) VALUES (?, ?)")
            .bind(stored(guild.0))
            .bind(content)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }
}
