//! Permissions and visibility, computed as Discord does.

use super::{Channel, ChannelKind, Message, Whom, World};
use crate::error::ApiError;
use crate::id::{ChannelId, GuildId, UserId};
use crate::permissions::Permissions;

impl World {
    /// Permissions of a member in a server as a whole.
    pub(crate) fn guild_permissions(&self, user: UserId, guild: GuildId) -> Permissions {
        let Some(guild) = self.guilds.get(&guild) else {
            return Permissions::NONE;
        };
        let Some(member) = guild.members.get(&user) else {
            return Permissions::NONE;
        };
        if guild.owner == user {
            return Permissions::ALL;
        }
        let mut all = Permissions::NONE;
        for role in &guild.roles {
            if role.id == guild.everyone() || member.roles.contains(&role.id) {
                all |= role.permissions;
            }
        }
        if all.contains(Permissions::ADMINISTRATOR) { Permissions::ALL } else { all }
    }

    /// Server setting for a person's use of a command, by their roles: one role with permission is enough. The setting
    /// for everyone applies if none of their roles has one.
    pub(crate) fn integration(&self, user: UserId, channel: ChannelId, command: &str) -> Option<bool> {
        let guild = self.channels.get(&channel)?.guild?;
        let set = self.integrations.get(&(guild, command.to_owned()))?;
        let guild = self.guilds.get(&guild)?;
        let roles = &guild.members.get(&user)?.roles;
        let own: Vec<bool> = roles.iter().filter_map(|role| set.get(role).copied()).collect();
        if own.is_empty() {
            return set.get(&guild.everyone()).copied();
        }
        Some(own.contains(&true))
    }

    /// Permissions of a user in a channel, with overwrites. Threads inherit from their channel.
    pub(crate) fn permissions(&self, user: UserId, channel: ChannelId) -> Permissions {
        let Some(channel) = self.channels.get(&channel) else {
            return Permissions::NONE;
        };
        let Some(guild_id) = channel.guild else {
            let inside = channel.recipient == Some(user) || user == self.bot;
            return if inside { Permissions::EVERYONE } else { Permissions::NONE };
        };
        let base = self.guild_permissions(user, guild_id);
        if base == Permissions::ALL {
            return base;
        }
        let roles = self
            .guilds
            .get(&guild_id)
            .and_then(|g| g.members.get(&user))
            .map(|m| m.roles.as_slice())
            .unwrap_or_default();
        let place = channel.parent.and_then(|p| self.channels.get(&p)).unwrap_or(channel);
        let mut all = base;
        // Everyone first, then all roles together, then the member: the more specific overwrite wins.
        for step in 0..3 {
            let (mut allow, mut deny) = (Permissions::NONE, Permissions::NONE);
            for overwrite in &place.overwrites {
                let hit = match overwrite.whom {
                    Whom::Everyone => step == 0,
                    Whom::Role(role) => step == 1 && roles.contains(&role),
                    Whom::Member(member) => step == 2 && member == user,
                };
                if hit {
                    allow |= overwrite.allow;
                    deny |= overwrite.deny;
                }
            }
            all = (all & !deny) | allow;
        }
        let invited = channel.kind != ChannelKind::PrivateThread
            || channel.members.contains(&user)
            || all.contains(Permissions::MANAGE_THREADS);
        if all.contains(Permissions::VIEW_CHANNEL) && invited { all } else { Permissions::NONE }
    }

    /// Returns an error if the bot lacks a permission. Direct message channels need none.
    pub(crate) fn need(&self, channel: &Channel, wanted: Permissions) -> Result<(), ApiError> {
        if channel.guild.is_none() || self.permissions(self.bot, channel.id).contains(wanted) {
            Ok(())
        } else {
            Err(ApiError::missing_permissions())
        }
    }

    /// Returns `true` if a person sees a channel in the list.
    pub(crate) fn sees_channel(&self, user: UserId, channel: &Channel) -> bool {
        !channel.deleted && self.permissions(user, channel.id).contains(Permissions::VIEW_CHANNEL)
    }

    /// Returns `true` if a person sees a message.
    pub(crate) fn sees_message(&self, user: UserId, message: &Message) -> bool {
        !message.deleted
            && message.only_for.is_none_or(|only| only == user)
            && self.channels.get(&message.channel).is_some_and(|c| self.sees_channel(user, c))
    }

    /// Returns `true` if a person and the bot share a server, which direct messages require.
    pub(crate) fn shares_guild(&self, user: UserId) -> bool {
        self.guilds.values().any(|g| g.members.contains_key(&user) && g.members.contains_key(&self.bot))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overwrite;
    use super::*;

    #[test]
    fn the_more_particular_overwrite_wins() {
        let mut world = World::new("Bot");
        let ann = world.add_user("ann", false);
        let bob = world.add_user("bob", false);
        let club = world.add_guild("Club", ann);
        world.join(club, bob, vec![]);
        let games = world.add_channel(club, "games");
        let role = world.add_role(club, "players", Permissions::NONE);
        let (send, none) = (Permissions::SEND_MESSAGES, Permissions::NONE);
        let may = |world: &World| world.permissions(bob, games).contains(send);
        let overwrite = |world: &mut World, whom, allow, deny| {
            world.channels.get_mut(&games).unwrap().overwrites.push(Overwrite { whom, allow, deny });
        };
        assert!(may(&world));
        overwrite(&mut world, Whom::Everyone, none, send);
        assert!(!may(&world));
        overwrite(&mut world, Whom::Role(role), send, none);
        assert!(!may(&world));
        world.give_role(club, bob, role);
        assert!(may(&world));
        overwrite(&mut world, Whom::Member(bob), none, send);
        assert!(!may(&world));
        assert!(world.permissions(ann, games).contains(send), "the owner may do everything");
    }
}
