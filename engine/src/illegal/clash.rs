//! What may be wrong in the shop and in the auction of Clash of the Armies.

use super::Illegal;
use crate::action::{ShopStep, Spot};
use crate::board::{Seat, Space};
use crate::clash::{Class, Gold, Order, Ware};

/// An army cannot be bought or set up so (C-3 … C-9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShopFault {
    /// This Player is buying now.
    Buying(Seat),
    /// The auction comes first.
    AuctionFirst,
    /// A round is being played, or the match is over.
    BetweenRounds,
    /// No such piece.
    NotOnList,
    /// Never bought or sold.
    NotForSale(&'static Ware),
    /// It costs more than is left.
    TooDear {
        /// The piece.
        ware: &'static Ware,
        /// What it costs.
        cost: Gold,
        /// What is left.
        left: Gold,
    },
    /// Another piece stands there.
    Taken {
        /// The piece that stands there.
        ware: &'static Ware,
        /// Where.
        space: Space,
    },
    /// No square of its class.
    Misplaced {
        /// The piece.
        ware: &'static Ware,
        /// Where it would stand.
        space: Space,
    },
    /// No own piece there.
    NoPiece(Spot),
    /// It is in hand already.
    InHand,
    /// It stands there already.
    StandsThere(Space),
    /// No steps.
    NoSteps,
    /// The army is as it would become.
    NoChange,
    /// Nothing to undo.
    NothingToUndo,
    /// One of several steps cannot be taken.
    Step {
        /// The step.
        step: ShopStep,
        /// The piece it means, if there is one.
        ware: Option<&'static Ware>,
        /// Why not.
        why: Box<Illegal>,
    },
    /// No Leader.
    NoLeader,
    /// Too many of a class.
    ManyOfClass {
        /// The class.
        class: Class,
        /// How many.
        count: usize,
    },
    /// Too many Light pieces of a kind.
    ManyOfKind {
        /// The kind.
        ware: &'static Ware,
        /// How many.
        count: usize,
    },
    /// Two of a colour-bound kind on squares of one colour.
    SameColour(&'static Ware),
    /// The Amazon waits in hand for the square of another Jewel (C-11).
    MakeRoom {
        /// The Amazon.
        ware: &'static Ware,
        /// The other Jewel.
        other: &'static Ware,
        /// Where that stands.
        space: Space,
    },
    /// Has no square yet.
    Unplaced(&'static Ware),
    /// A line names more than an army can hold.
    TooMuch,
    /// A line names nothing.
    EmptyLine {
        /// What the line is to do.
        order: Order,
        /// Whose line it is.
        seat: Seat,
    },
    /// An item of a line is not understood.
    Item {
        /// What the line is to do.
        order: Order,
        /// Whose line it is.
        seat: Seat,
        /// The item, shortened.
        item: String,
        /// What is wrong with it.
        fault: ItemFault,
    },
}

/// What is wrong with an item of a line that is typed in the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemFault {
    /// No piece is named.
    WhichPiece,
    /// No such piece is for sale; this name is the most like it.
    NotForSale(Option<&'static Ware>),
    /// None of them.
    HowMany,
    /// More than an army can hold.
    TooMany,
    /// Squares and pieces do not match.
    SquaresDiffer,
    /// Neither a square nor a piece; this name is the most like it.
    Neither(Option<&'static Ware>),
    /// The buyer has none.
    NotOwned,
    /// The buyer has several.
    Several,
    /// Two squares are needed.
    TwoSquares,
}

/// A bid or a raise cannot be made (C-10, C-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuctionFault {
    /// The Amazon is not auctioned now.
    NotNow,
    /// Both bids are in.
    BidsIn,
    /// Below 0.
    Negative,
    /// Not a multiple of [`STEP`](crate::clash::STEP).
    NotMultiple,
    /// More than this Player may bid.
    Limit(Gold),
    /// White's first raise is compulsory, to this.
    MustRaise(Gold),
    /// The auction is over.
    Over,
    /// The other Player is to raise or stop.
    OthersTurn,
    /// The bids are not in, or not equal.
    NotEqual,
}
