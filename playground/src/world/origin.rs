//! Interaction to which a message responds.

use serde::{Deserialize, Serialize};

use crate::id::{InteractionId, MessageId, UserId};

/// Kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InteractionKind {
    /// Running a command.
    Command,
    /// Pressing a button or selecting in a menu.
    Component,
    /// Typing into an option with autocomplete.
    Autocomplete,
    /// Submitting a modal.
    Modal,
}

impl InteractionKind {
    /// Discord's number of the kind.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// Interaction to which a message responds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// Id.
    pub id: InteractionId,
    /// Kind of action.
    pub kind: InteractionKind,
    /// Acting person.
    pub user: UserId,
    /// Description of the action: `titans new`, `press Accept`.
    pub name: String,
    /// Message of the component.
    pub message: Option<MessageId>,
}
