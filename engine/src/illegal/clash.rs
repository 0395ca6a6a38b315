//! Faults in the shop and in the auction of Clash of the Armies.

use crate::action::{Order, ShopStep, Spot};
use crate::board::{Seat, Space};
use crate::clash::{Class, Gold, Ware};

/// Fault in buying or setting up an army (C-3 … C-9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShopFault {
    /// Another Player is buying now.
    Buying(Seat),
    /// The auction comes first.
    AuctionFirst,
    /// A round is in progress, or the match is over.
    BetweenRounds,
    /// Unknown piece.
    NotOnList,
    /// The piece is never bought or sold.
    NotForSale(&'static Ware),
    /// The piece costs more than the remaining gold.
    TooDear {
        /// The piece.
        ware: &'static Ware,
        /// Cost.
        cost: Gold,
        /// Remaining gold.
        left: Gold,
    },
    /// Another piece occupies the square.
    Taken {
        /// The other piece.
        ware: &'static Ware,
        /// The square.
        space: Space,
    },
    /// The square does not belong to the piece's class.
    Misplaced {
        /// The piece.
        ware: &'static Ware,
        /// The square.
        space: Space,
    },
    /// No own piece at this spot.
    NoPiece(Spot),
    /// The piece is in hand already.
    InHand,
    /// The piece is on this square already.
    StandsThere(Space),
    /// No steps given.
    NoSteps,
    /// The army would not change.
    NoChange,
    /// Nothing to undo.
    NothingToUndo,
    /// One of several steps is not allowed.
    Step {
        /// The step.
        step: ShopStep,
        /// The piece it refers to, if there is one.
        ware: Option<&'static Ware>,
        /// Reason.
        why: Box<ShopFault>,
    },
    /// No Leader.
    NoLeader,
    /// Too many of a class.
    ManyOfClass {
        /// The class.
        class: Class,
        /// Number of pieces.
        count: usize,
    },
    /// Too many Light pieces of a kind.
    ManyOfKind {
        /// The kind.
        ware: &'static Ware,
        /// Number of pieces.
        count: usize,
    },
    /// Two of a colour-bound kind on squares of one colour.
    SameColour(&'static Ware),
    /// The Amazon is in hand because another Jewel occupies its square (C-11).
    MakeRoom {
        /// The Amazon.
        ware: &'static Ware,
        /// The other Jewel.
        other: &'static Ware,
        /// Square of the other Jewel.
        space: Space,
    },
    /// The piece has no square yet.
    Unplaced(&'static Ware),
    /// A line contains more than an army can hold.
    TooMuch,
    /// A line contains nothing.
    EmptyLine {
        /// Purpose of the line.
        order: Order,
        /// Seat that typed the line.
        seat: Seat,
    },
    /// An item of a line is not understood.
    Item {
        /// Purpose of the line.
        order: Order,
        /// Seat that typed the line.
        seat: Seat,
        /// The item, shortened.
        item: String,
        /// Fault of the item.
        fault: ItemFault,
    },
}

/// Fault of an item in a line typed in the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemFault {
    /// No piece is named.
    WhichPiece,
    /// Unknown piece; holds the one with the nearest name.
    NotForSale(Option<&'static Ware>),
    /// The number is zero.
    HowMany,
    /// The number exceeds the size of an army.
    TooMany,
    /// Numbers of squares and pieces differ.
    SquaresDiffer,
    /// Neither a square nor a piece; holds the piece with the nearest name.
    Neither(Option<&'static Ware>),
    /// The buyer has no such piece.
    NotOwned,
    /// The buyer has several such pieces.
    Several,
    /// Two squares are needed.
    TwoSquares,
}

/// Fault of a bid or raise (C-10, C-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuctionFault {
    /// There is no auction now.
    NotNow,
    /// Both bids are in.
    BidsIn,
    /// Negative bid.
    Negative,
    /// Not a multiple of [`STEP`](crate::clash::STEP).
    NotMultiple,
    /// Above this Player's limit.
    Limit(Gold),
    /// White's first raise, to this amount, is compulsory.
    MustRaise(Gold),
    /// The auction is over.
    Over,
    /// The other Player has the turn to raise or stop.
    OthersTurn,
    /// The bids are missing or not equal.
    NotEqual,
}
