//! Public view of requests between the players of a game.

use engine::board::Seat;
use serde::{Deserialize, Serialize};

use super::{Member, SeatTaken, TakenBack};
use crate::store::Version;

/// Open requests between the people of a game, and the result of the newest change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableView {
    /// Takeback requested in this position.
    pub takeback: Option<Takeback>,
    /// Offers to hand over a seat.
    pub hand_overs: Vec<HandOverView>,
    /// Vote on an absent Player.
    pub vote: Option<VoteView>,
    /// Seats without a holder.
    pub vacant: Vec<VacantSeat>,
    /// Seat that changed hands in this version.
    pub taken: Option<(Seat, SeatTaken)>,
    /// Turns undone in this version, and the seat that requested it.
    pub taken_back: Option<(Seat, TakenBack)>,
}

/// A requested takeback.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Takeback {
    /// Seat that requests it.
    pub seat: Seat,
    /// Version of the request, which identifies it.
    pub asked: Version,
    /// Turns that would be undone, in order.
    pub turns: Vec<(Seat, String)>,
    /// People whose answer is pending.
    pub waiting: Vec<Member>,
    /// Seat that declined, or the requesting seat after a withdrawal, with the version in which it did.
    pub declined: Option<(Seat, Version)>,
}

/// An offer to hand over a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandOverView {
    /// Version of the offer, which identifies it.
    pub asked: Version,
    /// Version in which it was declined or withdrawn.
    pub declined: Option<Version>,
    /// Current holder.
    pub from: Member,
    /// Proposed new holder.
    pub to: Member,
}

/// A vote to free a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VoteView {
    /// Absent people.
    pub absent: Vec<Member>,
    /// Their seat.
    pub seat: Seat,
    /// People whose vote is pending.
    pub waiting: Vec<Member>,
}

/// A seat without a holder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VacantSeat {
    pub seat: Seat,
    /// Last holders.
    pub last: Vec<Member>,
    /// Reason for the vacancy.
    pub why: Absence,
}

/// Reason for a vacant seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    /// Its time ran out twice in a row.
    OutOfTime,
    /// The Player left the server.
    Left,
    /// All other Players voted for it.
    Voted,
    /// The creator of the game or a moderator freed it.
    Freed,
}
