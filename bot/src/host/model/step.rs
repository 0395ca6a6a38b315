//! The course of a game step by step, for those who look through it.

use engine::board::Seat;
use engine::fact::Fact;
use engine::view::View;
use render::Picture;

use super::{Member, SeatTaken};
use crate::store::Version;

/// One thing to look at in a game's course: the position that play begins with, or what a turn or the end of a Player made of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The version that shows it.
    pub version: Version,
    /// The round of a match, counted from 1; `None` in a game without rounds.
    pub round: Option<u8>,
    /// What it is.
    pub kind: StepKind,
    /// What happened.
    pub facts: Vec<Fact>,
}

/// What a [`Step`] is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The position before the first turn of the game or round.
    Start,
    /// A turn of play.
    Turn {
        /// Counted from 1; in a match anew in each round.
        number: u32,
        /// Whose.
        seat: Seat,
        /// Its notation.
        text: String,
    },
    /// Something that is no turn but changes the board or ends the game: resigning, running out of time, agreeing to a draw.
    Event,
    /// Turns were taken back: the position before them stands again.
    TakenBack {
        /// Who had asked for it.
        seat: Seat,
        /// Their notation, first to last.
        turns: Vec<String>,
    },
    /// A seat changed hands.
    SeatTaken(SeatTaken),
}

/// A step with its board.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Every step of the game.
    pub steps: Vec<Step>,
    /// Which of them this is.
    pub index: usize,
    /// What everybody could see then.
    pub view: View,
    /// The board then, as the reader likes it.
    pub picture: Picture,
    /// The people in the seats.
    pub seats: Vec<Vec<Member>>,
    /// The newest version that everybody may know of.
    pub newest: Version,
}
