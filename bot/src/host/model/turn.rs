//! Turns: legal acts, and the result of playing one.

use engine::action::{Act, Turn};
use engine::board::{Seat, Space};
use engine::fact::Warning;
use engine::titans::ChoiceKind;
use serde::{Deserialize, Serialize};

use super::{Confirmation, Member, Notice};
use crate::store::{GameId, Version};

/// Result of a stored action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Done {
    pub game: GameId,
    /// Version after the action.
    pub version: Version,
    /// Confirmations for the person who acted. Empty if an earlier version of the program stored them in another
    /// format.
    #[serde(default)]
    pub confirmed: Vec<Confirmation>,
    /// True if this interaction was handled before, so nothing changed now.
    #[serde(skip)]
    pub repeated: bool,
    /// Notice to post in the channel as the answer to the interaction itself ([`Who::shows_in`](crate::host::Who::shows_in)).
    #[serde(skip)]
    pub claimed: Option<Notice>,
}

/// Result of playing a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// The turn was played.
    Done(Done),
    /// A decision is needed first. Nothing has changed.
    Ask(Box<Ask>),
}

/// A decision needed before a turn can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    pub game: GameId,
    /// Version of the position.
    pub version: Version,
    /// The turn so far, with the choices already made.
    pub turn: Turn,
    /// Index of its act in [`Acts::acts`] at this version. Together with `turn.then`, it identifies the turn.
    pub index: u16,
    /// Notation of the turn so far.
    pub text: String,
    pub question: Question,
}

/// Question of an [`Ask`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// A mandatory choice of the turn (T-17).
    Choice {
        /// Kind of choice.
        kind: ChoiceKind,
        /// Owners of the piece.
        whose: Vec<Member>,
        /// Spaces to choose from.
        options: Vec<Space>,
        /// May be declined (`None` in [`Turn::then`]).
        optional: bool,
    },
    /// Confirmation of a turn that loses or ends the game.
    Confirm(Vec<Warning>),
}

/// Legal acts of a person in the current position; source of the guided menus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acts {
    pub game: GameId,
    /// Version of the position. Acts of one version are always listed in the same order.
    pub version: Version,
    /// Seat of the person.
    pub seat: Seat,
    /// All legal acts, in a fixed order. Empty when it is not the person's turn.
    pub acts: Vec<ListedAct>,
}

/// A legal act with the data that menus show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedAct {
    /// Index in the list.
    pub index: u16,
    pub act: Act,
    /// Its notation.
    pub text: String,
    /// Name of the piece: "Pawn".
    pub piece: String,
    /// Origin; `None` for a piece placed from reserve.
    pub from: Option<Space>,
    /// Destination, or target of the act.
    pub to: Space,
    /// Landing Spaces of a chain of jumps, in order (C-17). If the piece leaves the board, the last one is the Space of
    /// its last capture. Empty for other acts.
    pub landings: Vec<Space>,
}

/// An autocomplete suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// Label shown: "e4 (Pawn e2)".
    pub label: String,
    /// Value sent back as text.
    pub value: String,
}
