//! Channels of a server that a person can see. Content of other channels is not shown to them.

use std::collections::HashMap;

use serenity::all::{Channel, ChannelId, ChannelType, GuildChannel, GuildId, Member, PartialGuild, Permissions};

use crate::discord::request::Request;
use crate::host::Place;

/// Visibility of channels for the person of a request. Discord's responses are cached as long as this exists.
pub struct ChannelVisibility<'a> {
    request: &'a Request,
    /// Membership of the person; the inner value is `None` if Discord returned none.
    membership: Option<Option<(PartialGuild, Member)>>,
    known: HashMap<ChannelId, bool>,
}

impl<'a> ChannelVisibility<'a> {
    /// Visibility for the person of a request.
    pub fn of(request: &'a Request) -> Self {
        Self { request, membership: None, known: HashMap::new() }
    }

    /// Returns true if the person can see this place. False if Discord does not respond.
    pub async fn can_see(&mut self, place: Place) -> bool {
        if place.channel == self.request.channel {
            return true;
        }
        if self.request.guild.is_none() || self.request.guild != place.guild {
            return false;
        }
        let channel = ChannelId::new(place.channel.0);
        if let Some(known) = self.known.get(&channel) {
            return *known;
        }
        let seen = self.check(channel).await.unwrap_or(false);
        self.known.insert(channel, seen);
        seen
    }

    async fn check(&mut self, channel: ChannelId) -> Option<bool> {
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
        let found = self.request.http().get_channel(channel);
        match self.request.app.limits.send(found).await.ok()? {
            Channel::Guild(channel) => Some(channel),
            _ => None,
        }
    }

    async fn membership(&mut self) -> Option<&(PartialGuild, Member)> {
        if self.membership.is_none() {
            self.membership = Some(self.load().await);
        }
        self.membership.as_ref()?.as_ref()
    }

    async fn load(&self) -> Option<(PartialGuild, Member)> {
        let (http, limits) = (self.request.http(), &self.request.app.limits);
        let guild = GuildId::new(self.request.guild?.0);
        let member = limits.send(http.get_member(guild, self.request.user.id)).await.ok()?;
        Some((limits.send(http.get_guild(guild)).await.ok()?, member))
    }
}
