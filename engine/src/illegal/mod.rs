//! Why a decision is refused: the rule and the facts. [`words`] says it in English.

mod clash;

pub use clash::{AuctionFault, ItemFault, ShopFault};

use crate::board::Space;
use crate::words;

/// Why an action is refused. [`Display`](std::fmt::Display) gives the sentence with the rule's number at its end.
///
/// ```
/// use engine::illegal::{Illegal, MoveFault};
/// let why = Illegal::new("T-17", MoveFault::NoPiece("e4".parse().unwrap()));
/// assert_eq!(why.rule(), "T-17");
/// assert_eq!(why.to_string(), "There is no piece on e4. (T-17)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    rule: &'static str,
    why: Why,
}

impl Illegal {
    /// A refusal by a rule.
    pub fn new(rule: &'static str, why: impl Into<Why>) -> Self {
        Self { rule, why: why.into() }
    }

    /// The rule's number, such as `T-20`.
    pub const fn rule(&self) -> &'static str {
        self.rule
    }

    /// What is wrong.
    pub const fn why(&self) -> &Why {
        &self.why
    }

    /// What is wrong, as a sentence without the rule's number.
    pub fn sentence(&self) -> String {
        words::refusal(self)
    }
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.sentence(), self.rule)
    }
}

impl std::error::Error for Illegal {}

/// As its sentence: for files that people read.
impl serde::Serialize for Illegal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A piece by the name of its type, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceOn {
    /// Name of its type; empty where none stands.
    pub name: String,
    /// Where.
    pub space: Space,
}

/// What is wrong, by what was being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The game is not where this could be done.
    Phase(PhaseFault),
    /// An act is not legal.
    Move(MoveFault),
    /// What a turn obliges to is missing or not allowed.
    Choice(ChoiceFault),
    /// A text is not understood.
    Reading(ReadFault),
    /// A Territory cannot be placed so.
    Placement(PlacementFault),
    /// Volatile pieces cannot be chosen so.
    Volatile(VolatileFault),
    /// A draw cannot be offered or declined.
    Draw(DrawFault),
    /// An army cannot be bought or set up so.
    Shop(ShopFault),
    /// A bid or a raise cannot be made.
    Auction(AuctionFault),
}

/// The game is not where this could be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhaseFault {
    /// There is no such seat.
    NoSeat,
    /// The game is over.
    GameOver,
    /// The match is over.
    MatchOver,
    /// Whoever acts is defeated.
    Defeated,
    /// The decision belongs to Titan's Battalion.
    OfTitans,
    /// The decision belongs to Clash of the Armies.
    OfClash,
    /// Turns are not taken yet.
    NotBegun,
    /// Territories are still being placed.
    Placing,
    /// Volatile pieces are still being chosen.
    ChoosingVolatile,
    /// Somebody else is to move.
    NotYourTurn,
    /// No round is being played.
    NoRound,
    /// The built-in pieces cannot be used, and why; the tests exclude it.
    Broken(String),
}

/// An act is not legal. Names of pieces are those of their types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// The own Titan would be left in Check, by this piece if it stays where it is.
    LeavesCheck {
        /// The own Titan.
        titan: String,
        /// The attacker; `None` when it is what was to be captured.
        by: Option<PieceOn>,
    },
    /// A Snare Piece attacks the own Titan, which may only capture it.
    Snared {
        /// The Snare Piece.
        by: PieceOn,
        /// The own Titan.
        titan: String,
    },
    /// The Titan is in Check, and so may not castle.
    CastlesOutOfCheck {
        /// The own Titan.
        titan: String,
        /// The attacker.
        by: PieceOn,
    },
    /// The Titan would pass an attacked Space.
    CastlesThroughCheck {
        /// The own Titan.
        titan: String,
        /// The attacker.
        by: PieceOn,
    },
    /// A second piece of its kind on a file.
    Doubled(PieceOn),
    /// Placed there it would mate, which it may not.
    DropMates,
    /// The own Titan would be captured with it.
    TakesOwnTitan(PieceOn),
    /// Something must be captured, for example this.
    MustCapture(PieceOn),
    /// Wherever the captured piece returns, the own Titan is in Check.
    NoSafeReturn {
        /// The own Titan.
        titan: String,
    },
    /// Captures itself without being immobilised, or as a Titan.
    NotImmobilised(PieceOn),
    /// The shield has been raised already.
    ShieldUsed,
    /// The piece has no shield.
    NoShield(String),
    /// No own piece stands there.
    NotOwnPiece(Space),
    /// Nothing like it is in reserve.
    NotInReserve,
    /// It cannot be placed before the first Player of its Battalion has had a turn.
    GateClosed(String),
    /// Outside the part of the board where it may be placed.
    OutsideZone(PieceOn),
    /// The Space is not free for it.
    NotFree(PieceOn),
    /// No Space of this board.
    OffBoard(Space),
    /// No piece stands there.
    NoPiece(Space),
    /// The piece is another Player's.
    NotYours(PieceOn),
    /// The piece is imprisoned.
    Imprisoned(String),
    /// A piece is held in its place by another.
    Held {
        /// The piece held.
        piece: String,
        /// What holds it.
        by: PieceOn,
    },
    /// An own piece stands where it would go.
    OwnPiece(PieceOn),
    /// A diagonal movement to an Affected Space from afar.
    Affected(Space),
    /// It does not move so.
    CannotGo {
        /// The piece.
        piece: String,
        /// From.
        from: Space,
        /// To.
        to: Space,
    },
    /// What would be captured is Invulnerable.
    Invulnerable(PieceOn),
    /// This piece cannot capture that one.
    Refuses {
        /// The captor.
        piece: String,
        /// What would be captured.
        victim: PieceOn,
    },
    /// It captures by shooting.
    Shoots {
        /// The piece.
        piece: String,
        /// Where it stands.
        from: Space,
        /// The target.
        to: Space,
    },
    /// It captures by jumping over.
    Jumps(String),
    /// It cannot become what was named, but these.
    CannotBecome {
        /// The piece that promotes.
        piece: String,
        /// What was named.
        wanted: String,
        /// Names of the types it can become now.
        options: Vec<String>,
        /// It could in the Ultimate Round (C-16).
        ultimate: bool,
    },
    /// A promotion needs the type.
    NeedsPromotion {
        /// From.
        from: Space,
        /// To.
        to: Space,
        /// Symbol of a type it may become.
        example: String,
    },
}

/// What a turn obliges to is missing or not allowed (T-17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceFault {
    /// More choices than the turn asks for.
    TooMany,
    /// Another choice is needed.
    OneMore,
    /// Where this captured piece returns must be said (P-11).
    SayReturn(String),
    /// Which piece becomes Volatile must be said (V-7).
    SayVolatile,
    /// Where this piece appears must be said, or that it does not.
    SayBring(String),
    /// A piece that the turn brings cannot appear there.
    CannotAppear(PieceOn),
    /// A piece stands where the captured piece would return.
    Occupied(PieceOn),
    /// With the piece there the own Titan would be in Check.
    ReturnInCheck(PieceOn),
    /// What stands there cannot become Volatile.
    NotVolatile(Space),
}

/// A text is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFault {
    /// Too long for a move.
    TooLong,
    /// Nothing is written.
    Empty,
    /// No Space is named.
    NoSpace(String),
    /// It is no move.
    NoMove(String),
    /// No piece that fits can go there.
    NobodyGoes(Space),
    /// It can mean several acts.
    Ambiguous {
        /// What was typed.
        typed: String,
        /// Notations of what it can mean.
        options: Vec<String>,
    },
}

/// A Territory or an Instant Reinforcement cannot be placed so (T-15, T-18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementFault {
    /// An earlier seat places first.
    NotYourTurn,
    /// All Territories are placed.
    Done,
    /// The offset must lie between these.
    Offset {
        /// Smallest.
        first: u8,
        /// Largest.
        last: u8,
    },
    /// The Territory of this Battalion may not be mirrored.
    Mirror(String),
    /// Not an Instant Reinforcement.
    NotInstant,
    /// More of them than are in reserve.
    TooMany,
    /// Two pieces on one Space.
    Twice(Space),
    /// Not an empty Space of the Back Rank.
    NotBackRank(Space),
    /// The Territories do not fit, and why.
    Setup(crate::titans::SetupError),
}

/// Volatile pieces cannot be chosen so (V-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolatileFault {
    /// None are to be chosen now.
    NotNow,
    /// Somebody else chooses for that Player.
    NotYours,
    /// So many different pieces must be chosen.
    Count(usize),
    /// What stands there cannot become Volatile.
    Unfit(Space),
}

/// A draw cannot be offered or declined (T-26, C-13, C-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawFault {
    /// Play has not begun.
    NotBegun,
    /// No round is being played.
    NoRound,
    /// None in the Ultimate Round.
    Ultimate,
    /// Offered already; this many others must answer.
    Offered {
        /// How many.
        others: usize,
    },
    /// None has been offered.
    NotOffered,
}

macro_rules! why {
    ($($variant:ident $fault:ty),* $(,)?) => {
        $(impl From<$fault> for Why {
            fn from(fault: $fault) -> Self {
                Why::$variant(fault)
            }
        })*
    };
}

why! {
    Phase PhaseFault,
    Move MoveFault,
    Choice ChoiceFault,
    Reading ReadFault,
    Placement PlacementFault,
    Volatile VolatileFault,
    Draw DrawFault,
    Shop ShopFault,
    Auction AuctionFault,
}
