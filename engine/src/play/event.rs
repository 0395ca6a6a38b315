//! Events of a turn, in order.

use crate::board::{Seat, Space};

use super::{Kept, Piece, TypeId};

/// Cause of a Player's defeat (T-21).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fall {
    /// The last Titan was captured.
    TitanCaptured,
    /// The Player began the turn in Check without a legal action.
    Checkmate,
    /// The Battalion's own losing condition: the pieces it needs are gone (P-5).
    Bereft,
    /// Another Player reached their goal.
    Outrun,
    /// The Player and others reached their goals in the same round.
    Level,
    /// The Player was given as many Checks as another Player needs to win.
    Checks,
    /// The Player lost everything that another Player had to capture.
    Extinct,
    /// Another Player lost everything that they had to lose.
    GaveAll,
    /// The Player, or another one, had no legal action, and a rule makes that decisive.
    Stalemate,
    /// The Player resigned.
    Resigned,
    /// The Player ran out of time.
    Time,
}

/// Event of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A piece moved from one Space to another.
    Moved {
        /// The piece before the move.
        piece: Piece,
        /// Starting Space.
        from: Space,
        /// Destination.
        to: Space,
    },
    /// A chain passed a Space where it could have ended (C-17).
    Passed {
        /// Space passed.
        space: Space,
    },
    /// A piece was captured.
    Captured {
        /// The piece captured.
        piece: Piece,
        /// Space of the piece.
        space: Space,
        /// Seat whose action it was.
        by: Seat,
    },
    /// A piece captured itself: a Supporter under a newcomer (P-2), or as a turn (B-9).
    SelfCaptured {
        /// The piece.
        piece: Piece,
        /// Space of the piece.
        space: Space,
    },
    /// A piece was shot (C-19).
    Shot {
        /// Space of the shooter.
        from: Space,
        /// Space of the target.
        at: Space,
    },
    /// A piece came onto the board from reserve (T-18).
    Placed {
        /// The piece.
        piece: Piece,
        /// Space.
        space: Space,
    },
    /// A new piece appeared (P-3, V-5, P-11).
    Created {
        /// The piece.
        piece: Piece,
        /// Space.
        space: Space,
    },
    /// A piece changed sides (P-3, V-6).
    Converted {
        /// The piece after the change.
        piece: Piece,
        /// Former controller.
        was: Seat,
        /// Space.
        space: Space,
    },
    /// A captured piece went to a Player's hand, to be dropped later.
    ToHand {
        /// Type of the piece in the hand.
        ty: TypeId,
        /// States that the piece keeps.
        kept: Kept,
        /// Owner of the hand.
        seat: Seat,
    },
    /// A piece changed its type without a promotion: by fusion or fission.
    Changed {
        /// Former type.
        was: TypeId,
        /// New type.
        to: TypeId,
        /// Space.
        space: Space,
    },
    /// A piece was promoted (T-12).
    Promoted {
        /// New type.
        to: TypeId,
        /// Space.
        space: Space,
    },
    /// A piece was imprisoned (V-6).
    Imprisoned {
        /// Space of the piece.
        space: Space,
    },
    /// A piece was freed (V-6).
    Freed {
        /// Space of the piece.
        space: Space,
    },
    /// A piece became Volatile (V-7).
    MadeVolatile {
        /// Space of the piece.
        space: Space,
    },
    /// A piece became Invulnerable (C-21).
    Hidden {
        /// Space of the piece.
        space: Space,
    },
    /// A shield was raised (C-24).
    ShieldUp {
        /// Space of the shield bearer.
        space: Space,
    },
    /// A captured piece removed its captor (C-22).
    Avenged {
        /// The captor.
        piece: Piece,
        /// Space where the captor was removed, or would have landed.
        space: Space,
    },
    /// A Check was counted towards a win by Checks.
    CheckCounted {
        /// Seat that gave Check.
        by: Seat,
        /// Seat in Check.
        to: Seat,
        /// Checks given so far.
        count: u16,
        /// Checks needed.
        of: u16,
    },
    /// A Player was defeated (T-21).
    Defeated {
        /// The defeated seat.
        seat: Seat,
        /// Cause of the defeat.
        how: Fall,
        /// Seat credited with the defeat (T-22).
        by: Option<Seat>,
    },
    /// A Player had to pass (T-24).
    ForcedPass {
        /// The seat that passed.
        seat: Seat,
    },
}
