//! Users, and their roles and membership in servers.

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
    /// Id.
    pub id: UserId,
    /// User name, such as `ann`.
    pub name: String,
    /// Display name, such as `Ann`.
    pub display: String,
    /// `true` for a bot.
    pub bot: bool,
    /// `true` if direct messages are accepted; otherwise, sending one fails with 50007.
    pub dms_open: bool,
    /// Language of the client.
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
    /// Id; the @everyone role has the server's id.
    pub id: RoleId,
    /// Name.
    pub name: String,
    /// Permissions of the role.
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

/// Member of a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    /// User.
    pub user: UserId,
    /// Roles, without @everyone.
    pub roles: Vec<RoleId>,
    /// Time of joining.
    pub joined: SystemTime,
}

impl Member {
    /// Member without the user inside.
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
    /// Id.
    pub id: GuildId,
    /// Name.
    pub name: String,
    /// Owner, who has all permissions.
    pub owner: UserId,
    /// Roles; the first is @everyone.
    pub roles: Vec<Role>,
    /// Members, including the bot.
    pub members: BTreeMap<UserId, Member>,
    /// Channels and threads in order of creation.
    pub channels: Vec<ChannelId>,
}

impl Guild {
    /// The @everyone role.
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
