//! Decisions of Players, as storable values.

use serde::{Deserialize, Serialize};

use crate::board::Space;
use crate::clash::Gold;
pub use crate::illegal::Illegal;
use crate::play::Kept;

/// Decision of one Player. The log of a game is a list of actions.
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
        /// Owner of the pieces.
        of: crate::board::Seat,
        /// Spaces of the pieces.
        spaces: Vec<Space>,
    },
    /// Takes a turn (T-17).
    Turn(Turn),
    /// Buys, sets up or bids in Clash of the Armies.
    Clash(ClashAction),
    /// Resigns (T-21).
    Resign,
    /// Offers a draw, or accepts one (T-26).
    OfferDraw,
    /// Declines a draw offer, or withdraws the own one.
    DeclineDraw,
    /// Loses on time (T-21). Issued by the clock, not by the Player.
    TimeOut,
    /// Draws the missing Volatile choices at random because their time is up (V-2). Issued by the clock; the acting
    /// seat does not matter.
    DrawVolatile,
}

/// Decision off the board in Clash of the Armies.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClashAction {
    /// Buys a piece (C-6).
    Buy {
        /// Id or name of the piece: `war-machine`.
        piece: String,
        /// Square of the piece; if omitted, the first free square that fits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Space>,
    },
    /// Sells a piece for its cost (C-6, C-8).
    Sell {
        /// Spot of the piece.
        at: Spot,
    },
    /// Moves a piece to another square, trading places with a piece there, or to the hand (C-6).
    Arrange {
        /// Starting spot.
        from: Spot,
        /// Destination.
        to: Spot,
    },
    /// Applies several steps in the shop as one: all of them or none, with a single undo (C-6).
    Together {
        /// The steps, in order.
        steps: Vec<ShopStep>,
    },
    /// Undoes the last step in the shop.
    UndoShop,
    /// Completes the army automatically; always legal.
    Suggest,
    /// Confirms the army (C-6).
    Ready,
    /// Seals a bid for the Amazon, or replaces it (C-10).
    Bid {
        /// Amount.
        gold: Gold,
    },
    /// Raises by 0.5 (C-12).
    Raise,
    /// Stops raising (C-12).
    Stop,
}

impl ClashAction {
    /// Returns whether the action changes only an unfinished army, which is secret (C-3).
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

/// Step of a group of steps in the shop (C-6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShopStep {
    /// Like [`ClashAction::Buy`].
    Buy {
        /// Id or name of the piece.
        piece: String,
        /// Square of the piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Space>,
    },
    /// Like [`ClashAction::Sell`].
    Sell {
        /// Spot of the piece.
        at: Spot,
    },
    /// Like [`ClashAction::Arrange`].
    Arrange {
        /// Starting spot.
        from: Spot,
        /// Destination.
        to: Spot,
    },
}

/// Purpose of a line typed in the shop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// `Queen d1, 2 Pawns, Pawn c2-f2`.
    Buy,
    /// `a1, b2-d2, hand 1, Rook`.
    Sell,
    /// `a1 h1, b1-c1, d1 hand, hand 1 g1`.
    Arrange,
}

/// Place of a piece in an unfinished army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// Placed on a square.
    Board(Space),
    /// In hand, as an index from 0.
    Hand(u8),
}

/// Notation: `d1`, or `hand 1` counted from 1.
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

/// Turn: an act and the choices it requires (T-17).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Act.
    pub act: Act,
    /// Required choices in order: a Space, or `None` to decline where that is allowed (P-11, V-7).
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

/// Act of a piece in a turn. Two acts in a position have the same effect exactly if they are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Moves or captures.
    Move {
        /// Starting Space.
        from: Space,
        /// Destination.
        to: Space,
        /// Spaces of all captures, side effects included, sorted.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captures: Vec<Space>,
        /// Key of the type after promotion (T-12).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promote: Option<String>,
    },
    /// Castles (M-4).
    Castle {
        /// Space of the King.
        from: Space,
        /// Destination of the King.
        to: Space,
        /// Space of the castling partner.
        partner: Space,
    },
    /// Jumps along a chain (C-17, C-18).
    Chain {
        /// Starting Space.
        from: Space,
        /// Destination, or the last Space jumped if `off`.
        to: Space,
        /// Spaces of all captures, sorted.
        captures: Vec<Space>,
        /// Leaves the board.
        #[serde(default)]
        off: bool,
        /// Key of the type after promotion (T-12).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promote: Option<String>,
    },
    /// Shoots without moving (C-19).
    Shoot {
        /// Space of the shooter.
        from: Space,
        /// Space of the target.
        target: Space,
        /// Spaces of all pieces removed, sorted.
        captures: Vec<Space>,
    },
    /// Places a piece from reserve (T-18).
    Place {
        /// Type key.
        piece: String,
        /// States of the piece in reserve.
        #[serde(default, skip_serializing_if = "Kept::is_nothing")]
        kept: Kept,
        /// Space.
        at: Space,
    },
    /// Captures itself (B-9).
    SelfCapture {
        /// Space of the piece.
        at: Space,
    },
    /// Raises the shield (C-24).
    Shield {
        /// Space of the shield bearer.
        at: Space,
    },
    /// Passes, where an army may.
    Pass {
        /// Space of the Player's Titan, or of another piece if there is none.
        at: Space,
    },
    /// Trades places with an own piece.
    Swap {
        /// Space of the acting piece.
        from: Space,
        /// Space of the other piece.
        with: Space,
    },
    /// Fusion: captures itself so that an own piece changes its type.
    Fuse {
        /// Space of the piece that captures itself. Equal to `into` if a piece in reserve is used up instead.
        from: Space,
        /// Space of the piece that changes.
        into: Space,
        /// Key of the new type.
        piece: String,
        /// States of the piece in reserve.
        #[serde(default, skip_serializing_if = "Kept::is_nothing")]
        kept: Kept,
    },
    /// Fission: splits in two.
    Split {
        /// Space of the acting piece.
        from: Space,
        /// Space of the second part.
        to: Space,
        /// Key of the type on the old Space.
        stays: String,
        /// Key of the type on the new Space.
        goes: String,
    },
}

impl Act {
    /// Space of the acting piece; for a placement, its destination.
    pub fn origin(&self) -> Space {
        match self {
            Act::Move { from, .. }
            | Act::Castle { from, .. }
            | Act::Chain { from, .. }
            | Act::Shoot { from, .. }
            | Act::Swap { from, .. }
            | Act::Fuse { from, .. }
            | Act::Split { from, .. } => *from,
            Act::Place { at, .. } | Act::SelfCapture { at } | Act::Shield { at } | Act::Pass { at } => *at,
        }
    }

    /// Destination or target.
    pub fn target(&self) -> Space {
        match self {
            Act::Move { to, .. } | Act::Castle { to, .. } | Act::Chain { to, .. } | Act::Split { to, .. } => *to,
            Act::Fuse { into, .. } => *into,
            Act::Shoot { target, .. } => *target,
            Act::Swap { with, .. } => *with,
            Act::Place { at, .. } | Act::SelfCapture { at } | Act::Shield { at } | Act::Pass { at } => *at,
        }
    }

    /// Returns whether an earlier version may have recorded this act as `record`: a chain without its promotion.
    pub(crate) fn is_recorded_as(&self, record: &Act) -> bool {
        match self {
            Act::Chain { from, to, captures, off, promote: Some(_) } => {
                let (from, to, captures, off) = (*from, *to, captures.clone(), *off);
                *record == Act::Chain { from, to, captures, off, promote: None }
            }
            _ => false,
        }
    }

    /// Key of the type after promotion (T-12).
    pub fn promotion(&self) -> Option<&str> {
        match self {
            Act::Move { promote, .. } | Act::Chain { promote, .. } => promote.as_deref(),
            _ => None,
        }
    }

    /// Spaces of all captures.
    pub fn captures(&self) -> &[Space] {
        match self {
            Act::Move { captures, .. } | Act::Chain { captures, .. } | Act::Shoot { captures, .. } => captures,
            Act::SelfCapture { at } => std::slice::from_ref(at),
            Act::Castle { .. }
            | Act::Place { .. }
            | Act::Shield { .. }
            | Act::Pass { .. }
            | Act::Swap { .. }
            | Act::Fuse { .. }
            | Act::Split { .. } => &[],
        }
    }
}
