//! Private view of a seat.

use engine::board::{Seat, Space};
use engine::clash::Gold;
use engine::titans::PlacementQuestion;
use engine::view::{ShopView, View};

use super::{BidDecision, Member};
use crate::store::{GameId, Version};

/// A private decision of a person, other than a turn.
#[derive(Clone, PartialEq, Debug)]
pub enum PendingDecision {
    /// No decision.
    Nothing,
    /// A turn is due.
    Turn,
    /// Placement of the Territory (T-15).
    Placement(PlacementQuestion),
    /// Choice of Volatile pieces (V-2).
    Volatile(Vec<VolatileDecision>),
    /// Purchase and setup of an army (C-3), with its current state.
    Shop(Box<ShopView>),
    /// Bid for the Amazon, or a new bid that replaces it (C-10).
    Bid(BidDecision),
    /// Raise the bid or stop (C-12).
    Raise(Gold),
}

/// A choice of Volatile pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VolatileDecision {
    /// The choice is public at once.
    pub openly: bool,
    /// Owner of the pieces.
    pub of: Seat,
    /// Number of pieces to choose.
    pub count: usize,
    /// Candidate Spaces, each with the name of its piece.
    pub options: Vec<(Space, String)>,
}

/// Private view of one seat. Show it only in ephemeral answers and direct messages.
#[derive(Clone, PartialEq, Debug)]
pub struct Private {
    pub game: GameId,
    pub version: Version,
    pub seat: Seat,
    /// View of the seat: the public view, with the seat's own secrets in `own`.
    pub view: View,
    /// People in each seat.
    pub seats: Vec<Vec<Member>>,
    /// Decision that the seat has to make.
    pub decision: PendingDecision,
}
