//! Settings of people and servers, as text that the host interprets.

use sqlx::{Any, AssertSqlSafe, Encode, Type};

use super::log::write_log;
use super::settings_cache::SettingsCache;
use super::{GuildId, NewLog, PersonId, Store, StoreError};

/// Changed settings, ready to be stored.
#[derive(Clone, Debug)]
pub struct Settled<T> {
    /// Settings, as JSON.
    pub content: String,
    /// Entry for the administration log.
    pub log: Option<NewLog>,
    /// Value returned to the caller.
    pub answer: T,
}

impl Store {
    /// Returns a person's settings, as JSON.
    pub async fn person_settings(&self, person: PersonId) -> Result<Option<String>, StoreError> {
        let read = sqlx::query_scalar("SELECT content FROM person_settings WHERE person = $1").bind(person);
        Ok(self.settings.people.get(person, read.fetch_optional(&self.read)).await?)
    }

    /// Changes a person's settings atomically. `change` maps the old text to the new one and a value to return. If it
    /// returns an error, nothing is changed.
    pub async fn change_person_settings<T, E>(
        &self,
        person: PersonId,
        change: impl FnOnce(Option<String>) -> Result<(String, T), E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.replace(
            "SELECT content FROM person_settings WHERE person = $1",
            "INSERT INTO person_settings (person, content) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE SET content = excluded.content",
            person,
            |old| {
                let (content, answer) = change(old)?;
                Ok(Settled { content, log: None, answer })
            },
            move |settings| settings.people.invalidate(person),
        )
        .await
    }

    /// Returns a server's settings, as JSON.
    pub async fn guild_settings(&self, guild: GuildId) -> Result<Option<String>, StoreError> {
        let read = sqlx::query_scalar("SELECT content FROM guild_settings WHERE guild = $1").bind(guild);
        Ok(self.settings.guilds.get(guild, read.fetch_optional(&self.read)).await?)
    }

    /// Changes a server's settings atomically and logs the change in the same transaction. If `change` returns an
    /// error, nothing is changed.
    pub async fn change_guild_settings<T, E>(
        &self,
        guild: GuildId,
        change: impl FnOnce(Option<String>) -> Result<Settled<T>, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.replace(
            "SELECT content FROM guild_settings WHERE guild = $1",
            "INSERT INTO guild_settings (guild, content) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET content = excluded.content",
            guild,
            change,
            move |settings| settings.guilds.invalidate(guild),
        )
        .await
    }

    /// Runs as a task of its own, so that the cache is invalidated even if the caller is dropped.
    async fn replace<T, E>(
        &self,
        read: &'static str,
        write: &'static str,
        key: impl for<'q> Encode<'q, Any> + Type<Any> + Copy + Send + Sync + 'static,
        change: impl FnOnce(Option<String>) -> Result<Settled<T>, E> + Send + 'static,
        invalidate: impl FnOnce(&SettingsCache) + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let store = self.clone();
        // Two processes may change the settings of one person. A file has one writer.
        let read = if self.database.is_server() { format!("{read} FOR UPDATE") } else { read.to_owned() };
        let task = tokio::spawn(async move {
            let done = store.store(move |tx| {
                Box::pin(async move {
                    let read = sqlx::query_scalar(AssertSqlSafe(read));
                    let old: Option<String> = read.bind(key).fetch_optional(&mut *tx).await?;
                    let settled = match change(old) {
                        Ok(changed) => changed,
                        Err(refused) => return Ok(Err(refused)),
                    };
                    sqlx::query(write).bind(key).bind(settled.content).execute(&mut *tx).await?;
                    if let Some(log) = &settled.log {
                        write_log(tx, log).await?;
                    }
                    Ok(Ok(settled.answer))
                })
            });
            let done = done.await;
            invalidate(&store.settings);
            done
        });
        task.await.unwrap_or(Err(StoreError::Interrupted))?
    }
}
