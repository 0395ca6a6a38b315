//! The world: people, servers, channels, messages, interactions and commands, all in memory.
//!
//! The world is plain data behind one lock (see [`state`](crate::state)). What changes it is written down as
//! events, which go to the bot over the gateway and to the page; nothing here waits or does I/O.

mod access;
mod channel;
mod event;
mod interaction;
mod message;
mod people;
mod post;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

pub use channel::{Channel, ChannelKind, Overwrite, Whom};
pub use interaction::{Answer, Attempt, Choice, InteractionKind};
pub use message::{Attachment, Button, Earlier, Message, Origin, Select};
pub use people::{Guild, Member, Role, User};

pub(crate) use event::{Dispatch, Event, Intent, PageEvent};
pub(crate) use interaction::Record;
pub(crate) use message::{EPHEMERAL, media_type, picture_size};
pub(crate) use post::{Draft, Upload};

use crate::check::Command;
use crate::error::ApiError;
use crate::id::{
    AttachmentId, ChannelId, CommandId, GuildId, InteractionId, MessageId, RoleId, Snowflakes,
    UserId,
};
use crate::limits;
use crate::permissions::Permissions;
use crate::record::{Violation, ViolationKind};

/// A command the bot registered.
#[derive(Clone, Debug)]
pub(crate) struct Registered {
    pub(crate) id: CommandId,
    /// The server it is registered in; `None` for everywhere.
    pub(crate) guild: Option<GuildId>,
    pub(crate) command: Command,
    /// As the bot sent it, completed with what Discord adds.
    pub(crate) json: Value,
}

/// Everything there is.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) ids: Snowflakes,
    /// The address of the page, and of the REST interface without a tunnel.
    pub(crate) base: String,
    /// Where attachments are served.
    pub(crate) files: String,
    /// Whether the bytes of files are kept.
    pub(crate) keep_files: bool,
    pub(crate) bot: UserId,
    pub(crate) users: BTreeMap<UserId, User>,
    pub(crate) guilds: BTreeMap<GuildId, Guild>,
    pub(crate) channels: BTreeMap<ChannelId, Channel>,
    pub(crate) messages: BTreeMap<MessageId, Message>,
    pub(crate) interactions: BTreeMap<InteractionId, Record>,
    pub(crate) tokens: HashMap<String, InteractionId>,
    pub(crate) commands: Vec<Registered>,
    /// What a server set for a command under Integrations, by the command's name: which roles may use it, and which not.
    pub(crate) integrations: HashMap<(GuildId, String), BTreeMap<RoleId, bool>>,
    /// Files people attached to commands, which stand on no message.
    pub(crate) uploads: BTreeMap<AttachmentId, Attachment>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) notes: Vec<String>,
    pub(crate) outbox: Vec<Event>,
    /// How long an interaction's token lives.
    pub(crate) token_life: Duration,
    /// How long a nonce keeps the same message from being sent once more.
    pub(crate) nonce_window: Duration,
}

impl World {
    /// A world with nothing but a bot.
    pub(crate) fn new(bot_name: &str) -> Self {
        let mut world = Self::empty();
        world.bot = world.add_user(bot_name, true);
        world
    }

    /// A world with nobody in it.
    pub(crate) fn empty() -> Self {
        Self {
            ids: Snowflakes::default(),
            base: String::new(),
            files: String::new(),
            keep_files: true,
            bot: UserId(0),
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            commands: Vec::new(),
            integrations: HashMap::new(),
            uploads: BTreeMap::new(),
            violations: Vec::new(),
            notes: Vec::new(),
            outbox: Vec::new(),
            token_life: limits::TOKEN_LIFE,
            nonce_window: limits::NONCE_WINDOW,
        }
    }

    /// The number of the application, which is also the bot's.
    pub(crate) fn app(&self) -> u64 {
        self.bot.0
    }

    // Records.

    pub(crate) fn violate(&mut self, kind: ViolationKind, sentence: impl Into<String>) {
        let violation = Violation {
            kind,
            sentence: sentence.into(),
            at: SystemTime::now(),
        };
        tracing::warn!(target: "playground", "{violation}");
        self.violations.push(violation);
    }

    pub(crate) fn note(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        tracing::debug!(target: "playground", "{sentence}");
        self.notes.push(sentence);
    }

    // Making things.

    pub(crate) fn add_user(&mut self, name: &str, bot: bool) -> UserId {
        let id = UserId(self.ids.next());
        let mut letters = name.chars();
        let display = letters
            .next()
            .map(|c| c.to_uppercase().chain(letters).collect())
            .unwrap_or_default();
        let user = User {
            id,
            name: name.to_lowercase(),
            display,
            bot,
            dms_open: true,
            locale: "en-US".into(),
        };
        self.users.insert(id, user);
        self.outbox.push(Event::page(PageEvent::Places));
        id
    }

    pub(crate) fn add_guild(
        &mut self,
        name: &str,
        owner: UserId,
        bot_permissions: Permissions,
    ) -> GuildId {
        let id = GuildId(self.ids.next());
        let everyone = Role {
            id: RoleId(id.0),
            name: "@everyone".into(),
            permissions: Permissions::EVERYONE,
        };
        let own = Role {
            id: RoleId(self.ids.next()),
            name: self.name_of(self.bot).to_owned(),
            permissions: bot_permissions,
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
            self.outbox.push(Event::gateway(
                "GUILD_CREATE",
                Intent::GUILDS,
                Some(id),
                data,
            ));
        }
        id
    }

    pub(crate) fn join(&mut self, guild: GuildId, user: UserId, roles: Vec<RoleId>) {
        let Some(g) = self.guilds.get_mut(&guild) else {
            return;
        };
        g.members.entry(user).or_insert(Member {
            user,
            roles,
            joined: SystemTime::now(),
        });
        let mut data = self.member_json(guild, user);
        data["guild_id"] = json!(guild);
        self.outbox.push(Event::gateway(
            "GUILD_MEMBER_ADD",
            Intent::GUILD_MEMBERS,
            Some(guild),
            data,
        ));
        self.outbox.push(Event::page(PageEvent::Places));
    }

    pub(crate) fn add_role(
        &mut self,
        guild: GuildId,
        name: &str,
        permissions: Permissions,
    ) -> RoleId {
        let role = Role {
            id: RoleId(self.ids.next()),
            name: name.to_owned(),
            permissions,
        };
        let id = role.id;
        let data = json!({"guild_id": guild, "role": role.json()});
        if let Some(g) = self.guilds.get_mut(&guild) {
            g.roles.push(role);
            self.outbox.push(Event::gateway(
                "GUILD_ROLE_CREATE",
                Intent::GUILDS,
                Some(guild),
                data,
            ));
        }
        id
    }

    pub(crate) fn give_role(&mut self, guild: GuildId, user: UserId, role: RoleId) {
        let Some(member) = self
            .guilds
            .get_mut(&guild)
            .and_then(|g| g.members.get_mut(&user))
        else {
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
        self.outbox.push(Event::gateway(
            "GUILD_MEMBER_UPDATE",
            Intent::GUILD_MEMBERS,
            Some(guild),
            data,
        ));
        self.outbox.push(Event::page(PageEvent::Places));
    }

    pub(crate) fn add_channel(&mut self, guild: GuildId, name: &str) -> ChannelId {
        let id = ChannelId(self.ids.next());
        self.insert_channel(
            Channel::new(id, ChannelKind::Text, name, Some(guild)),
            "CHANNEL_CREATE",
        );
        id
    }

    /// A thread on `parent`; `from` is the message it starts at.
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
            self.outbox
                .push(Event::gateway(event, Intent::GUILDS, Some(guild), data));
        }
        self.outbox.push(Event::page(PageEvent::Places));
    }

    /// The private conversation of the bot with a person, made if need be.
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
        self.channels
            .values()
            .find(|c| c.recipient == Some(user))
            .map(|c| c.id)
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
        self.outbox
            .push(Event::gateway(event, Intent::GUILDS, guild, data));
        self.outbox.push(Event::page(PageEvent::Places));
    }

    pub(crate) fn delete_channel(&mut self, id: ChannelId) {
        let doomed: Vec<ChannelId> = self
            .channels
            .values()
            .filter(|c| c.id == id || c.parent == Some(id))
            .map(|c| c.id)
            .collect();
        for id in doomed {
            if let Some(channel) = self.channels.get_mut(&id) {
                channel.deleted = true;
            }
            self.channel_changed(id);
        }
    }

    // Looking things up.

    pub(crate) fn name_of(&self, user: UserId) -> &str {
        self.users.get(&user).map_or("?", |u| u.name.as_str())
    }

    pub(crate) fn record(&self, id: InteractionId) -> Option<&Record> {
        self.interactions.get(&id)
    }

    /// The commands that can be used in a server (or, without one, in private).
    pub(crate) fn commands_in(&self, guild: Option<GuildId>) -> impl Iterator<Item = &Registered> {
        self.commands
            .iter()
            .filter(move |c| c.guild.is_none() || c.guild == guild)
    }

    /// A channel the bot can see.
    pub(crate) fn visible_channel(&self, id: ChannelId) -> Result<&Channel, ApiError> {
        let channel = self
            .channels
            .get(&id)
            .filter(|c| !c.deleted)
            .ok_or_else(|| ApiError::unknown("Channel", 10003))?;
        if channel.guild.is_some()
            && !self
                .permissions(self.bot, id)
                .contains(Permissions::VIEW_CHANNEL)
        {
            return Err(ApiError::missing_access());
        }
        Ok(channel)
    }

    /// A server the bot is in.
    pub(crate) fn visible_guild(&self, id: GuildId) -> Result<&Guild, ApiError> {
        let guild = self
            .guilds
            .get(&id)
            .ok_or_else(|| ApiError::unknown("Guild", 10004))?;
        if guild.members.contains_key(&self.bot) {
            Ok(guild)
        } else {
            Err(ApiError::missing_access())
        }
    }

    /// A message anyone in the channel can see.
    pub(crate) fn public_message(
        &self,
        channel: ChannelId,
        id: MessageId,
    ) -> Result<&Message, ApiError> {
        self.messages
            .get(&id)
            .filter(|m| m.channel == channel && !m.deleted && !m.ephemeral())
            .ok_or_else(|| ApiError::unknown("Message", 10008))
    }

    // JSON that needs more than one thing.

    pub(crate) fn user_json(&self, user: UserId) -> Value {
        self.users.get(&user).map_or(Value::Null, User::json)
    }

    /// A member with the user inside; null for a stranger.
    pub(crate) fn member_json(&self, guild: GuildId, user: UserId) -> Value {
        let Some(member) = self.guilds.get(&guild).and_then(|g| g.members.get(&user)) else {
            return Value::Null;
        };
        let mut out = member.json();
        out["user"] = self.user_json(user);
        out
    }

    pub(crate) fn channel_json(&self, id: ChannelId) -> Value {
        let Some(channel) = self.channels.get(&id) else {
            return Value::Null;
        };
        channel.json(channel.recipient.map(|user| self.user_json(user)))
    }

    /// The payload of `GUILD_CREATE`.
    pub(crate) fn guild_create_json(&self, id: GuildId) -> Option<Value> {
        let guild = self.guilds.get(&id)?;
        let channels: Vec<&Channel> = guild
            .channels
            .iter()
            .filter_map(|c| self.channels.get(c))
            .filter(|c| !c.deleted)
            .collect();
        let list = |threads: bool| -> Value {
            channels
                .iter()
                .filter(|c| c.is_thread() == threads && !c.archived)
                .filter(|c| {
                    self.permissions(self.bot, c.id)
                        .contains(Permissions::VIEW_CHANNEL)
                })
                .map(|c| c.json(None))
                .collect()
        };
        let mut out = guild.json();
        out["joined_at"] = json!(crate::timestamp::iso(SystemTime::now()));
        out["large"] = json!(false);
        out["unavailable"] = json!(false);
        out["member_count"] = json!(guild.members.len());
        out["members"] = guild
            .members
            .keys()
            .map(|u| self.member_json(id, *u))
            .collect();
        out["channels"] = list(false);
        out["threads"] = list(true);
        for empty in [
            "voice_states",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "soundboard_sounds",
        ] {
            out[empty] = json!([]);
        }
        Some(out)
    }
}
