//! The people of a seat, and what a lobby still needs of them.

use engine::board::Seat;

use super::Member;
use crate::host::error::Refusal;

/// A Player of a game: a seat and the people in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// One person, or two who share it (T-1); nobody where that is not known.
    pub people: Vec<Member>,
}

/// What is missing before a lobby can start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// So many more Players (T-2).
    Players(usize),
    /// An answer of these, who are asked to play.
    Answers(Vec<Member>),
    /// This Player's choice of a Battalion.
    Battalion(Player),
    /// Another choice: the Battalion of this Player can no longer be picked.
    OtherBattalion(Player),
    /// Together the choices make no game.
    Setup(Box<Refusal>),
}
