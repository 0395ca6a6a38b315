//! Settings of people and servers.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::error::{Error, InternalError};
use crate::host::limits;
use crate::host::log::pen::{Pen, changed_settings};
use crate::host::model::{AdminChange, Announce, GuildSettings, PersonSettings, Place, Who};
use crate::host::rights::Power;
use crate::host::time::WallClock;
use crate::host::{GuildId, PersonId, rights};
use crate::store::{PlayerRow, Settled, Store};

fn read<T: DeserializeOwned + Default>(content: Option<String>) -> Result<T, Error> {
    match content {
        None => Ok(T::default()),
        Some(text) => {
            serde_json::from_str(&text).map_err(|error| InternalError::new("reading settings", &error).into())
        }
    }
}

fn write(settings: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(settings).map_err(|error| InternalError::new("writing settings", &error).into())
}

/// Settings of people and servers, and the permissions that follow from them.
#[derive(Clone, Debug)]
pub struct Settings {
    pub(super) store: Store,
    pub(super) time: WallClock,
}

impl Settings {
    /// Settings of a person.
    pub async fn person_settings(&self, person: PersonId) -> Result<PersonSettings, Error> {
        read(self.store.person_settings(person).await?)
    }

    /// Changes a person's settings and returns the new ones.
    pub async fn change_person_settings(
        &self,
        person: PersonId,
        change: impl FnOnce(&mut PersonSettings) + Send + 'static,
    ) -> Result<PersonSettings, Error> {
        self.try_change_person_settings(person, |settings| {
            change(settings);
            Ok(())
        })
        .await
    }

    /// Same as `change_person_settings`, for a change that can be refused.
    pub(super) async fn try_change_person_settings(
        &self,
        person: PersonId,
        change: impl FnOnce(&mut PersonSettings) -> Result<(), Error> + Send + 'static,
    ) -> Result<PersonSettings, Error> {
        let changed = self.store.change_person_settings(person, move |old| {
            let mut now: PersonSettings = read(old)?;
            change(&mut now)?;
            Ok::<_, Error>((write(&now)?, now))
        });
        changed.await
    }

    /// Settings of a server.
    pub async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, Error> {
        read(self.store.guild_settings(guild).await?)
    }

    /// Changes a server's settings and returns the new ones. Refuses people without permission and contradictory
    /// settings.
    pub async fn change_guild_settings(
        &self,
        who: &Who,
        guild: GuildId,
        change: impl FnOnce(&mut GuildSettings) -> Result<(), Error> + Send + 'static,
    ) -> Result<GuildSettings, Error> {
        let rights = who.rights.clone();
        let pen = self.pen(who, guild);
        let changed = self.store.change_guild_settings(guild, move |old| {
            let mut now: GuildSettings = read(old)?;
            rights::admit(&rights, guild, &now)?;
            let before = now.clone();
            change(&mut now)?;
            limits::consistent(&now)?;
            rights::may_delegate(&rights, &before, &now)?;
            let changes = changed_settings(&before, &now)?;
            let log = (!changes.is_empty()).then(|| pen.note(&AdminChange::Settings(changes)));
            Ok::<_, Error>(Settled { content: write(&now)?, log, answer: now })
        });
        changed.await
    }

    /// Announcement of the people to act in the channels of a server.
    pub async fn announce_in(&self, guild: Option<GuildId>) -> Result<Announce, Error> {
        Ok(self.settings_of(guild).await?.announce)
    }

    /// Settings of a server; the defaults outside of servers.
    pub async fn settings_of(&self, guild: Option<GuildId>) -> Result<GuildSettings, Error> {
        match guild {
            Some(guild) => self.guild_settings(guild).await,
            None => Ok(GuildSettings::default()),
        }
    }

    /// Permissions of a person in a game of this server.
    pub(in crate::host) async fn power(&self, who: &Who, guild: Option<GuildId>) -> Result<Power, Error> {
        let Some(guild) = guild.filter(|guild| rights::on(&who.rights, *guild)) else {
            return Ok(Power::default());
        };
        let administers = self.guild_settings(guild).await?.admits(&who.rights);
        Ok(Power { moderates: who.rights.moderator || administers, administers })
    }

    /// Refuses to bring a game to a channel in which the server has no games. Moderators may.
    pub(in crate::host) async fn check_place(&self, who: &Who, place: &Place) -> Result<(), Error> {
        if self.power(who, place.guild).await?.moderates {
            return Ok(());
        }
        limits::check_place(&self.settings_of(place.guild).await?, place)
    }

    /// Settings of a server; for its administrators only.
    pub async fn administered(&self, who: &Who, guild: GuildId) -> Result<GuildSettings, Error> {
        let settings = self.guild_settings(guild).await?;
        rights::admit(&who.rights, guild, &settings)?;
        Ok(settings)
    }

    /// Entries with the person as author.
    pub(in crate::host) fn pen(&self, who: &Who, guild: GuildId) -> Pen {
        let by = PlayerRow { person: who.person, name: who.name.clone() };
        Pen { by: Some(by), ..self.pen_of_host(guild) }
    }

    /// Entries with the operators of the bot as author.
    pub(in crate::host) fn pen_of_host(&self, guild: GuildId) -> Pen {
        Pen { guild, at: self.time.now(), by: None }
    }
}
