//! Requests of Players in a running game.

use engine::action::Action;
use engine::board::Space;
use engine::clash::{Order, Template};

use crate::host::{PersonId, Version};

/// A requested action.
pub(in crate::host) enum TurnRequest {
    Action(Action),
    Text(String),
    /// Shop command, as typed.
    Line(Order, String),
    /// Complete army for the shop; `None` sells everything.
    Army(Option<Template>),
    /// The turn with this index among the legal ones, with its choices.
    Index(u16, Vec<Option<Space>>),
    /// Acceptance of the open draw offer.
    Agree,
}

/// A request with its author and version.
pub(super) struct Request {
    pub person: PersonId,
    pub expected: Option<Version>,
    pub wanted: TurnRequest,
    /// The person has confirmed the action.
    pub confirmed: bool,
}
