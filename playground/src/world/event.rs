//! Events of a change: for the bot over the gateway, and for the page.

use serde_json::Value;

use crate::id::{ChannelId, GuildId, MessageId};

/// Gateway intents: kinds of events that a bot receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Intent(pub(crate) u64);

impl Intent {
    /// Events that every bot receives.
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const GUILDS: Self = Self(1);
    pub(crate) const GUILD_MEMBERS: Self = Self(1 << 1);
    pub(crate) const GUILD_PRESENCES: Self = Self(1 << 8);
    pub(crate) const GUILD_MESSAGES: Self = Self(1 << 9);
    pub(crate) const DIRECT_MESSAGES: Self = Self(1 << 12);
    pub(crate) const MESSAGE_CONTENT: Self = Self(1 << 15);
    /// Privileged intents, which Discord grants on request only.
    pub(crate) const PRIVILEGED: u64 = Self::GUILD_MEMBERS.0 | Self::GUILD_PRESENCES.0 | Self::MESSAGE_CONTENT.0;
}

/// Dispatch to the bot.
#[derive(Clone, Debug)]
pub(crate) struct Dispatch {
    pub(crate) name: &'static str,
    pub(crate) intent: Intent,
    /// Server of the event, which determines the shard.
    pub(crate) guild: Option<GuildId>,
    pub(crate) data: Value,
    /// `true` if the text is only for bots with the message content intent.
    pub(crate) guarded: bool,
}

/// Change that a page may have to redraw.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PageEvent {
    /// New or changed message.
    Message(MessageId),
    /// Change of people, servers, channels or threads.
    Places,
    /// The bot registered commands, connected or disconnected.
    Bot,
    /// The bot is typing.
    Typing(ChannelId),
}

/// A change, for all subscribers.
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
