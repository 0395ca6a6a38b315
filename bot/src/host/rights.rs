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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::RoleId;
    use crate::host::model::Role;

    fn role(id: u64) -> Option<Role> {
        Some(Role { id: RoleId(id), name: "Helpers".into() })
    }

    #[test]
    fn managers_and_the_role_administer_their_own_server_only() {
        for manager in [false, true] {
            for moderator in [false, true] {
                for (has, wanted) in
                    [(None, None), (None, role(1)), (role(1), role(1)), (role(2), role(1)), (role(1), None)]
                {
                    let roles = has.iter().map(|role| role.id).collect();
                    let rights = Rights { guild: Some(GuildId(9)), moderator, manager, roles };
                    let settings = GuildSettings { admins: wanted.clone(), ..GuildSettings::default() };
                    let admitted = admit(&rights, GuildId(9), &settings).is_ok();
                    assert_eq!(admitted, manager || (wanted.is_some() && has == wanted), "{rights:?} {wanted:?}");
                    assert!(admit(&rights, GuildId(10), &settings).is_err(), "{rights:?}");
                }
            }
        }
    }

    #[test]
    fn a_role_hands_on_only_what_managers_allowed() {
        for manager in [false, true] {
            for delegated in [false, true] {
                let before = GuildSettings { admins: role(1), admins_delegate: delegated, ..GuildSettings::default() };
                let rights = Rights { guild: Some(GuildId(9)), manager, roles: vec![RoleId(1)], ..Rights::default() };
                for (admins, delegates) in [(1, delegated), (2, delegated), (1, !delegated), (2, !delegated)] {
                    let after = GuildSettings { admins: role(admins), admins_delegate: delegates, ..before.clone() };
                    let allowed = manager || (delegates == delegated && (admins == 1 || delegated));
                    let found = may_delegate(&rights, &before, &after).is_ok();
                    assert_eq!(found, allowed, "{manager} {delegated}: {admins} {delegates}");
                }
            }
        }
    }
}
