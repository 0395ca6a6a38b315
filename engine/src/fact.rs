//! What happened and how it ended, as facts: which piece, which Space, which seat. [`words`](crate::words) says them in English.

use serde::{Deserialize, Serialize};

use crate::board::{Seat, Space};
use crate::clash::{End, Gold};
use crate::play::{Fall, Kept};

/// One thing that happened, for those who watch. Names of pieces are those of their types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// A piece was captured.
    Captured {
        /// The piece.
        piece: String,
        /// Whose it was.
        owner: Seat,
        /// Where it stood.
        space: Space,
    },
    /// A piece captured itself (P-2, B-9).
    CapturedItself {
        /// The piece.
        piece: String,
        /// Where it stood.
        space: Space,
    },
    /// A piece captured by shooting (C-19).
    Shot {
        /// Where the shooter stands.
        from: Space,
        /// Where the target stood.
        at: Space,
    },
    /// A piece came onto the board from reserve (T-18).
    Placed {
        /// The piece.
        piece: String,
        /// What stayed of its states there.
        #[serde(default, skip_serializing_if = "Kept::is_nothing")]
        kept: Kept,
        /// Where.
        space: Space,
    },
    /// A new piece appeared (P-3, V-5, P-11).
    Appeared {
        /// The piece.
        piece: String,
        /// Where.
        space: Space,
    },
    /// A piece changed sides (P-3, V-6).
    ChangedSides {
        /// The piece.
        piece: String,
        /// Where.
        space: Space,
        /// Whose it is now.
        owner: Seat,
    },
    /// A captured piece came to a Player's hand.
    ToHand {
        /// What it is there.
        piece: String,
        /// What stays of its states.
        #[serde(default, skip_serializing_if = "Kept::is_nothing")]
        kept: Kept,
        /// Whose hand.
        owner: Seat,
    },
    /// A piece became another one without a promotion.
    Became {
        /// What it was.
        was: String,
        /// What it is now.
        piece: String,
        /// Where.
        space: Space,
    },
    /// A piece was promoted (T-12).
    Promoted {
        /// What it is now.
        piece: String,
        /// Where.
        space: Space,
    },
    /// A piece came into a state.
    State {
        /// The piece; empty where it is gone again.
        piece: String,
        /// Where.
        space: Space,
        /// The state.
        state: NewState,
    },
    /// A captor was removed by what it captured (C-22).
    Avenged {
        /// The captor.
        piece: String,
        /// Where it was removed, or would have landed.
        space: Space,
    },
    /// A Player was defeated (T-21).
    Defeated {
        /// Who.
        seat: Seat,
        /// How.
        how: Fall,
    },
    /// A Player had no legal action and had to pass (T-24).
    ForcedPass {
        /// Who.
        seat: Seat,
    },
    /// The Player to move is in Check.
    Check,
    /// A Check was counted towards winning by them.
    CheckCounted {
        /// To whom it was given.
        to: Seat,
        /// The number of those given so far.
        count: u16,
        /// How many are needed.
        of: u16,
    },
    /// A Player has placed the Territory (T-15).
    Territory {
        /// Who.
        seat: Seat,
        /// First file or rank of the Battlefield's edge that it touches.
        offset: u8,
        /// Mirrored left to right.
        mirrored: bool,
    },
    /// The choices of Volatile pieces that were missing were drawn at random (V-2).
    VolatileDrawn,
    /// A Player offers a draw, agrees to one, or does not (T-26).
    Draw {
        /// Who.
        seat: Seat,
        /// What they do.
        answer: DrawAnswer,
    },
    /// A Player's army is confirmed (C-6).
    Ready {
        /// Who.
        seat: Seat,
    },
    /// A Player has sealed a bid (C-10).
    Sealed {
        /// Who.
        seat: Seat,
    },
    /// Both bids are in, and this is one of them (C-10).
    Bid {
        /// Whose.
        seat: Seat,
        /// How much.
        gold: Gold,
    },
    /// The time for a Player's bid ran out: it counts as 0 (C-10).
    BidMissed {
        /// Who.
        seat: Seat,
    },
    /// The time for a Player's raise ran out: it counts as declined (C-12).
    RaiseMissed {
        /// Who.
        seat: Seat,
    },
    /// The bids are equal, and White must raise (C-12).
    EqualBids,
    /// A Player raises (C-12).
    Raised {
        /// Who.
        seat: Seat,
        /// To this.
        gold: Gold,
    },
    /// A Player stops raising (C-12).
    Stopped {
        /// Who.
        seat: Seat,
    },
    /// A Player has the Amazon, and the other draw odds (C-11).
    Amazon {
        /// Who has it.
        seat: Seat,
        /// What they pay.
        pays: Gold,
    },
    /// A round is over.
    Round(RoundEnd),
}

/// A state that a piece came into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewState {
    /// May not act until freed (V-6).
    Imprisoned,
    /// Free again (V-6).
    Freed,
    /// Volatile (V-7).
    Volatile,
    /// Cannot be captured (C-21).
    Invulnerable,
    /// Carries the raised shield (C-24).
    Shield,
}

/// What a Player does about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawAnswer {
    /// Offers one.
    Offers,
    /// Agrees to one.
    Agrees,
    /// Declines one.
    Declines,
    /// Takes the own offer back.
    Withdraws,
}

/// How a round of Clash of the Armies ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundEnd {
    /// 1, 2, or 3 for the Ultimate Round.
    pub round: u8,
    /// How it ended on the board.
    pub end: End,
    /// Who had draw odds (C-11).
    pub draw_odds: Option<Seat>,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A duel: the Opponent was defeated so (T-25).
    Duel(Fall),
    /// All Targets of the winners are defeated (T-29).
    Targets,
    /// Enough defeats are credited to the winner (T-30).
    Credits,
    /// At most one Player is left (T-29, T-30).
    LastStanding,
    /// The Opponent left before the first turn.
    LeftBeforePlay,
    /// A Player left Party Mode before the first turn.
    CalledOff,
    /// No legal action, and not in Check (T-24).
    Stalemate,
    /// The same position for the third time (T-26).
    Repetition,
    /// 50 turns of each Player without progress (T-26).
    NoProgress,
    /// 300 turns of each Player (T-26).
    TurnLimit,
    /// Agreed (T-26).
    Agreement,
    /// A round of a match is over.
    Round(RoundEnd),
    /// The match is over with these half points of White and Black (C-1).
    Match {
        /// Half points.
        half_points: [u8; 2],
    },
}

/// What to ask a Player about before a turn is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The turn leaves its Player without a Supporter on the board, and so defeated (P-5).
    NoSupporterLeft,
    /// The turn ends the game without a winner.
    EndsGame(EndReason),
    /// The turn ends the round in a draw.
    EndsRound(RoundEnd),
}

/// What resigning a round costs (C-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignCost {
    /// Who gets the point.
    pub winner: Seat,
    /// It ends the match too.
    pub ends_match: bool,
}

/// A sealed choice, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SealedChoice {
    /// Another Player's Volatile pieces (V-2).
    Volatile {
        /// Whose pieces.
        of: Seat,
        /// Where they stand.
        spaces: Vec<Space>,
    },
    /// A bid for the Amazon (C-10).
    Bid(Gold),
}
