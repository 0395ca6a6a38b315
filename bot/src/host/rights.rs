//! Who may do what that not everybody may. Rights hold on the server that gave them and nowhere else.

use crate::host::error::{Denied, Error, refuse};
use crate::host::model::{GuildSettings, Rights, Who};
use crate::host::{GuildId, Host};

/// What somebody may do on one server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Power {
    /// May start and end games of others.
    pub moderates: bool,
    /// May administer: private Battalions, switches, settings.
    pub administers: bool,
}

fn on(rights: &Rights, guild: GuildId) -> bool {
    rights.guild == Some(guild)
}

/// Refused unless they administer the server; says what that takes.
pub(super) fn admit(rights: &Rights, guild: GuildId, settings: &GuildSettings) -> Result<(), Error> {
    if on(rights, guild) && settings.admits(rights) {
        return Ok(());
    }
    Err(refuse(Denied::Administer(settings.admins.clone())))
}

/// Refused where somebody decides who administers the server who may not: that is for those who may manage it, and for the role that
/// administers if they allow that. Only they allow it.
pub(super) fn may_delegate(rights: &Rights, before: &GuildSettings, after: &GuildSettings) -> Result<(), Error> {
    let handed_on = before.admins != after.admins && !before.admins_delegate;
    let allowed = before.admins_delegate != after.admins_delegate;
    match (handed_on || allowed) && !rights.manager {
        true => Err(refuse(Denied::Delegate)),
        false => Ok(()),
    }
}

impl Host {
    /// What somebody may do in a game of this server.
    pub(super) async fn power(&self, who: &Who, guild: Option<GuildId>) -> Result<Power, Error> {
        let Some(guild) = guild.filter(|guild| on(&who.rights, *guild)) else {
            return Ok(Power::default());
        };
        let administers = self.guild_settings(guild).await?.admits(&who.rights);
        Ok(Power { moderates: who.rights.moderator || administers, administers })
    }

    /// What a server has decided, for the people who administer it.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn administered(&self, who: &Who, guild: GuildId) -> Result<GuildSettings, Error> {
        let settings = self.guild_settings(guild).await?;
        admit(&who.rights, guild, &settings)?;
        Ok(settings)
    }
}
