//! Interactions: one use of a command, an autocompletion, a component or a modal.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Origin;
use crate::id::{ChannelId, InteractionId, MessageId, UserId};

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InteractionKind {
    /// Ran a command.
    Command,
    /// Pressed a button or chose in a menu.
    Component,
    /// Typed into an option that completes itself.
    Autocomplete,
    /// Sent a modal off.
    Modal,
}

impl InteractionKind {
    /// Discord's number.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// What the bot answered at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A message.
    Message,
    /// "Thinking…", with the message to come.
    Deferred,
    /// Nothing yet: the pressed message may change later.
    DeferredUpdate,
    /// A changed message.
    Update,
    /// Choices for an option.
    Choices,
    /// A modal to fill in.
    Modal,
}

impl Answer {
    /// From Discord's number.
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

    /// Whether this answers that kind of interaction; `on_message` says whether a component started it all.
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

/// One offer of an autocompletion.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What the person reads.
    pub name: String,
    /// What the bot gets.
    pub value: Value,
}

/// One attempt of the bot to answer.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Discord's number of the answer's kind.
    pub kind: u64,
    /// How long after the interaction.
    pub after: Duration,
}

/// An interaction and everything the bot did with it.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) id: InteractionId,
    pub(crate) kind: InteractionKind,
    pub(crate) token: String,
    pub(crate) user: UserId,
    pub(crate) channel: ChannelId,
    /// What was done, for people: `/titans new`, `press Accept`.
    pub(crate) name: String,
    /// The event the bot got.
    pub(crate) payload: Value,
    /// The message whose component was used.
    pub(crate) message: Option<MessageId>,
    pub(crate) sent: Instant,
    pub(crate) deliveries: u32,
    /// The session in which a connected bot got it, by number.
    pub(crate) delivered: Option<u64>,
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) answer: Option<Answer>,
    pub(crate) latency: Option<Duration>,
    /// Not answered in time.
    pub(crate) expired: bool,
    pub(crate) original: Option<MessageId>,
    pub(crate) followups: Vec<MessageId>,
    pub(crate) modal: Option<Value>,
    pub(crate) choices: Option<Vec<Choice>>,
    /// Whether the initial answer is final: not "thinking" any more.
    pub(crate) done: bool,
}

impl Record {
    /// What is said of it on the messages that answer it.
    pub(crate) fn origin(&self) -> Origin {
        Origin { id: self.id, kind: self.kind, user: self.user, name: self.name.clone(), message: self.message }
    }
}
