//! Interactions as seen by tests: a person's action and the bot's response.

use std::sync::Arc;
use std::time::Duration;

use crate::id::{InteractionId, UserId};
use crate::state::Shared;
use crate::world::{Answer, Attempt, Choice, InteractionKind, Message, Record, World};

/// One use of a command, component, autocomplete or modal, and the bot's response so far.
#[derive(Clone, Debug)]
pub struct Interaction {
    pub(super) shared: Arc<Shared>,
    pub(super) id: InteractionId,
}

impl Interaction {
    /// Returns the id.
    #[must_use]
    pub fn id(&self) -> InteractionId {
        self.id
    }

    fn record<R>(&self, look: impl FnOnce(&Record, &World) -> R) -> Option<R> {
        self.shared.read(|s| s.world.record(self.id).map(|r| look(r, &s.world)))
    }

    /// Returns the kind of action.
    #[must_use]
    pub fn kind(&self) -> InteractionKind {
        self.record(|r, _| r.kind).unwrap_or(InteractionKind::Command)
    }

    /// Returns the acting person.
    #[must_use]
    pub fn user(&self) -> Option<UserId> {
        self.record(|r, _| r.user)
    }

    /// Returns the kind of the initial response; `None` if there is none yet.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.record(|r, _| r.answer).flatten()
    }

    /// Returns `true` if the person was told that the application did not respond.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.record(|r, _| r.expired).unwrap_or(true)
    }

    /// Returns `true` if the response was deferred ("thinking…", or a later update of the message).
    #[must_use]
    pub fn deferred(&self) -> bool {
        matches!(self.answer(), Some(Answer::Deferred | Answer::DeferredUpdate))
    }

    /// Returns `true` if the initial response is complete, without "thinking…".
    #[must_use]
    pub fn done(&self) -> bool {
        self.record(|r, _| r.done).unwrap_or(false)
    }

    /// Returns the time until the initial response.
    #[must_use]
    pub fn latency(&self) -> Option<Duration> {
        self.record(|r, _| r.latency).flatten()
    }

    /// Returns all attempts of the bot at an initial response, accepted or not.
    #[must_use]
    pub fn attempts(&self) -> Vec<Attempt> {
        self.record(|r, _| r.attempts.clone()).unwrap_or_default()
    }

    /// Returns the current state of the message that the response created or changed.
    #[must_use]
    pub fn response(&self) -> Option<Message> {
        self.record(|r, w| w.messages.get(&r.original?).cloned()).flatten()
    }

    /// Returns the current state of the follow-up messages.
    #[must_use]
    pub fn followups(&self) -> Vec<Message> {
        self.record(|r, w| r.followups.iter().filter_map(|m| w.messages.get(m)).cloned().collect()).unwrap_or_default()
    }

    /// Returns `true` if only the person sees the response: the message, or else the first follow-up.
    #[must_use]
    pub fn ephemeral(&self) -> bool {
        self.response().or_else(|| self.followups().into_iter().next()).is_some_and(|m| m.ephemeral())
    }

    /// Returns all texts of the response and the follow-ups, one per line.
    #[must_use]
    pub fn text(&self) -> String {
        let all: Vec<String> = self.response().into_iter().chain(self.followups()).map(|m| m.text()).collect();
        all.join("\n")
    }

    /// Returns the modal it opened, in Discord's form.
    #[must_use]
    pub fn modal(&self) -> Option<serde_json::Value> {
        self.record(|r, _| r.modal.clone()).flatten()
    }

    /// Returns the choices of an autocomplete response.
    #[must_use]
    pub fn choices(&self) -> Option<Vec<Choice>> {
        self.record(|r, _| r.choices.clone()).flatten()
    }
}
