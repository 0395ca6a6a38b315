//! What somebody asks of a game that is played.

use engine::action::Action;
use engine::board::Space;
use engine::clash::{Order, Template};

use crate::host::{PersonId, Version};

/// What somebody wants to do.
pub(in crate::host) enum TurnRequest {
    Action(Action),
    Text(String),
    /// A line typed in the shop.
    Line(Order, String),
    /// A whole army in the shop; `None` sells all there is.
    Army(Option<Template>),
    /// The turn with this index among the legal ones, and what it obliges to.
    Index(u16, Vec<Option<Space>>),
    /// Agree to the draw offer that stands.
    Agree,
}

/// A request, who makes it, and about which version.
pub(super) struct Request {
    pub person: PersonId,
    pub expected: Option<Version>,
    pub wanted: TurnRequest,
    /// The person was asked back and is sure.
    pub confirmed: bool,
}
