//! Users, and what a server knows about them: roles and membership.

use std::collections::BTreeMap;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::id::{ChannelId, GuildId, RoleId, UserId};
use crate::permissions::Permissions;
use crate::timestamp::iso;

/// A person or a bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct User {
    /// Its id.
    pub id: UserId,
    /// The name, as in `ann`.
    pub name: String,
    /// The name shown, as in `Ann`.
    pub display: String,
    /// Whether it is a program.
    pub bot: bool,
    /// Whether it takes direct messages; if not, sending one answers 50007.
    pub dms_open: bool,
    /// The language of its client.
    pub locale: String,
}

impl User {
    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id,
            "username": self.name,
            "discriminator": if self.bot { "1234" } else { "0" },
            "global_name": if self.bot { Value::Null } else { json!(self.display) },
            "avatar": null,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
            "banner": null,
            "accent_color": null,
        })
    }
}

/// A role of a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Role {
    /// Its id; everyone's role has the number of the server.
    pub id: RoleId,
    /// Its name.
    pub name: String,
    /// What it allows.
    pub permissions: Permissions,
}

impl Role {
    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "permissions": self.permissions,
            "position": u8::from(self.name != "@everyone"),
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            "hoist": false,
            "managed": false,
            "mentionable": true,
            "icon": null,
            "unicode_emoji": null,
            "flags": 0,
        })
    }
}

/// A user in a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    /// Who.
    pub user: UserId,
    /// The roles, without the one that everyone has.
    pub roles: Vec<RoleId>,
    /// Since when.
    pub joined: SystemTime,
}

impl Member {
    /// The member without the user inside.
    pub(crate) fn json(&self) -> Value {
        json!({
            "roles": self.roles,
            "nick": null,
            "joined_at": iso(self.joined),
            "avatar": null,
            "banner": null,
            "communication_disabled_until": null,
            "flags": 0,
            "pending": false,
            "premium_since": null,
            "mute": false,
            "deaf": false,
        })
    }
}

/// A server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Guild {
    /// Its id.
    pub id: GuildId,
    /// Its name.
    pub name: String,
    /// Who may do everything.
    pub owner: UserId,
    /// Its roles; the first is everyone's.
    pub roles: Vec<Role>,
    /// Its members, the bot included.
    pub members: BTreeMap<UserId, Member>,
    /// Its channels and threads in the order they were made.
    pub channels: Vec<ChannelId>,
}

impl Guild {
    /// The role everyone has.
    pub(crate) fn everyone(&self) -> RoleId {
        RoleId(self.id.0)
    }

    pub(crate) fn role(&self, id: RoleId) -> Option<&Role> {
        self.roles.iter().find(|r| r.id == id)
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "icon": null,
            "description": null,
            "splash": null,
            "discovery_splash": null,
            "features": [],
            "banner": null,
            "owner_id": self.owner,
            "application_id": null,
            "afk_channel_id": null,
            "afk_timeout": 300,
            "system_channel_id": null,
            "system_channel_flags": 0,
            "widget_enabled": false,
            "widget_channel_id": null,
            "verification_level": 0,
            "roles": self.roles.iter().map(Role::json).collect::<Vec<_>>(),
            "default_message_notifications": 0,
            "mfa_level": 0,
            "explicit_content_filter": 0,
            "max_presences": null,
            "max_members": 500_000,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "vanity_url_code": null,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": "en-US",
            "rules_channel_id": null,
            "public_updates_channel_id": null,
            "safety_alerts_channel_id": null,
            "premium_progress_bar_enabled": false,
            "nsfw": false,
            "nsfw_level": 0,
            "emojis": [],
            "stickers": [],
            "incidents_data": null,
        })
    }
}
