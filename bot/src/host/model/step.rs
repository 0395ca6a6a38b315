//! Steps of a game, for browsing its course.

use std::sync::Arc;

use engine::board::Seat;
use engine::fact::Fact;
use engine::view::View;
use render::Picture;

use super::{Member, SeatTaken};
use crate::store::Version;

/// A step in the course of a game: the starting position, a turn, or another event that changes the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Version that shows it.
    pub version: Version,
    /// The round of a match, counted from 1; `None` in a game without rounds.
    pub round: Option<u8>,
    /// Kind of step.
    pub kind: StepKind,
    /// Facts about what happened.
    pub facts: Vec<Fact>,
    /// People in each seat at that version.
    pub seats: Arc<[Vec<Member>]>,
}

/// Kind of [`Step`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// Position before the first turn of the game or round.
    Start,
    /// A turn of play.
    Turn {
        /// Number of the turn, counted from 1 in each round.
        number: u32,
        /// Seat that played it.
        seat: Seat,
        /// Notation.
        text: String,
    },
    /// An event other than a turn that changes the board or ends the game: resignation, timeout, agreed draw.
    Event,
    /// A takeback, which restores the position before these turns.
    TakenBack {
        /// Seat that requested it.
        seat: Seat,
        /// Notation of the undone turns, in order.
        turns: Vec<String>,
    },
    /// A seat changed hands.
    SeatTaken(SeatTaken),
}

/// A step with its board.
#[derive(Clone, Debug)]
pub struct Moment {
    /// All steps of the game.
    pub steps: Vec<Step>,
    /// Index of the step shown.
    pub index: usize,
    /// Public view at that step.
    pub view: View,
    /// Board at that step, with the reader's picture settings.
    pub picture: Picture,
    /// People in each seat.
    pub seats: Vec<Vec<Member>>,
    /// Newest public version.
    pub newest: Version,
}
