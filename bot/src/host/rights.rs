//! Permission checks. Permissions hold only on the server that granted them.

use crate::host::GuildId;
use crate::host::error::{Denied, Error, refuse};
use crate::host::model::{GuildSettings, Rights};

/// Permissions of a person on one server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Power {
    /// May start and end other people's games.
    pub moderates: bool,
    /// May administer private Battalions, enabled Battalions and settings.
    pub administers: bool,
}

/// Returns true if these permissions hold on the server.
pub(super) fn on(rights: &Rights, guild: GuildId) -> bool {
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
