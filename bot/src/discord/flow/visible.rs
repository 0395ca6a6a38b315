//! Channels of a server that a person can see. Content of other channels is not shown to them.

use std::collections::HashMap;

use serenity::all::{Channel, ChannelId, ChannelType, GuildChannel, Member, PartialGuild, Permissions};

use crate::discord::responder::Responder;
use crate::host::Place;

/// A person's eyes. What Discord has said is remembered as long as they look.
pub struct Eyes<'a> {
    responder: &'a Responder,
    /// Nothing when Discord did not say.
    membership: Option<Option<(PartialGuild, Member)>>,
    known: HashMap<ChannelId, bool>,
}

impl<'a> Eyes<'a> {
    /// For the person who asks.
    pub fn of(responder: &'a Responder) -> Self {
        Self { responder, membership: None, known: HashMap::new() }
    }

    /// Do they see this place? Where Discord does not say, they do not.
    pub async fn see(&mut self, place: Place) -> bool {
        let channel = ChannelId::new(place.channel.0);
        if channel == self.responder.channel {
            return true;
        }
        let guild = self.responder.guild.map(|guild| guild.get());
        if guild.is_none() || guild != place.guild.map(|guild| guild.0) {
            return false;
        }
        if let Some(known) = self.known.get(&channel) {
            return *known;
        }
        let seen = self.look(channel).await.unwrap_or(false);
        self.known.insert(channel, seen);
        seen
    }

    async fn look(&mut self, channel: ChannelId) -> Option<bool> {
        let mut place = self.channel(channel).await?;
        match place.kind {
            // A private thread is visible only to invited people.
            ChannelType::PrivateThread => return Some(false),
            // Threads follow their channel.
            ChannelType::PublicThread | ChannelType::NewsThread => {
                place = self.channel(place.parent_id?).await?;
            }
            _ => {}
        }
        let (guild, member) = self.membership().await?;
        let may = guild.user_permissions_in(&place, member);
        Some(may.contains(Permissions::VIEW_CHANNEL))
    }

    async fn channel(&self, channel: ChannelId) -> Option<GuildChannel> {
        match self.responder.http().get_channel(channel).await.ok()? {
            Channel::Guild(channel) => Some(channel),
            _ => None,
        }
    }

    async fn membership(&mut self) -> Option<&(PartialGuild, Member)> {
        if self.membership.is_none() {
            self.membership = Some(self.ask().await);
        }
        self.membership.as_ref()?.as_ref()
    }

    async fn ask(&self) -> Option<(PartialGuild, Member)> {
        let (http, guild) = (self.responder.http(), self.responder.guild?);
        let member = http.get_member(guild, self.responder.person()).await.ok()?;
        Some((http.get_guild(guild).await.ok()?, member))
    }
}
