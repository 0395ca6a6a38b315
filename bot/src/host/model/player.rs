//! People of a seat, and unmet requirements of a lobby.

use engine::board::Seat;

use super::Member;
use crate::host::error::Refusal;

/// A Player of a game: a seat with its people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub seat: Seat,
    /// One person, or two who share the seat (T-1); empty if unknown.
    pub people: Vec<Member>,
}

/// Unmet requirement for starting a lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// Number of Players still needed (T-2).
    Players(usize),
    /// Answers of these invited people.
    Answers(Vec<Member>),
    /// Choice of a Battalion by this Player.
    Battalion(Player),
    /// A different choice by this Player, because their Battalion is no longer available.
    OtherBattalion(Player),
    /// A valid combination: the choices together allow no game.
    Setup(Box<Refusal>),
}
