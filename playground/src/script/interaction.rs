//! What a person did and what the bot made of it.

use std::sync::Arc;
use std::time::Duration;

use crate::id::{InteractionId, UserId};
use crate::state::Shared;
use crate::world::{Answer, Attempt, Choice, InteractionKind, Message, Record, World};

/// One use of a command, component, autocompletion or modal, and what the bot made of it so far.
#[derive(Clone, Debug)]
pub struct Interaction {
    pub(super) shared: Arc<Shared>,
    pub(super) id: InteractionId,
}

impl Interaction {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> InteractionId {
        self.id
    }

    fn record<R>(&self, look: impl FnOnce(&Record, &World) -> R) -> Option<R> {
        self.shared.read(|s| s.world.record(self.id).map(|r| look(r, &s.world)))
    }

    /// What the person did.
    #[must_use]
    pub fn kind(&self) -> InteractionKind {
        self.record(|r, _| r.kind).unwrap_or(InteractionKind::Command)
    }

    /// Who did it.
    #[must_use]
    pub fn user(&self) -> Option<UserId> {
        self.record(|r, _| r.user)
    }

    /// What the bot answered at first; `None` if it has not.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.record(|r, _| r.answer).flatten()
    }

    /// Whether the person was told that the application did not respond.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.record(|r, _| r.expired).unwrap_or(true)
    }

    /// Whether the bot first said that it is thinking, or that the message may change later.
    #[must_use]
    pub fn deferred(&self) -> bool {
        matches!(self.answer(), Some(Answer::Deferred | Answer::DeferredUpdate))
    }

    /// Whether the initial answer is complete: no "thinking…" left.
    #[must_use]
    pub fn done(&self) -> bool {
        self.record(|r, _| r.done).unwrap_or(false)
    }

    /// How long the initial answer took.
    #[must_use]
    pub fn latency(&self) -> Option<Duration> {
        self.record(|r, _| r.latency).flatten()
    }

    /// Every time the bot tried to give an initial answer, accepted or not.
    #[must_use]
    pub fn attempts(&self) -> Vec<Attempt> {
        self.record(|r, _| r.attempts.clone()).unwrap_or_default()
    }

    /// The message the answer made or changed, as it is now.
    #[must_use]
    pub fn response(&self) -> Option<Message> {
        self.record(|r, w| w.messages.get(&r.original?).cloned()).flatten()
    }

    /// The follow-up messages, as they are now.
    #[must_use]
    pub fn followups(&self) -> Vec<Message> {
        self.record(|r, w| r.followups.iter().filter_map(|m| w.messages.get(m)).cloned().collect()).unwrap_or_default()
    }

    /// Whether only the person sees the answer: the message, or the first follow-up if there is none.
    #[must_use]
    pub fn ephemeral(&self) -> bool {
        self.response().or_else(|| self.followups().into_iter().next()).is_some_and(|m| m.ephemeral())
    }

    /// Every text of the answer and the follow-ups, a line each.
    #[must_use]
    pub fn text(&self) -> String {
        let all: Vec<String> = self.response().into_iter().chain(self.followups()).map(|m| m.text()).collect();
        all.join("\n")
    }

    /// The modal it opened, in Discord's form.
    #[must_use]
    pub fn modal(&self) -> Option<serde_json::Value> {
        self.record(|r, _| r.modal.clone()).flatten()
    }

    /// What an autocompletion offers.
    #[must_use]
    pub fn choices(&self) -> Option<Vec<Choice>> {
        self.record(|r, _| r.choices.clone()).flatten()
    }
}
