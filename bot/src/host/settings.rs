//! What people and servers have decided.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{Error, Fault};
use super::model::{GuildSettings, PersonSettings};
use super::{GuildId, Host, PersonId};

fn read<T: DeserializeOwned + Default>(content: Option<String>) -> Result<T, Error> {
    match content {
        None => Ok(T::default()),
        Some(text) => serde_json::from_str(&text)
            .map_err(|error| Fault::new("reading settings", &error).into()),
    }
}

fn write(settings: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(settings).map_err(|error| Fault::new("writing settings", &error).into())
}

impl Host {
    /// What a person prefers.
    ///
    /// # Errors
    /// A [`Fault`] when the database fails.
    pub async fn person_settings(&self, person: PersonId) -> Result<PersonSettings, Error> {
        read(self.store().person_settings(person).await?)
    }

    /// Sets what a person prefers.
    ///
    /// # Errors
    /// A [`Fault`] when the database fails.
    pub async fn set_person_settings(
        &self,
        person: PersonId,
        settings: &PersonSettings,
    ) -> Result<(), Error> {
        let content = write(settings)?;
        Ok(self.store().set_person_settings(person, &content).await?)
    }

    /// What a server has decided.
    ///
    /// # Errors
    /// A [`Fault`] when the database fails.
    pub async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, Error> {
        read(self.store().guild_settings(guild).await?)
    }

    /// Sets what a server has decided.
    ///
    /// # Errors
    /// A [`Fault`] when the database fails.
    pub async fn set_guild_settings(
        &self,
        guild: GuildId,
        settings: &GuildSettings,
    ) -> Result<(), Error> {
        let content = write(settings)?;
        Ok(self.store().set_guild_settings(guild, &content).await?)
    }

    /// The same where there may be no server.
    pub(super) async fn settings_of(&self, guild: Option<GuildId>) -> Result<GuildSettings, Error> {
        match guild {
            Some(guild) => self.guild_settings(guild).await,
            None => Ok(GuildSettings::default()),
        }
    }
}
