//! Interactions: single uses of a command, autocomplete, a component or a modal.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::{InteractionKind, Origin};
use crate::id::{ChannelId, InteractionId, MessageId, UserId};

/// Kind of initial response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A message.
    Message,
    /// "Thinking…", with the message to follow.
    Deferred,
    /// Acknowledgement; the message of the component may change later.
    DeferredUpdate,
    /// Changed message.
    Update,
    /// Choices of autocomplete.
    Choices,
    /// Modal.
    Modal,
}

impl Answer {
    /// Converts Discord's number.
    pub(crate) fn from_number(number: u64) -> Option<Self> {
        Some(match number {
            4 => Self::Message,
            5 => Self::Deferred,
            6 => Self::DeferredUpdate,
            7 => Self::Update,
            8 => Self::Choices,
            9 => Self::Modal,
            _ => return None,
        })
    }

    /// Returns `true` if this response is valid for that kind of interaction. `on_message` means that a component of a
    /// message was the origin.
    pub(crate) fn fits(self, kind: InteractionKind, on_message: bool) -> bool {
        match kind {
            InteractionKind::Command => {
                matches!(self, Self::Message | Self::Deferred | Self::Modal)
            }
            InteractionKind::Component => self != Self::Choices,
            InteractionKind::Autocomplete => self == Self::Choices,
            InteractionKind::Modal => match self {
                Self::Message | Self::Deferred => true,
                Self::DeferredUpdate | Self::Update => on_message,
                Self::Choices | Self::Modal => false,
            },
        }
    }
}

/// Choice of autocomplete.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Displayed name.
    pub name: String,
    /// Value sent to the bot.
    pub value: Value,
}

/// Attempt of the bot to respond.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Discord's number of the response type.
    pub kind: u64,
    /// Time since the interaction.
    pub after: Duration,
}

/// Interaction with all responses of the bot.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) id: InteractionId,
    pub(crate) kind: InteractionKind,
    pub(crate) token: String,
    pub(crate) user: UserId,
    pub(crate) channel: ChannelId,
    /// Description of the action: `/titans new`, `press Accept`.
    pub(crate) name: String,
    /// Event sent to the bot.
    pub(crate) payload: Value,
    /// Message of the component.
    pub(crate) message: Option<MessageId>,
    pub(crate) sent: Instant,
    pub(crate) deliveries: u32,
    /// Number of the session through which a connected bot received it.
    pub(crate) delivered: Option<u64>,
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) answer: Option<Answer>,
    pub(crate) latency: Option<Duration>,
    /// `true` if there was no response in time.
    pub(crate) expired: bool,
    pub(crate) original: Option<MessageId>,
    pub(crate) followups: Vec<MessageId>,
    pub(crate) modal: Option<Value>,
    pub(crate) choices: Option<Vec<Choice>>,
    /// `true` if the initial response is final, without "thinking…".
    pub(crate) done: bool,
}

impl Record {
    /// Origin, as stored on the responding messages.
    pub(crate) fn origin(&self) -> Origin {
        Origin { id: self.id, kind: self.kind, user: self.user, name: self.name.clone(), message: self.message }
    }
}
