//! Actions of people.

use std::sync::Arc;

use serde_json::Value;

use super::{Interaction, PATIENCE, Playground};
use crate::client::{self, Arg};
use crate::error::Error;
use crate::id::{ChannelId, InteractionId, MessageId, UserId};
use crate::world::{Choice, Record, World};

/// Actions of people. Those that reach the bot wait for its response.
impl Playground {
    /// Writes a message as a person.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if they may not write there.
    pub fn say(&self, user: impl Into<UserId>, channel: impl Into<ChannelId>, text: &str) -> Result<MessageId, Error> {
        self.shared.with(|s| client::say(&mut s.world, user.into(), channel.into(), text))
    }

    /// Runs a command such as `titans new` with its options by name, and waits for the response.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if Discord's own client would not send it: an unknown or hidden command, a missing required
    /// option, a value out of range. A missing response is not an error; see [`Interaction::failed`].
    pub async fn slash(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        path: &str,
        options: &[(&str, Arg)],
    ) -> Result<Interaction, Error> {
        let (user, channel, args) = (user.into(), channel.into(), owned(options));
        self.finish(|w| client::slash(w, user, channel, path, &args)).await
    }

    /// Runs a command without waiting for the response. Where many play at once, [`follow`](Self::follow) delivers the
    /// results.
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

    /// Types into an option with autocomplete and returns the bot's choices.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if the option has no autocomplete, [`Error::Timeout`] if the bot offers nothing in time.
    pub async fn autocomplete(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        path: &str,
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, Error> {
        self.autocomplete_with(user, channel, path, (option, typed), &[]).await
    }

    /// Types into an option with autocomplete, with other options already filled in.
    ///
    /// # Errors
    ///
    /// As [`autocomplete`](Self::autocomplete).
    pub async fn autocomplete_with(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        path: &str,
        (option, typed): (&str, &str),
        filled: &[(String, Arg)],
    ) -> Result<Vec<Choice>, Error> {
        let (user, channel) = (user.into(), channel.into());
        let asked = self.finish(|w| client::autocomplete(w, user, channel, path, (option, typed), filled)).await?;
        let wait = self.shared.settings.answer_within;
        asked.choices().ok_or_else(|| Error::Timeout(format!("the completion of {option} in {path}"), wait))
    }

    /// Sends a command without any checks, like an outdated or forged client. `data` is in Discord's form.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if the interaction does not end in time.
    pub async fn forge_command(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        data: Value,
    ) -> Result<Interaction, Error> {
        let (user, channel) = (user.into(), channel.into());
        self.finish(|w| Ok(client::forge_command(w, user, channel, data))).await
    }

    /// Presses a button, found by its label, `custom_id` or emoji.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no such button, it is disabled, or the person cannot see the message.
    pub async fn click(
        &self,
        user: impl Into<UserId>,
        message: impl Into<MessageId>,
        button: &str,
    ) -> Result<Interaction, Error> {
        let (user, message) = (user.into(), message.into());
        self.finish(|w| client::click(w, user, message, button)).await
    }

    /// Presses a button without any checks, even one that no longer exists or never did.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if the message never existed.
    pub async fn replay_click(
        &self,
        user: impl Into<UserId>,
        message: impl Into<MessageId>,
        custom_id: &str,
    ) -> Result<Interaction, Error> {
        let (user, message) = (user.into(), message.into());
        self.finish(|w| client::forge(w, user, message, custom_id)).await
    }

    /// Selects options in a menu. The menu is found by `custom_id` or placeholder, the options by label or value (or
    /// id, in menus of people, roles or channels).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no such menu or option, or the person cannot see the message.
    pub async fn select(
        &self,
        user: impl Into<UserId>,
        message: impl Into<MessageId>,
        menu: &str,
        values: &[&str],
    ) -> Result<Interaction, Error> {
        let (user, message) = (user.into(), message.into());
        let values: Vec<String> = values.iter().map(|v| (*v).to_owned()).collect();
        self.finish(|w| client::select(w, user, message, menu, &values)).await
    }

    /// Submits the modal opened by an interaction, with a text for each input by label or `custom_id`.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no modal, it belongs to somebody else, or a text is not valid for its input.
    pub async fn submit_modal(
        &self,
        user: impl Into<UserId>,
        opened: &Interaction,
        texts: &[(&str, &str)],
    ) -> Result<Interaction, Error> {
        let user = user.into();
        let texts: Vec<_> = texts.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        self.finish(|w| client::submit(w, user, opened.id, &texts)).await
    }

    /// Delivers an interaction to the bot again, with the same id and token, as Discord may do after a reconnect. Does
    /// not wait; the bot's responses are in [`Interaction::attempts`].
    pub fn redeliver(&self, interaction: &Interaction) {
        self.shared.with(|s| client::deliver(&mut s.world, interaction.id));
    }

    /// Sends an interaction and waits until its response is complete or its time is up.
    async fn finish(&self, act: impl FnOnce(&mut World) -> Result<InteractionId, Error>) -> Result<Interaction, Error> {
        let sent = self.send(act)?;
        let id = sent.id;
        let over = |r: &Record| r.done || r.expired;
        // The timeout is ignored: tests check whether a deferred response was completed.
        let _ = self.shared.wait(PATIENCE, |s| s.world.record(id).is_some_and(over).then_some(())).await;
        Ok(sent)
    }

    fn send(&self, act: impl FnOnce(&mut World) -> Result<InteractionId, Error>) -> Result<Interaction, Error> {
        let id = self.shared.with(|s| act(&mut s.world))?;
        self.shared.expire_later(id);
        Ok(Interaction { shared: Arc::clone(&self.shared), id })
    }
}

fn owned(options: &[(&str, Arg)]) -> Vec<(String, Arg)> {
    options.iter().map(|(name, arg)| ((*name).to_owned(), arg.clone())).collect()
}
