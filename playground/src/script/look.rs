//! Access to messages.

use tokio::sync::mpsc;

use super::Playground;
use crate::id::{ChannelId, MessageId, UserId};
use crate::world::Message;

/// Access to messages.
impl Playground {
    /// Subscribes to every new and changed message from now on. This is cheaper than polling and misses none.
    #[must_use]
    pub fn follow(&self) -> mpsc::UnboundedReceiver<Message> {
        self.shared.follow()
    }

    /// Returns a message by its id, deleted or not.
    #[must_use]
    pub fn message(&self, id: impl Into<MessageId>) -> Option<Message> {
        let id = id.into();
        self.shared.read(|s| s.world.messages.get(&id).cloned())
    }

    /// Returns the messages in a channel that everybody there sees, oldest first.
    #[must_use]
    pub fn messages(&self, channel: impl Into<ChannelId>) -> Vec<Message> {
        let channel = channel.into();
        self.look(channel, |m| !m.ephemeral())
    }

    /// Returns the messages in a channel as one person sees them, including their private answers.
    #[must_use]
    pub fn messages_for(&self, user: impl Into<UserId>, channel: impl Into<ChannelId>) -> Vec<Message> {
        let (user, channel) = (user.into(), channel.into());
        self.look(channel, |m| m.only_for.is_none_or(|only| only == user))
    }

    /// Returns the last message in a channel that everybody there sees.
    #[must_use]
    pub fn last(&self, channel: impl Into<ChannelId>) -> Option<Message> {
        self.messages(channel).pop()
    }

    /// Returns the bot's direct messages to a person, oldest first.
    #[must_use]
    pub fn dms(&self, user: impl Into<UserId>) -> Vec<Message> {
        let user = user.into();
        let dm = self.shared.read(|s| s.world.find_dm(user));
        let bot = self.bot();
        dm.map(|dm| self.look(dm, |m| m.author == bot && !m.ephemeral())).unwrap_or_default()
    }

    /// Searches all public messages, with attachments' descriptions and components, for a text. Tests use it to detect
    /// leaked secrets, so direct messages and private answers are excluded.
    #[must_use]
    pub fn public_messages_with(&self, needle: &str) -> Vec<Message> {
        self.shared.read(|s| {
            let w = &s.world;
            let public = |m: &&Message| !m.ephemeral() && w.channels.get(&m.channel).is_some_and(|c| c.guild.is_some());
            let has = |m: &&Message| {
                w.message_json(m).to_string().contains(needle)
                    || m.attachments.iter().any(|a| a.description.as_ref().is_some_and(|d| d.contains(needle)))
                    || m.history.iter().any(|h| h.content.contains(needle))
            };
            w.messages.values().filter(public).filter(has).cloned().collect()
        })
    }

    fn look(&self, channel: ChannelId, sees: impl Fn(&Message) -> bool) -> Vec<Message> {
        self.shared.read(|s| {
            let ids = s.world.channels.get(&channel).map(|c| c.messages.as_slice()).unwrap_or_default();
            let all = ids.iter().filter_map(|m| s.world.messages.get(m));
            all.filter(|m| !m.deleted && sees(m)).cloned().collect()
        })
    }
}
