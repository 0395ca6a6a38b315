//! Creation and changes of people, servers and channels, with their events.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use serde_json::json;

use super::{Channel, ChannelKind, Event, Guild, Intent, Member, PageEvent, Role, User, World};
use crate::id::{ChannelId, GuildId, MessageId, RoleId, UserId};
use crate::permissions::Permissions;

impl World {
    pub(crate) fn add_user(&mut self, name: &str, bot: bool) -> UserId {
        let id = UserId(self.ids.next());
        let mut letters = name.chars();
        let display = letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default();
        let user = User { id, name: name.to_lowercase(), display, bot, dms_open: true, locale: "en-US".into() };
        self.users.insert(id, user);
        self.outbox.push(Event::page(PageEvent::Places));
        id
    }

    pub(crate) fn add_guild(&mut self, name: &str, owner: UserId) -> GuildId {
        let id = GuildId(self.ids.next());
        let everyone = Role { id: RoleId(id.0), name: "@everyone".into(), permissions: Permissions::EVERYONE };
        let own = Role {
            id: RoleId(self.ids.next()),
            name: self.name_of(self.bot).to_owned(),
            permissions: Permissions::EVERYONE | Permissions::CREATE_PRIVATE_THREADS,
        };
        let own_id = own.id;
        let guild = Guild {
            id,
            name: name.to_owned(),
            owner,
            roles: vec![everyone, own],
            members: BTreeMap::new(),
            channels: Vec::new(),
        };
        self.guilds.insert(id, guild);
        self.join(id, owner, Vec::new());
        self.join(id, self.bot, vec![own_id]);
        if let Some(data) = self.guild_create_json(id) {
            self.outbox.push(Event::gateway("GUILD_CREATE", Intent::GUILDS, Some(id), data));
        }
        id
    }

    pub(crate) fn join(&mut self, guild: GuildId, user: UserId, roles: Vec<RoleId>) {
        let Some(g) = self.guilds.get_mut(&guild) else {
            return;
        };
        g.members.entry(user).or_insert(Member { user, roles, joined: SystemTime::now() });
        let mut data = self.member_json(guild, user);
        data["guild_id"] = json!(guild);
        self.outbox.push(Event::gateway("GUILD_MEMBER_ADD", Intent::GUILD_MEMBERS, Some(guild), data));
        self.outbox.push(Event::page(PageEvent::Places));
    }

    pub(crate) fn leave(&mut self, guild: GuildId, user: UserId) {
        let Some(g) = self.guilds.get_mut(&guild) else {
            return;
        };
        if g.members.remove(&user).is_none() {
            return;
        }
        if user == self.bot {
            self.outbox.push(Event::gateway("GUILD_DELETE", Intent::GUILDS, Some(guild), json!({"id": guild})));
        }
        let data = json!({
            "guild_id": guild,
            "user": self.users.get(&user).map(User::json),
        });
        self.outbox.push(Event::gateway("GUILD_MEMBER_REMOVE", Intent::GUILD_MEMBERS, Some(guild), data));
        self.outbox.push(Event::page(PageEvent::Places));
    }

    pub(crate) fn add_role(&mut self, guild: GuildId, name: &str, permissions: Permissions) -> RoleId {
        let role = Role { id: RoleId(self.ids.next()), name: name.to_owned(), permissions };
        let id = role.id;
        let data = json!({"guild_id": guild, "role": role.json()});
        if let Some(g) = self.guilds.get_mut(&guild) {
            g.roles.push(role);
            self.outbox.push(Event::gateway("GUILD_ROLE_CREATE", Intent::GUILDS, Some(guild), data));
        }
        id
    }

    pub(crate) fn give_role(&mut self, guild: GuildId, user: UserId, role: RoleId) {
        let Some(member) = self.guilds.get_mut(&guild).and_then(|g| g.members.get_mut(&user)) else {
            return;
        };
        if !member.roles.contains(&role) {
            member.roles.push(role);
        }
        self.member_updated(guild, user);
    }

    pub(crate) fn member_updated(&mut self, guild: GuildId, user: UserId) {
        let mut data = self.member_json(guild, user);
        data["guild_id"] = json!(guild);
        self.outbox.push(Event::gateway("GUILD_MEMBER_UPDATE", Intent::GUILD_MEMBERS, Some(guild), data));
        self.outbox.push(Event::page(PageEvent::Places));
    }

    pub(crate) fn add_channel(&mut self, guild: GuildId, name: &str) -> ChannelId {
        let id = ChannelId(self.ids.next());
        self.insert_channel(Channel::new(id, ChannelKind::Text, name, Some(guild)), "CHANNEL_CREATE");
        id
    }

    /// Creates a thread in `parent`; `from` is the message it starts at.
    pub(crate) fn add_thread(
        &mut self,
        parent: ChannelId,
        name: &str,
        kind: ChannelKind,
        from: Option<MessageId>,
        owner: UserId,
    ) -> ChannelId {
        let id = ChannelId(from.map_or_else(|| self.ids.next(), |m| m.0));
        let guild = self.channels.get(&parent).and_then(|c| c.guild);
        let mut thread = Channel::new(id, kind, name, guild);
        thread.parent = Some(parent);
        thread.owner = Some(owner);
        thread.members = BTreeSet::from([owner]);
        self.insert_channel(thread, "THREAD_CREATE");
        id
    }

    fn insert_channel(&mut self, channel: Channel, event: &'static str) {
        let (id, guild) = (channel.id, channel.guild);
        self.channels.insert(id, channel);
        if let Some(guild) = guild {
            if let Some(g) = self.guilds.get_mut(&guild) {
                g.channels.push(id);
            }
            let mut data = self.channel_json(id);
            if event == "THREAD_CREATE" {
                data["newly_created"] = json!(true);
            }
            self.outbox.push(Event::gateway(event, Intent::GUILDS, Some(guild), data));
        }
        self.outbox.push(Event::page(PageEvent::Places));
    }

    /// Direct message channel of the bot and a person, created if missing.
    pub(crate) fn dm(&mut self, user: UserId) -> ChannelId {
        if let Some(dm) = self.find_dm(user) {
            return dm;
        }
        let id = ChannelId(self.ids.next());
        let mut dm = Channel::new(id, ChannelKind::Dm, "", None);
        dm.recipient = Some(user);
        self.insert_channel(dm, "CHANNEL_CREATE");
        id
    }

    pub(crate) fn find_dm(&self, user: UserId) -> Option<ChannelId> {
        self.channels.values().find(|c| c.recipient == Some(user)).map(|c| c.id)
    }

    pub(crate) fn channel_changed(&mut self, id: ChannelId) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let event = match (channel.is_thread(), channel.deleted) {
            (true, false) => "THREAD_UPDATE",
            (true, true) => "THREAD_DELETE",
            (false, false) => "CHANNEL_UPDATE",
            (false, true) => "CHANNEL_DELETE",
        };
        let guild = channel.guild;
        let data = self.channel_json(id);
        self.outbox.push(Event::gateway(event, Intent::GUILDS, guild, data));
        self.outbox.push(Event::page(PageEvent::Places));
    }

    pub(crate) fn delete_channel(&mut self, id: ChannelId) {
        let doomed: Vec<ChannelId> =
            self.channels.values().filter(|c| c.id == id || c.parent == Some(id)).map(|c| c.id).collect();
        for id in doomed {
            if let Some(channel) = self.channels.get_mut(&id) {
                channel.deleted = true;
            }
            self.channel_changed(id);
        }
    }
}
