//! What happened in a turn, step by step.

use crate::board::{Seat, Space};

use super::{Kept, Piece, TypeId};

/// How a Player was defeated (T-21).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fall {
    /// The last Titan was captured.
    TitanCaptured,
    /// Began the turn in Check without a legal action.
    Checkmate,
    /// A Battalion's own losing condition: without the pieces it needs (P-5).
    Bereft,
    /// Another Player reached their goal.
    Outrun,
    /// Was given as many Checks as another Player needs to win.
    Checks,
    /// Lost all that another Player had to capture.
    Extinct,
    /// Another Player got rid of all that they had to lose.
    GaveAll,
    /// Had no legal action, or another Player had none, where that decides.
    Stalemate,
    /// Resigned.
    Resigned,
    /// Ran out of time.
    Time,
}

/// One thing that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A piece went from one Space to another.
    Moved {
        /// The piece as it left.
        piece: Piece,
        /// From.
        from: Space,
        /// To.
        to: Space,
    },
    /// A chain passed a Space where it could have ended (C-17).
    Passed {
        /// The Space.
        space: Space,
    },
    /// A piece was captured.
    Captured {
        /// The piece.
        piece: Piece,
        /// Where it stood.
        space: Space,
        /// Whose action it was.
        by: Seat,
    },
    /// A piece captured itself: a Supporter under a newcomer (P-2), or as a turn (B-9).
    SelfCaptured {
        /// The piece.
        piece: Piece,
        /// Where it stood.
        space: Space,
    },
    /// A piece was shot (C-19).
    Shot {
        /// Where the shooter stands.
        from: Space,
        /// Where the target stood.
        at: Space,
    },
    /// A piece came onto the board from reserve (T-18).
    Placed {
        /// The piece.
        piece: Piece,
        /// Where.
        space: Space,
    },
    /// A new piece appeared (P-3, V-5, P-11).
    Created {
        /// The piece.
        piece: Piece,
        /// Where.
        space: Space,
    },
    /// A piece changed sides (P-3, V-6).
    Converted {
        /// As it is now.
        piece: Piece,
        /// Whose it was.
        was: Seat,
        /// Where.
        space: Space,
    },
    /// A captured piece came to a Player's hand, to be dropped.
    ToHand {
        /// What it is there.
        ty: TypeId,
        /// What stays of its states.
        kept: Kept,
        /// Whose hand.
        seat: Seat,
    },
    /// A piece became another one without a promotion: by fusion or fission.
    Changed {
        /// What it was.
        was: TypeId,
        /// What it became.
        to: TypeId,
        /// Where.
        space: Space,
    },
    /// A piece was promoted (T-12).
    Promoted {
        /// What it became.
        to: TypeId,
        /// Where.
        space: Space,
    },
    /// A piece was imprisoned (V-6).
    Imprisoned {
        /// Where.
        space: Space,
    },
    /// A piece was freed (V-6).
    Freed {
        /// Where.
        space: Space,
    },
    /// A piece became Volatile (V-7).
    MadeVolatile {
        /// Where.
        space: Space,
    },
    /// A piece became Invulnerable (C-21).
    Hidden {
        /// Where.
        space: Space,
    },
    /// A shield was raised (C-24).
    ShieldUp {
        /// Where its bearer stands.
        space: Space,
    },
    /// A captor was removed by what it captured (C-22).
    Avenged {
        /// The captor.
        piece: Piece,
        /// Where it was removed, or would have landed.
        space: Space,
    },
    /// A Check was counted towards winning by them.
    CheckCounted {
        /// Who gave it.
        by: Seat,
        /// To whom.
        to: Seat,
        /// The number of those given so far.
        count: u16,
        /// How many are needed.
        of: u16,
    },
    /// A Player was defeated (T-21).
    Defeated {
        /// Who.
        seat: Seat,
        /// How.
        how: Fall,
        /// Who is credited (T-22).
        by: Option<Seat>,
    },
    /// A Player had to pass (T-24).
    ForcedPass {
        /// Who.
        seat: Seat,
    },
}
