//! The scripting interface: people act, and what they see is looked at.
//!
//! Actions go through the same checks a Discord client makes, and wait for the bot's answer: until it is complete, or
//! until its time is up. What an action returns is live: a follow-up that comes later can be looked at later.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::builder::Builder;
use crate::client::{self, Arg};
use crate::error::Error;
use crate::id::{ChannelId, GuildId, InteractionId, MessageId, RoleId, UserId};
use crate::state::Shared;
use crate::store::Saver;
use crate::tunnel::Tunnel;
use crate::world::{Choice, Message, Record, World};

mod control;
mod interaction;

pub use interaction::Interaction;

/// A running stand-in. Dropping it ends it.
#[derive(Debug)]
pub struct Playground {
    pub(crate) shared: Arc<Shared>,
    server: JoinHandle<()>,
    address: SocketAddr,
    tunnel: Option<Tunnel>,
    saver: Option<Saver>,
}

impl Drop for Playground {
    fn drop(&mut self) {
        self.shared.with(|s| s.sessions.drop_all(None));
        self.server.abort();
    }
}

impl Playground {
    pub(crate) fn new(
        shared: Arc<Shared>,
        server: JoinHandle<()>,
        address: SocketAddr,
        tunnel: Option<Tunnel>,
        saver: Option<Saver>,
    ) -> Self {
        Self {
            shared,
            server,
            address,
            tunnel,
            saver,
        }
    }

    /// Ends it, and writes what is still to be written of [the world's file](Builder::saved_in). Merely dropped, it may lose the last
    /// moment.
    pub async fn close(mut self) {
        if let Some(saver) = self.saver.take() {
            saver.close(&self.shared).await;
        }
    }

    /// An empty world to be described.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What a bot uses in place of `https://discord.com`; also the address of the page.
    #[must_use]
    pub fn base_url(&self) -> String {
        self.shared.read(|s| s.world.base.clone())
    }

    /// The way to Discord by its own name, if [`Builder::tunnel`] asked for it.
    #[must_use]
    pub fn tunnel(&self) -> Option<&Tunnel> {
        self.tunnel.as_ref()
    }

    /// The bot's token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.shared.settings.token
    }

    /// Waits until a bot is connected and has registered its commands.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if that takes longer than `patience`.
    pub async fn wait_ready(&self, patience: Duration) -> Result<(), Error> {
        let ready = |s: &crate::state::State| {
            (s.sessions.connected() && !s.world.commands.is_empty()).then_some(())
        };
        self.until(
            "the bot to connect and register its commands",
            patience,
            ready,
        )
        .await
    }

    /// Waits until no bot is connected, as after it was killed.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if that takes longer than `patience`.
    pub async fn wait_gone(&self, patience: Duration) -> Result<(), Error> {
        self.until("the bot to go", patience, |s| {
            (!s.sessions.connected()).then_some(())
        })
        .await
    }

    /// Waits until the bot has made no request for `quiet`, and none is under way.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if it is busy for longer than `patience`.
    pub async fn wait_quiet(&self, quiet: Duration, patience: Duration) -> Result<(), Error> {
        let end = Instant::now() + patience;
        let start = Instant::now();
        while Instant::now() < end {
            let (busy, last) = self.shared.read(|s| (s.in_flight > 0, s.last_request));
            let idle = last.max(start).elapsed();
            if !busy && idle >= quiet {
                return Ok(());
            }
            tokio::time::sleep(quiet.saturating_sub(idle).max(Duration::from_millis(5))).await;
        }
        Err(Error::Timeout("the bot to be quiet".into(), patience))
    }

    /// Waits until `look` finds what it looks for: `pg.wait_for("the board", secs, |pg| pg.last(games))`.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] with the sentence `what` if it does not within `patience`.
    pub async fn wait_for<R>(
        &self,
        what: &str,
        patience: Duration,
        mut look: impl FnMut(&Self) -> Option<R>,
    ) -> Result<R, Error> {
        let end = Instant::now() + patience;
        loop {
            let mut changed = self.shared.changes();
            if let Some(out) = look(self) {
                return Ok(out);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Error::Timeout(what.to_owned(), patience));
            }
            // A timeout here ends the loop in the next round.
            let _ = tokio::time::timeout(left, changed.changed()).await;
        }
    }

    async fn until<R>(
        &self,
        what: &str,
        patience: Duration,
        look: impl FnMut(&crate::state::State) -> Option<R>,
    ) -> Result<R, Error> {
        self.shared
            .wait(patience, look)
            .await
            .ok_or_else(|| Error::Timeout(what.to_owned(), patience))
    }

    // Finding things by name.

    /// The person of that name.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there is none; so for the other names.
    pub fn user(&self, name: &str) -> Result<UserId, Error> {
        self.find("user", name, |w| {
            let mut users = w.users.values();
            users
                .find(|u| u.name == name || u.display == name)
                .map(|u| u.id)
        })
    }

    /// The bot.
    #[must_use]
    pub fn bot(&self) -> UserId {
        self.shared.read(|s| s.world.bot)
    }

    /// The server of that name.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there is none.
    pub fn guild(&self, name: &str) -> Result<GuildId, Error> {
        self.find("server", name, |w| {
            w.guilds.values().find(|g| g.name == name).map(|g| g.id)
        })
    }

    /// The channel or thread of that name; `Club/games` says in which server.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there is none.
    pub fn channel(&self, name: &str) -> Result<ChannelId, Error> {
        let (guild, channel) = name
            .split_once('/')
            .map_or((None, name), |(g, c)| (Some(g), c));
        self.find("channel", name, |w| {
            let here = |c: &&crate::world::Channel| {
                let in_guild = c.guild.and_then(|g| w.guilds.get(&g));
                !c.deleted
                    && c.name == channel
                    && in_guild.is_some_and(|g| guild.is_none_or(|name| g.name == name))
            };
            w.channels.values().find(here).map(|c| c.id)
        })
    }

    /// The role of that name in a server.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there is none.
    pub fn role(&self, guild: GuildId, name: &str) -> Result<RoleId, Error> {
        self.find("role", name, |w| {
            let roles = &w.guilds.get(&guild)?.roles;
            roles.iter().find(|r| r.name == name).map(|r| r.id)
        })
    }

    /// What `look` finds in the world, or that there is no such thing of that name.
    fn find<R>(
        &self,
        kind: &str,
        name: &str,
        look: impl FnOnce(&World) -> Option<R>,
    ) -> Result<R, Error> {
        self.shared
            .read(|s| look(&s.world))
            .ok_or_else(|| Error::unknown(format!("{kind} {name}")))
    }

    /// The private conversation of the bot with a person.
    #[must_use]
    pub fn dm(&self, user: UserId) -> ChannelId {
        self.shared.with(|s| s.world.dm(user))
    }

    /// How a person is mentioned in a text: `<@…>`.
    #[must_use]
    pub fn mention(&self, user: UserId) -> String {
        format!("<@{user}>")
    }

    // What people do.

    /// A person writes a message.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if they may not write there.
    pub fn say(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        text: &str,
    ) -> Result<MessageId, Error> {
        self.shared
            .with(|s| client::say(&mut s.world, user.into(), channel.into(), text))
    }

    /// A person runs a command, `titans new` with its options by name, and waits for the answer.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] for what Discord's own client would not send: an unknown command, one hidden from this
    /// person, a required option missing, a value out of range. That the bot does not answer is no error here: see
    /// [`Interaction::failed`].
    pub async fn slash(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        path: &str,
        options: &[(&str, Arg)],
    ) -> Result<Interaction, Error> {
        let (user, channel, args) = (user.into(), channel.into(), owned(options));
        self.finish(|w| client::slash(w, user, channel, path, &args))
            .await
    }

    /// The same without waiting for the answer. Where many play at once, [`follow`](Self::follow) shows what comes of it.
    ///
    /// # Errors
    ///
    /// As [`slash`](Self::slash).
    pub fn send_slash(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        path: &str,
        options: &[(&str, Arg)],
    ) -> Result<Interaction, Error> {
        let (user, channel, args) = (user.into(), channel.into(), owned(options));
        self.send(|w| client::slash(w, user, channel, path, &args))
    }

    /// A person types into an option that completes itself: what the bot offers.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if the option does not complete itself, [`Error::Timeout`] if the bot offers nothing in time.
    pub async fn autocomplete(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        path: &str,
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, Error> {
        self.autocomplete_with(user, channel, path, option, typed, &[])
            .await
    }

    /// The same, with other options of the command filled in already.
    ///
    /// # Errors
    ///
    /// As [`autocomplete`](Self::autocomplete).
    pub async fn autocomplete_with(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        path: &str,
        option: &str,
        typed: &str,
        options: &[(&str, Arg)],
    ) -> Result<Vec<Choice>, Error> {
        let (user, channel, args) = (user.into(), channel.into(), owned(options));
        let asked = self
            .finish(|w| client::autocomplete(w, user, channel, path, (option, typed), &args))
            .await?;
        let wait = self.shared.settings.answer_within;
        asked
            .choices()
            .ok_or_else(|| Error::Timeout(format!("the completion of {option} in {path}"), wait))
    }

    /// A person presses a button, found by what is written on it, its `custom_id` or its emoji.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no such button, it is disabled, or this person does not see the message.
    pub async fn click(
        &self,
        user: impl Into<UserId>,
        message: impl Into<MessageId>,
        button: &str,
    ) -> Result<Interaction, Error> {
        let (user, message) = (user.into(), message.into());
        self.finish(|w| client::click(w, user, message, button))
            .await
    }

    /// A press of a button that is not there any more, or never was: no checks at all.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there never was such a message.
    pub async fn replay_click(
        &self,
        user: impl Into<UserId>,
        message: impl Into<MessageId>,
        custom_id: &str,
    ) -> Result<Interaction, Error> {
        let (user, message) = (user.into(), message.into());
        self.finish(|w| client::forge(w, user, message, custom_id))
            .await
    }

    /// A person chooses in a select menu, found by `custom_id` or placeholder, by the options' labels or values
    /// (or ids, in menus of people, roles or channels).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no such menu or option, or this person does not see the message.
    pub async fn select(
        &self,
        user: impl Into<UserId>,
        message: impl Into<MessageId>,
        menu: &str,
        values: &[&str],
    ) -> Result<Interaction, Error> {
        let (user, message) = (user.into(), message.into());
        let values: Vec<String> = values.iter().map(|v| (*v).to_owned()).collect();
        self.finish(|w| client::select(w, user, message, menu, &values))
            .await
    }

    /// A person sends off the modal an interaction opened, with a text for each input by label or `custom_id`.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no modal, it is somebody else's, or a text does not fit its input.
    pub async fn submit_modal(
        &self,
        user: impl Into<UserId>,
        opened: &Interaction,
        texts: &[(&str, &str)],
    ) -> Result<Interaction, Error> {
        let user = user.into();
        let texts: Vec<_> = texts
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect();
        self.finish(|w| client::submit(w, user, opened.id, &texts))
            .await
    }

    /// Delivers an interaction to the bot once more, with the same id and token, as Discord may after a reconnection.
    /// Does not wait: what the bot makes of it shows in [`Interaction::attempts`].
    pub fn redeliver(&self, interaction: &Interaction) {
        self.shared
            .with(|s| client::deliver(&mut s.world, interaction.id));
    }

    /// Sends an interaction and waits until its answer is complete or its time is up.
    async fn finish(
        &self,
        act: impl FnOnce(&mut World) -> Result<InteractionId, Error>,
    ) -> Result<Interaction, Error> {
        let sent = self.send(act)?;
        let id = sent.id;
        let over = |r: &Record| r.done || r.expired;
        // A deferred answer that is never filled in is for the test to notice.
        let _ = self
            .shared
            .wait(self.shared.settings.patience, |s| {
                s.world.record(id).is_some_and(over).then_some(())
            })
            .await;
        Ok(sent)
    }

    fn send(
        &self,
        act: impl FnOnce(&mut World) -> Result<InteractionId, Error>,
    ) -> Result<Interaction, Error> {
        let id = self.shared.with(|s| act(&mut s.world))?;
        self.shared.expire_later(id);
        Ok(Interaction {
            shared: Arc::clone(&self.shared),
            id,
        })
    }

    /// Every message as it comes and changes, from now on. It costs less than looking again and again, and none is missed.
    #[must_use]
    pub fn follow(&self) -> mpsc::UnboundedReceiver<Message> {
        self.shared.follow()
    }

    // What is to be seen.

    /// A message by its id, deleted or not.
    #[must_use]
    pub fn message(&self, id: impl Into<MessageId>) -> Option<Message> {
        let id = id.into();
        self.shared.read(|s| s.world.messages.get(&id).cloned())
    }

    /// The messages in a channel that everybody there sees, oldest first.
    #[must_use]
    pub fn messages(&self, channel: impl Into<ChannelId>) -> Vec<Message> {
        let channel = channel.into();
        self.look(channel, |m| !m.ephemeral())
    }

    /// The messages in a channel as one person sees them: with the private answers they got.
    #[must_use]
    pub fn messages_for(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
    ) -> Vec<Message> {
        let (user, channel) = (user.into(), channel.into());
        self.look(channel, |m| m.only_for.is_none_or(|only| only == user))
    }

    /// The last message in a channel that everybody there sees.
    #[must_use]
    pub fn last(&self, channel: impl Into<ChannelId>) -> Option<Message> {
        self.messages(channel).pop()
    }

    /// What the bot wrote to a person in private, oldest first.
    #[must_use]
    pub fn dms(&self, user: impl Into<UserId>) -> Vec<Message> {
        let user = user.into();
        let dm = self.shared.read(|s| s.world.find_dm(user));
        let bot = self.bot();
        dm.map(|dm| self.look(dm, |m| m.author == bot && !m.ephemeral()))
            .unwrap_or_default()
    }

    /// Every message that everybody in its channel sees and that contains a text, attachments' descriptions and
    /// components included. For looking for secrets; private conversations and private answers are left out.
    #[must_use]
    pub fn public_messages_with(&self, needle: &str) -> Vec<Message> {
        self.shared.read(|s| {
            let w = &s.world;
            let public = |m: &&Message| {
                !m.ephemeral()
                    && w.channels
                        .get(&m.channel)
                        .is_some_and(|c| c.guild.is_some())
            };
            let has = |m: &&Message| {
                w.message_json(m).to_string().contains(needle)
                    || m.attachments
                        .iter()
                        .any(|a| a.description.as_ref().is_some_and(|d| d.contains(needle)))
                    || m.history.iter().any(|h| h.content.contains(needle))
            };
            w.messages
                .values()
                .filter(public)
                .filter(has)
                .cloned()
                .collect()
        })
    }

    fn look(&self, channel: ChannelId, sees: impl Fn(&Message) -> bool) -> Vec<Message> {
        self.shared.read(|s| {
            let ids = s
                .world
                .channels
                .get(&channel)
                .map(|c| c.messages.as_slice())
                .unwrap_or_default();
            let all = ids.iter().filter_map(|m| s.world.messages.get(m));
            all.filter(|m| !m.deleted && sees(m)).cloned().collect()
        })
    }
}

fn owned(options: &[(&str, Arg)]) -> Vec<(String, Arg)> {
    options
        .iter()
        .map(|(name, arg)| ((*name).to_owned(), arg.clone()))
        .collect()
}
