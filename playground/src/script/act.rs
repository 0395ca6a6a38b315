//! What people do.

use std::sync::Arc;

use serde_json::Value;

use super::{Interaction, PATIENCE, Playground};
use crate::client::{self, Arg};
use crate::error::Error;
use crate::id::{ChannelId, InteractionId, MessageId, UserId};
use crate::world::{Choice, Record, World};

/// What people do. Actions that reach the bot wait for its answer.
impl Playground {
    /// A person writes a message.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if they may not write there.
    pub fn say(&self, user: impl Into<UserId>, channel: impl Into<ChannelId>, text: &str) -> Result<MessageId, Error> {
        self.shared.with(|s| client::say(&mut s.world, user.into(), channel.into(), text))
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
        self.finish(|w| client::slash(w, user, channel, path, &args)).await
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
        self.autocomplete_with(user, channel, path, (option, typed), &[]).await
    }

    /// The same with other options filled in before.
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

    /// A command as an outdated or forged client sends it, without any checks: `data` in Discord's form.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if the interaction is not over in time.
    pub async fn forge_command(
        &self,
        user: impl Into<UserId>,
        channel: impl Into<ChannelId>,
        data: Value,
    ) -> Result<Interaction, Error> {
        let (user, channel) = (user.into(), channel.into());
        self.finish(|w| Ok(client::forge_command(w, user, channel, data))).await
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
        self.finish(|w| client::click(w, user, message, button)).await
    }

    /// A press of a button that is no longer there, or never was, without any checks.
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
        self.finish(|w| client::forge(w, user, message, custom_id)).await
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
        self.finish(|w| client::select(w, user, message, menu, &values)).await
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
        let texts: Vec<_> = texts.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        self.finish(|w| client::submit(w, user, opened.id, &texts)).await
    }

    /// Delivers an interaction to the bot once more, with the same id and token, as Discord may after a reconnection.
    /// Does not wait: what the bot makes of it shows in [`Interaction::attempts`].
    pub fn redeliver(&self, interaction: &Interaction) {
        self.shared.with(|s| client::deliver(&mut s.world, interaction.id));
    }

    /// Sends an interaction and waits until its answer is complete or its time is up.
    async fn finish(&self, act: impl FnOnce(&mut World) -> Result<InteractionId, Error>) -> Result<Interaction, Error> {
        let sent = self.send(act)?;
        let id = sent.id;
        let over = |r: &Record| r.done || r.expired;
        // A deferred answer that is never filled in is for the test to notice.
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
