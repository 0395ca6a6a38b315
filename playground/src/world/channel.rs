//! Channels, threads and direct message channels.

use std::collections::BTreeSet;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::id::{ChannelId, GuildId, MessageId, RoleId, UserId};
use crate::permissions::Permissions;
use crate::timestamp::iso;

/// Kind of channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChannelKind {
    /// A text channel of a server.
    Text,
    /// Direct message channel between the bot and one person.
    Dm,
    /// Thread that everyone who sees its channel can read.
    PublicThread,
    /// Thread for its members only.
    PrivateThread,
}

impl ChannelKind {
    /// Discord's number of the kind.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Text => 0,
            Self::Dm => 1,
            Self::PublicThread => 11,
            Self::PrivateThread => 12,
        }
    }
}

/// Subject of a permission overwrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whom {
    /// Everyone in the server.
    Everyone,
    /// Everyone with a role.
    Role(RoleId),
    /// One member.
    Member(UserId),
}

/// Permission overwrite of a channel.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Overwrite {
    /// Subject.
    pub whom: Whom,
    /// Additional permissions.
    pub allow: Permissions,
    /// Denied permissions, unless a more specific overwrite allows them.
    pub deny: Permissions,
}

/// Channel, thread or direct message channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Channel {
    /// Id; a thread started from a message has the message's id.
    pub id: ChannelId,
    /// Kind of channel.
    pub kind: ChannelKind,
    /// Name; empty for a direct message channel.
    pub name: String,
    /// Server of the channel.
    pub guild: Option<GuildId>,
    /// Channel of a thread.
    pub parent: Option<ChannelId>,
    /// Other person of a direct message channel.
    pub recipient: Option<UserId>,
    /// Permission overwrites.
    pub overwrites: Vec<Overwrite>,
    /// Topic below the name.
    pub topic: Option<String>,
    /// Creator of a thread.
    pub owner: Option<UserId>,
    /// `true` for an archived thread.
    pub archived: bool,
    /// `true` if only moderators can reopen an archived thread.
    pub locked: bool,
    /// Minutes of inactivity until a thread archives itself (not implemented).
    pub auto_archive: u64,
    /// Members of a thread.
    pub members: BTreeSet<UserId>,
    /// `true` if the channel was deleted.
    pub deleted: bool,
    /// Messages, oldest first, including deleted ones.
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

    /// Returns `true` for a thread.
    #[must_use]
    pub fn is_thread(&self) -> bool {
        matches!(self.kind, ChannelKind::PublicThread | ChannelKind::PrivateThread)
    }

    /// Channel in Discord's form; `recipient` is the other person of a direct message channel.
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
