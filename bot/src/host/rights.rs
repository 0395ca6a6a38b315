//! Permission checks. Permissions hold only on the server that granted them.

use crate::host::error::{Denied, Error, refuse};
use crate::host::model::{GuildSettings, Rights, Who};
use crate::host::{GuildId, Host};

/// Permissions of a person on one server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Power {
    /// May start and end other people's games.
    pub moderates: bool,
    /// May administer private Battalions, enabled Battalions and settings.
    pub administers: bool,
}

fn on(rights: &Rights, guild: GuildId) -> bool {
    rights.guild == Some(guild)
}

/// Refuses unless the person administers the server. The refusal names the required permission.
pub(super) fn admit(rights: &Rights, guild: GuildId, settings: &GuildSettings) -> Result<(), Error> {
    if on(rights, guild) && settings.admits(rights) {
        return Ok(());
    }
    Err(refuse(Denied::Administer(settings.admins.clone())))
}

/// Refuses an unauthorized change of the administrator role. The role itself may change it only if `admins_delegate` is
/// set, and only people with *Manage Server* may change that setting.
pub(super) fn may_delegate(rights: &Rights, before: &GuildSettings, after: &GuildSettings) -> Result<(), Error> {
    let handed_on = before.admins != after.admins && !before.admins_delegate;
    let allowed = before.admins_delegate != after.admins_delegate;
    if (handed_on || allowed) && !rights.manager { Err(refuse(Denied::Delegate)) } else { Ok(()) }
}

impl Host {
    /// Permissions of a person in a game of this server.
    pub(super) async fn power(&self, who: &Who, guild: Option<GuildId>) -> Result<Power, Error> {
        let Some(guild) = guild.filter(|guild| on(&who.rights, *guild)) else {
            return Ok(Power::default());
        };
        let administers = self.guild_settings(guild).await?.admits(&who.rights);
        Ok(Power { moderates: who.rights.moderator || administers, administers })
    }

    /// Settings of a server; for its administrators only.
    pub async fn administered(&self, who: &Who, guild: GuildId) -> Result<GuildSettings, Error> {
        let settings = self.guild_settings(guild).await?;
        admit(&who.rights, guild, &settings)?;
        Ok(settings)
    }
}
