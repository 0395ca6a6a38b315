//! What a Player can decide, as values that can be stored.

use serde::{Deserialize, Serialize};

use crate::board::Space;
use crate::clash::Gold;
pub use crate::illegal::Illegal;
use crate::play::Kept;

/// A decision of one Player. The log of a game is a list of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Places the Territory (T-15), and Instant Reinforcements on its Back Rank (T-18).
    Place {
        /// First file or rank of the Battlefield's edge that the Territory touches, from the west or south.
        offset: u8,
        /// Mirrored left to right.
        mirrored: bool,
        /// Instant Reinforcements: piece type key and Space.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        instant: Vec<(String, Space)>,
    },
    /// Chooses another Player's Volatile pieces; sealed until all choices are in (V-2, V-3).
    ChooseVolatile {
        /// The Player whose pieces these are.
        of: crate::board::Seat,
        /// The pieces.
        spaces: Vec<Space>,
    },
    /// Takes a turn (T-17).
    Turn(Turn),
    /// Buys, sets up or bids in Clash of the Armies.
    Clash(ClashAction),
    /// Gives up (T-21).
    Resign,
    /// Offers a draw, or agrees to one (T-26).
    OfferDraw,
    /// Declines a draw offer, or takes the own one back.
    DeclineDraw,
    /// The time is up (T-21). Reported by the clock, not chosen.
    TimeOut,
    /// The time for choosing Volatile pieces is up: the choices that are missing are drawn at random (V-2). Reported by the clock; it makes
    /// no difference whose action it is.
    DrawVolatile,
}

/// A decision off the board in Clash of the Armies.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClashAction {
    /// Buys a piece (C-6).
    Buy {
        /// Its id or name: `war-machine`.
        piece: String,
        /// Where it is placed; on the first free square that fits if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Space>,
    },
    /// Sells a piece for what it cost (C-6, C-8).
    Sell {
        /// Which.
        at: Spot,
    },
    /// Moves a piece to another square, where one that stands there trades places with it; or takes it in hand (C-6).
    Arrange {
        /// From.
        from: Spot,
        /// To.
        to: Spot,
    },
    /// Several steps in the shop as one, to be undone as one: all of them, or none (C-6).
    Together {
        /// The steps, in order.
        steps: Vec<ShopStep>,
    },
    /// Takes the last step of buying or arranging back.
    UndoShop,
    /// Completes the army as the bot suggests: always legal.
    Suggest,
    /// Confirms the army (C-6).
    Ready,
    /// Seals a bid for the Amazon, or replaces it (C-10).
    Bid {
        /// How much.
        gold: Gold,
    },
    /// Raises by 0.5 (C-12).
    Raise,
    /// Stops raising (C-12).
    Stop,
}

impl ClashAction {
    /// Does it change only an unfinished army, so that nobody but its owner may notice it (C-3)?
    pub const fn is_shopping(&self) -> bool {
        match self {
            Self::Buy { .. }
            | Self::Sell { .. }
            | Self::Arrange { .. }
            | Self::Together { .. }
            | Self::UndoShop
            | Self::Suggest => true,
            Self::Ready | Self::Bid { .. } | Self::Raise | Self::Stop => false,
        }
    }
}

/// One of several steps in the shop (C-6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShopStep {
    /// As [`ClashAction::Buy`].
    Buy {
        /// Id or name of the piece.
        piece: String,
        /// Where it is placed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Space>,
    },
    /// As [`ClashAction::Sell`].
    Sell {
        /// Which.
        at: Spot,
    },
    /// As [`ClashAction::Arrange`].
    Arrange {
        /// From.
        from: Spot,
        /// To.
        to: Spot,
    },
}

/// Where a piece of an unfinished army is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// Placed on a square.
    Board(Space),
    /// In hand, counted from 0.
    Hand(u8),
}

/// `d1`, `hand 1`: people count from 1.
impl std::fmt::Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Spot::Board(space) => write!(f, "{space}"),
            Spot::Hand(index) => write!(f, "hand {}", u16::from(*index) + 1),
        }
    }
}

impl From<Space> for Spot {
    fn from(space: Space) -> Self {
        Spot::Board(space)
    }
}

impl From<ClashAction> for Action {
    fn from(action: ClashAction) -> Self {
        Action::Clash(action)
    }
}

/// A whole turn: an act and what it obliges to (T-17).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The act.
    pub act: Act,
    /// How its obligations are settled, in order: a Space, or `None` to decline where that is allowed (P-11, V-7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Option<Space>>,
}

impl From<Act> for Turn {
    fn from(act: Act) -> Self {
        Turn { act, then: Vec::new() }
    }
}

impl From<Turn> for Action {
    fn from(turn: Turn) -> Self {
        Action::Turn(turn)
    }
}

/// What a piece does in a turn. Two acts of a position are the same exactly when they are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Moves or captures.
    Move {
        /// From.
        from: Space,
        /// To.
        to: Space,
        /// Everything captured, side effects included, sorted.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captures: Vec<Space>,
        /// Key of the type it promotes to (T-12).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promote: Option<String>,
    },
    /// Castles (M-4).
    Castle {
        /// The King.
        from: Space,
        /// Where the King goes.
        to: Space,
        /// The piece it castles with.
        partner: Space,
    },
    /// Jumps along a chain (C-17, C-18).
    Chain {
        /// From.
        from: Space,
        /// Where it ends; over whose edge it leaves, when `off`.
        to: Space,
        /// Everything captured, sorted.
        captures: Vec<Space>,
        /// Leaves the board.
        #[serde(default)]
        off: bool,
    },
    /// Shoots without moving (C-19).
    Shoot {
        /// The shooter.
        from: Space,
        /// The target.
        target: Space,
        /// Everything removed, sorted.
        captures: Vec<Space>,
    },
    /// Places a piece from reserve (T-18).
    Place {
        /// Type key.
        piece: String,
        /// Which of that type.
        #[serde(default, skip_serializing_if = "Kept::is_nothing")]
        kept: Kept,
        /// Where.
        at: Space,
    },
    /// Captures itself (B-9).
    SelfCapture {
        /// Where.
        at: Space,
    },
    /// Raises the shield (C-24).
    Shield {
        /// Where its bearer stands.
        at: Space,
    },
    /// Trades places with an own piece.
    Swap {
        /// The piece that acts.
        from: Space,
        /// The other.
        with: Space,
    },
    /// Captures itself so that an own piece becomes another one.
    Fuse {
        /// The piece that captures itself; the same as `into` when a piece in reserve is used up instead.
        from: Space,
        /// The piece that changes.
        into: Space,
        /// Key of the type it becomes.
        piece: String,
        /// Which piece in reserve.
        #[serde(default, skip_serializing_if = "Kept::is_nothing")]
        kept: Kept,
    },
    /// Splits in two.
    Split {
        /// The piece that acts.
        from: Space,
        /// Where the second part appears.
        to: Space,
        /// Key of the type that stays.
        stays: String,
        /// Key of the type that appears.
        goes: String,
    },
}

impl Act {
    /// Where the acting piece stands before; for a placement where it comes to stand.
    pub fn origin(&self) -> Space {
        match self {
            Act::Move { from, .. }
            | Act::Castle { from, .. }
            | Act::Chain { from, .. }
            | Act::Shoot { from, .. }
            | Act::Swap { from, .. }
            | Act::Fuse { from, .. }
            | Act::Split { from, .. } => *from,
            Act::Place { at, .. } | Act::SelfCapture { at } | Act::Shield { at } => *at,
        }
    }

    /// Where it goes, or what it acts on.
    pub fn target(&self) -> Space {
        match self {
            Act::Move { to, .. } | Act::Castle { to, .. } | Act::Chain { to, .. } | Act::Split { to, .. } => *to,
            Act::Fuse { into, .. } => *into,
            Act::Shoot { target, .. } => *target,
            Act::Swap { with, .. } => *with,
            Act::Place { at, .. } | Act::SelfCapture { at } | Act::Shield { at } => *at,
        }
    }

    /// Everything it captures.
    pub fn captures(&self) -> &[Space] {
        match self {
            Act::Move { captures, .. } | Act::Chain { captures, .. } | Act::Shoot { captures, .. } => captures,
            Act::SelfCapture { at } => std::slice::from_ref(at),
            Act::Castle { .. }
            | Act::Place { .. }
            | Act::Shield { .. }
            | Act::Swap { .. }
            | Act::Fuse { .. }
            | Act::Split { .. } => &[],
        }
    }
}
