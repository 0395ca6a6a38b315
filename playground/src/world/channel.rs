//! Channels, threads and private conversations.

use std::collections::BTreeSet;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::id::{ChannelId, GuildId, MessageId, RoleId, UserId};
use crate::permissions::Permissions;
use crate::timestamp::iso;

/// What a channel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChannelKind {
    /// A text channel of a server.
    Text,
    /// A private conversation between the bot and one person.
    Dm,
    /// A thread everyone who sees its channel can read.
    PublicThread,
    /// A thread for those who were added.
    PrivateThread,
}

impl ChannelKind {
    /// Discord's number.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Text => 0,
            Self::Dm => 1,
            Self::PublicThread => 11,
            Self::PrivateThread => 12,
        }
    }
}

/// Whom a permission overwrite is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whom {
    /// Everyone in the server.
    Everyone,
    /// Everyone with a role.
    Role(RoleId),
    /// One member.
    Member(UserId),
}

/// What a channel allows and denies beyond the roles.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Overwrite {
    /// For whom.
    pub whom: Whom,
    /// Allowed on top.
    pub allow: Permissions,
    /// Denied, unless allowed to somebody more particular.
    pub deny: Permissions,
}

/// A channel, a thread or a private conversation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Channel {
    /// Its id; a thread started from a message has the message's number.
    pub id: ChannelId,
    /// What it is.
    pub kind: ChannelKind,
    /// Its name; empty for a private conversation.
    pub name: String,
    /// The server it belongs to.
    pub guild: Option<GuildId>,
    /// The channel a thread hangs on.
    pub parent: Option<ChannelId>,
    /// The person a private conversation is with.
    pub recipient: Option<UserId>,
    /// Permission overwrites.
    pub overwrites: Vec<Overwrite>,
    /// The line under its name.
    pub topic: Option<String>,
    /// Who made a thread.
    pub owner: Option<UserId>,
    /// Whether a thread was put away.
    pub archived: bool,
    /// Whether only moderators can bring an archived thread back.
    pub locked: bool,
    /// Minutes of silence until a thread archives itself (not acted upon).
    pub auto_archive: u64,
    /// Who was added to a thread.
    pub members: BTreeSet<UserId>,
    /// Whether it was deleted.
    pub deleted: bool,
    /// Its messages, oldest first, deleted ones included.
    #[serde(skip)]
    pub messages: Vec<MessageId>,
    pub(crate) created: SystemTime,
}

impl Channel {
    pub(crate) fn new(id: ChannelId, kind: ChannelKind, name: &str, guild: Option<GuildId>) -> Self {
        Self {
            id,
            kind,
            name: name.to_owned(),
            guild,
            parent: None,
            recipient: None,
            overwrites: Vec::new(),
            topic: None,
            owner: None,
            archived: false,
            locked: false,
            auto_archive: 1440,
            members: BTreeSet::new(),
            deleted: false,
            messages: Vec::new(),
            created: SystemTime::now(),
        }
    }

    /// Whether it is a thread.
    #[must_use]
    pub fn is_thread(&self) -> bool {
        matches!(self.kind, ChannelKind::PublicThread | ChannelKind::PrivateThread)
    }

    /// The channel in Discord's form; `recipient` is the other person of a private conversation.
    pub(crate) fn json(&self, recipient: Option<Value>) -> Value {
        let mut out = json!({
            "id": self.id,
            "type": self.kind.number(),
            "flags": 0,
            "last_message_id": self.messages.last(),
        });
        let Some(guild) = self.guild else {
            out["recipients"] = json!([recipient]);
            return out;
        };
        out["guild_id"] = json!(guild);
        out["name"] = json!(self.name);
        out["rate_limit_per_user"] = json!(0);
        out["parent_id"] = json!(self.parent);
        if self.is_thread() {
            out["owner_id"] = json!(self.owner);
            out["message_count"] = json!(self.messages.len());
            out["total_message_sent"] = json!(self.messages.len());
            out["member_count"] = json!(self.members.len().max(1));
            out["thread_metadata"] = json!({
                "archived": self.archived,
                "archive_timestamp": iso(self.created),
                "auto_archive_duration": self.auto_archive,
                "locked": self.locked,
                "create_timestamp": iso(self.created),
            });
            if self.kind == ChannelKind::PrivateThread {
                out["thread_metadata"]["invitable"] = json!(true);
            }
        } else {
            out["position"] = json!(0);
            out["topic"] = json!(self.topic);
            out["nsfw"] = json!(false);
            out["permission_overwrites"] = self.overwrites.iter().map(|o| o.json(guild)).collect();
        }
        out
    }
}

impl Overwrite {
    fn json(&self, guild: GuildId) -> Value {
        let (id, kind) = match self.whom {
            Whom::Everyone => (guild.0, 0),
            Whom::Role(role) => (role.0, 0),
            Whom::Member(user) => (user.0, 1),
        };
        json!({"id": id.to_string(), "type": kind, "allow": self.allow, "deny": self.deny})
    }
}
