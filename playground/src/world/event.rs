//! What a change tells: the bot over the gateway, people on the page.

use serde_json::Value;

use crate::id::{ChannelId, GuildId, MessageId};

/// Which kinds of event a bot asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Intent(pub(crate) u64);

impl Intent {
    /// Events every bot gets.
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const GUILDS: Self = Self(1);
    pub(crate) const GUILD_MEMBERS: Self = Self(1 << 1);
    pub(crate) const GUILD_PRESENCES: Self = Self(1 << 8);
    pub(crate) const GUILD_MESSAGES: Self = Self(1 << 9);
    pub(crate) const DIRECT_MESSAGES: Self = Self(1 << 12);
    pub(crate) const MESSAGE_CONTENT: Self = Self(1 << 15);
    /// Those Discord gives only to bots it was asked about.
    pub(crate) const PRIVILEGED: u64 = Self::GUILD_MEMBERS.0 | Self::GUILD_PRESENCES.0 | Self::MESSAGE_CONTENT.0;
}

/// A dispatch to the bot.
#[derive(Clone, Debug)]
pub(crate) struct Dispatch {
    pub(crate) name: &'static str,
    pub(crate) intent: Intent,
    /// The server it happened in, which decides the shard.
    pub(crate) guild: Option<GuildId>,
    pub(crate) data: Value,
    /// Whether the text is for bots with the message content intent only.
    pub(crate) guarded: bool,
}

/// What a page may want to draw again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PageEvent {
    /// A message came or changed.
    Message(MessageId),
    /// People, servers, channels or threads changed.
    Places,
    /// The bot registered commands, came or went.
    Bot,
    /// The bot is typing.
    Typing(ChannelId),
}

/// A change, for everyone who listens.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Gateway(Dispatch),
    Page(PageEvent),
}

impl Event {
    pub(crate) fn gateway(name: &'static str, intent: Intent, guild: Option<GuildId>, data: Value) -> Self {
        Self::Gateway(Dispatch { name, intent, guild, data, guarded: false })
    }

    pub(crate) fn page(event: PageEvent) -> Self {
        Self::Page(event)
    }
}
