//! Events and results as facts: pieces, Spaces and seats. [`words`](crate::words) turns them into English.

use serde::{Deserialize, Serialize};

use crate::board::{Seat, Space};
use crate::clash::{End, Gold};
use crate::play::{Fall, Kept};

/// Public event. Pieces are named by type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// A piece was captured.
    Captured {
        /// The piece.
        piece: String,
        /// Owner of the piece.
        owner: Seat,
        /// Space of the piece.
        space: Space,
    },
    /// A piece captured itself (P-2, B-9).
    CapturedItself {
        /// The piece.
        piece: String,
        /// Space of the piece.
        space: Space,
    },
    /// A piece captured by shooting (C-19).
    Shot {
        /// Space of the shooter.
        from: Space,
        /// Space of the target.
        at: Space,
    },
    /// A piece came onto the board from reserve (T-18).
    Placed {
        /// The piece.
        piece: String,
        /// States that the piece kept in reserve.
        #[serde(default, skip_serializing_if = "Kept::is_nothing")]
        kept: Kept,
        /// Space.
        space: Space,
    },
    /// A new piece appeared (P-3, V-5, P-11).
    Appeared {
        /// The piece.
        piece: String,
        /// Space.
        space: Space,
    },
    /// A piece changed sides (P-3, V-6).
    ChangedSides {
        /// The piece.
        piece: String,
        /// Space.
        space: Space,
        /// New controller.
        owner: Seat,
    },
    /// A captured piece went to a Player's hand.
    ToHand {
        /// Type of the piece in the hand.
        piece: String,
        /// States that the piece keeps.
        #[serde(default, skip_serializing_if = "Kept::is_nothing")]
        kept: Kept,
        /// Owner of the hand.
        owner: Seat,
    },
    /// A piece changed its type without a promotion.
    Became {
        /// Former type.
        was: String,
        /// New type.
        piece: String,
        /// Space.
        space: Space,
    },
    /// A piece was promoted (T-12).
    Promoted {
        /// New type.
        piece: String,
        /// Space.
        space: Space,
    },
    /// A piece entered a state.
    State {
        /// The piece; empty if it has left the board since.
        piece: String,
        /// Space.
        space: Space,
        /// The state.
        state: NewState,
    },
    /// A captured piece removed its captor (C-22).
    Avenged {
        /// The captor.
        piece: String,
        /// Space where the captor was removed, or would have landed.
        space: Space,
    },
    /// A Player was defeated (T-21).
    Defeated {
        /// The defeated seat.
        seat: Seat,
        /// Cause of the defeat.
        how: Fall,
    },
    /// A Player had no legal action and had to pass (T-24).
    ForcedPass {
        /// The seat that passed.
        seat: Seat,
    },
    /// The Player to move is in Check.
    Check,
    /// A Check was counted towards a win by Checks.
    CheckCounted {
        /// Seat in Check.
        to: Seat,
        /// Checks given so far.
        count: u16,
        /// Checks needed.
        of: u16,
    },
    /// A Player placed the Territory (T-15).
    Territory {
        /// The seat.
        seat: Seat,
        /// First file or rank of the Battlefield's edge that the Territory touches.
        offset: u8,
        /// Mirrored left to right.
        mirrored: bool,
    },
    /// Missing choices of Volatile pieces were drawn at random (V-2).
    VolatileDrawn,
    /// A Player offered, accepted, declined or withdrew a draw (T-26).
    Draw {
        /// The seat.
        seat: Seat,
        /// The offer or answer.
        answer: DrawAnswer,
    },
    /// A Player confirmed the army (C-6).
    Ready {
        /// The seat.
        seat: Seat,
    },
    /// A Player sealed a bid (C-10).
    Sealed {
        /// The seat.
        seat: Seat,
    },
    /// One of the two bids, once both are in (C-10).
    Bid {
        /// The bidder.
        seat: Seat,
        /// Amount.
        gold: Gold,
    },
    /// A Player's time for a bid ran out; the bid counts as 0 (C-10).
    BidMissed {
        /// The seat.
        seat: Seat,
    },
    /// A Player's time for a raise ran out; the raise counts as declined (C-12).
    RaiseMissed {
        /// The seat.
        seat: Seat,
    },
    /// The bids are equal, and White must raise (C-12).
    EqualBids,
    /// A Player raised (C-12).
    Raised {
        /// The seat.
        seat: Seat,
        /// New amount.
        gold: Gold,
    },
    /// A Player stopped raising (C-12).
    Stopped {
        /// The seat.
        seat: Seat,
    },
    /// A Player won the Amazon, and the other has draw odds (C-11).
    Amazon {
        /// The winner.
        seat: Seat,
        /// Price.
        pays: Gold,
    },
    /// A round ended.
    Round(RoundEnd),
}

/// State that a piece entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewState {
    /// May not act until freed (V-6).
    Imprisoned,
    /// No longer imprisoned (V-6).
    Freed,
    /// Volatile (V-7).
    Volatile,
    /// Cannot be captured (C-21).
    Invulnerable,
    /// Bearer of a raised shield (C-24).
    Shield,
}

/// Draw offer or answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawAnswer {
    /// Offers a draw.
    Offers,
    /// Accepts a draw.
    Agrees,
    /// Declines a draw.
    Declines,
    /// Withdraws the own offer.
    Withdraws,
}

/// End of a round of Clash of the Armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundEnd {
    /// Number of the round: 1, 2, or 3 for the Ultimate Round.
    pub round: u8,
    /// Result on the board.
    pub end: End,
    /// Seat with draw odds (C-11).
    pub draw_odds: Option<Seat>,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Defeat of the Opponent in a duel; holds the cause (T-25).
    Duel(Fall),
    /// Defeat of all Targets of the winners (T-29).
    Targets,
    /// Enough credited defeats (T-30).
    Credits,
    /// At most one Player left (T-29, T-30).
    LastStanding,
    /// Departure of the Opponent before the first turn.
    LeftBeforePlay,
    /// Departure of a Player from Party Mode before the first turn.
    CalledOff,
    /// Stalemate: no legal action and no Check (T-24).
    Stalemate,
    /// Third occurrence of a position (T-26).
    Repetition,
    /// 50 turns of each Player without progress (T-26).
    NoProgress,
    /// 300 turns of each Player (T-26).
    TurnLimit,
    /// Agreement (T-26).
    Agreement,
    /// End of a round of a match.
    Round(RoundEnd),
    /// End of a match with these half points of White and Black (C-1).
    Match {
        /// Half points.
        half_points: [u8; 2],
    },
}

/// Warning to confirm before a turn is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The turn leaves its Player without a Supporter on the board, which is a defeat (P-5).
    NoSupporterLeft,
    /// The turn ends the game without a winner.
    EndsGame(EndReason),
    /// The turn ends the round in a draw.
    EndsRound(RoundEnd),
}

/// Cost of resigning a round (C-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignCost {
    /// Seat that gets the point.
    pub winner: Seat,
    /// Ends the match too.
    pub ends_match: bool,
}

/// Sealed choice, as shown to its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SealedChoice {
    /// Another Player's Volatile pieces (V-2).
    Volatile {
        /// Owner of the pieces.
        of: Seat,
        /// Spaces of the pieces.
        spaces: Vec<Space>,
    },
    /// A bid for the Amazon (C-10).
    Bid(Gold),
}
