//! What people at a table have asked one another, as everybody may see it.

use engine::board::Seat;
use serde::{Deserialize, Serialize};

use super::{Member, SeatTaken, TakenBack};
use crate::store::Version;

/// What is open between the people of a game, and what the last change did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableView {
    /// A takeback that was asked for in this position.
    pub takeback: Option<Takeback>,
    /// Seats that people want to hand over.
    pub hand_overs: Vec<HandOverView>,
    /// A vote about somebody who is absent.
    pub vote: Option<VoteView>,
    /// Seats that nobody holds.
    pub vacant: Vec<VacantSeat>,
    /// The seat that changed hands with this version.
    pub taken: Option<(Seat, SeatTaken)>,
    /// The turns that were taken back with this version, and who had asked for it.
    pub taken_back: Option<(Seat, TakenBack)>,
}

/// A takeback that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Takeback {
    /// Who asks.
    pub seat: Seat,
    /// The turns that would be taken back, first to last.
    pub turns: Vec<(Seat, String)>,
    /// The people whose answer is waited for.
    pub waiting: Vec<Member>,
    /// Who has declined it; the seat that asked, if it was withdrawn.
    pub declined: Option<Seat>,
}

/// A seat that somebody wants to hand over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandOverView {
    /// The version in which it was offered, which names it.
    pub asked: Version,
    /// The version in which it was declined or withdrawn.
    pub declined: Option<Version>,
    /// Who gives it.
    pub from: Member,
    /// Who is to have it.
    pub to: Member,
}

/// A vote to free a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VoteView {
    /// Who is absent.
    pub absent: Vec<Member>,
    /// Their seat.
    pub seat: Seat,
    /// The people whose vote is waited for.
    pub waiting: Vec<Member>,
}

/// A seat that nobody holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VacantSeat {
    /// Which.
    pub seat: Seat,
    /// Who held it last.
    pub last: Vec<Member>,
    /// Why it is free.
    pub why: Absence,
}

/// Why a seat is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    /// Its time ran out twice in a row.
    OutOfTime,
    /// Its Player has left the server.
    Left,
    /// All the others voted for it.
    Voted,
    /// Whoever opened the game, or a moderator, freed it.
    Freed,
}
