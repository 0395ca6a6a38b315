//! The world: people, servers, channels, messages, interactions and commands, all in memory.
//!
//! The world is plain data behind one lock (see [`state`](crate::state)). Changes are recorded as events, which go to
//! the bot over the gateway and to the page. This module neither waits nor does I/O.

mod access;
mod channel;
mod event;
mod interaction;
mod mention;
mod message;
mod origin;
mod people;
mod places;
mod post;
mod upload;

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

pub use channel::{Channel, ChannelKind, Overwrite, Whom};
pub use interaction::{Answer, Attempt, Choice};
pub use message::{Attachment, Button, Earlier, Message, Select};
pub use origin::{InteractionKind, Origin};
pub use people::{Guild, Member, Role, User};

pub(crate) use event::{Dispatch, Event, Intent, PageEvent};
pub(crate) use interaction::Record;
pub(crate) use message::{EPHEMERAL, media_type, picture_size};
pub(crate) use post::Draft;
pub(crate) use upload::Upload;

use crate::check::Command;
use crate::error::ApiError;
use crate::id::{AttachmentId, ChannelId, CommandId, GuildId, InteractionId, MessageId, RoleId, Snowflakes, UserId};
use crate::limits;
use crate::permissions::Permissions;
use crate::record::{Violation, ViolationKind};

/// Command registered by the bot.
#[derive(Clone, Debug)]
pub(crate) struct Registered {
    pub(crate) id: CommandId,
    /// Server of the command; `None` if it is global.
    pub(crate) guild: Option<GuildId>,
    pub(crate) command: Command,
    /// Declaration by the bot, with Discord's additional fields.
    pub(crate) json: Value,
}

/// Complete state.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) ids: Snowflakes,
    /// Address of the page, and of the REST interface without a tunnel.
    pub(crate) base: String,
    /// Base address of attachments.
    pub(crate) files: String,
    /// `true` to keep the contents of files.
    pub(crate) keep_files: bool,
    pub(crate) bot: UserId,
    /// Token of the bot.
    pub(crate) token: String,
    pub(crate) users: BTreeMap<UserId, User>,
    pub(crate) guilds: BTreeMap<GuildId, Guild>,
    pub(crate) channels: BTreeMap<ChannelId, Channel>,
    pub(crate) messages: BTreeMap<MessageId, Message>,
    pub(crate) interactions: BTreeMap<InteractionId, Record>,
    pub(crate) tokens: HashMap<String, InteractionId>,
    pub(crate) commands: Vec<Registered>,
    /// Integration settings of a server by command name: roles that may use it, and roles that may not.
    pub(crate) integrations: HashMap<(GuildId, String), BTreeMap<RoleId, bool>>,
    /// Files attached to commands, without a message.
    pub(crate) uploads: BTreeMap<AttachmentId, Attachment>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) outbox: Vec<Event>,
    /// Lifetime of an interaction token.
    pub(crate) token_life: Duration,
    /// Time in which a nonce prevents duplicate messages.
    pub(crate) nonce_window: Duration,
}

impl World {
    /// World with only a bot.
    pub(crate) fn new(bot_name: &str) -> Self {
        let mut world = Self::empty();
        world.bot = world.add_user(bot_name, true);
        world
    }

    /// World without anybody.
    pub(crate) fn empty() -> Self {
        Self {
            ids: Snowflakes::default(),
            base: String::new(),
            files: String::new(),
            keep_files: true,
            bot: UserId(0),
            token: String::new(),
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
            outbox: Vec::new(),
            token_life: limits::TOKEN_LIFE,
            nonce_window: limits::NONCE_WINDOW,
        }
    }

    /// Application id, which equals the bot's user id.
    pub(crate) fn app(&self) -> u64 {
        self.bot.0
    }

    // Records.

    pub(crate) fn violate(&mut self, kind: ViolationKind, sentence: impl Into<String>) {
        let violation = Violation { kind, sentence: sentence.into(), at: SystemTime::now() };
        tracing::warn!(target: "playground", "{violation}");
        self.violations.push(violation);
    }

    /// Logs an observation that violates no rule.
    pub(crate) fn note(&self, sentence: impl std::fmt::Display) {
        tracing::debug!(target: "playground", "{sentence}");
    }

    // Lookup.

    pub(crate) fn name_of(&self, user: UserId) -> &str {
        self.users.get(&user).map_or("?", |u| u.name.as_str())
    }

    pub(crate) fn record(&self, id: InteractionId) -> Option<&Record> {
        self.interactions.get(&id)
    }

    /// Commands available in a server, or in direct messages without one.
    pub(crate) fn commands_in(&self, guild: Option<GuildId>) -> impl Iterator<Item = &Registered> {
        self.commands.iter().filter(move |c| c.guild.is_none() || c.guild == guild)
    }

    /// Channel that the bot can see.
    pub(crate) fn visible_channel(&self, id: ChannelId) -> Result<&Channel, ApiError> {
        let channel =
            self.channels.get(&id).filter(|c| !c.deleted).ok_or_else(|| ApiError::unknown("Channel", 10003))?;
        if channel.guild.is_some() && !self.permissions(self.bot, id).contains(Permissions::VIEW_CHANNEL) {
            return Err(ApiError::missing_access());
        }
        Ok(channel)
    }

    /// Server of which the bot is a member.
    pub(crate) fn visible_guild(&self, id: GuildId) -> Result<&Guild, ApiError> {
        let guild = self.guilds.get(&id).ok_or_else(|| ApiError::unknown("Guild", 10004))?;
        if guild.members.contains_key(&self.bot) { Ok(guild) } else { Err(ApiError::missing_access()) }
    }

    /// Message that everybody in the channel can see.
    pub(crate) fn public_message(&self, channel: ChannelId, id: MessageId) -> Result<&Message, ApiError> {
        self.messages
            .get(&id)
            .filter(|m| m.channel == channel && !m.deleted && !m.ephemeral())
            .ok_or_else(|| ApiError::unknown("Message", 10008))
    }

    // JSON that combines several objects.

    pub(crate) fn user_json(&self, user: UserId) -> Value {
        self.users.get(&user).map_or(Value::Null, User::json)
    }

    /// Member with the user inside; null for a stranger.
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

    /// Payload of `GUILD_CREATE`.
    pub(crate) fn guild_create_json(&self, id: GuildId) -> Option<Value> {
        let guild = self.guilds.get(&id)?;
        let channels: Vec<&Channel> =
            guild.channels.iter().filter_map(|c| self.channels.get(c)).filter(|c| !c.deleted).collect();
        let list = |threads: bool| -> Value {
            channels
                .iter()
                .filter(|c| c.is_thread() == threads && !c.archived)
                .filter(|c| self.permissions(self.bot, c.id).contains(Permissions::VIEW_CHANNEL))
                .map(|c| c.json(None))
                .collect()
        };
        let mut out = guild.json();
        out["joined_at"] = json!(crate::timestamp::iso(SystemTime::now()));
        out["large"] = json!(false);
        out["unavailable"] = json!(false);
        out["member_count"] = json!(guild.members.len());
        out["members"] = guild.members.keys().map(|u| self.member_json(id, *u)).collect();
        out["channels"] = list(false);
        out["threads"] = list(true);
        for empty in ["voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"] {
            out[empty] = json!([]);
        }
        Some(out)
    }
}
