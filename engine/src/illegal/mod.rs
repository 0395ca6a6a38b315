//! Refusals of decisions: the rule and the facts. [`words`](crate::words) turns them into English.

mod clash;

pub use clash::{AuctionFault, ItemFault, ShopFault};

use crate::board::Space;
use crate::piece::When;
pub use crate::play::Limit;
use crate::titans::SetupError;

/// Refusal of an action. [`Display`](std::fmt::Display) gives a sentence that ends with the rule's number.
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
    why: Box<Why>,
}

impl Illegal {
    /// Creates a refusal under a rule.
    pub fn new(rule: &'static str, why: impl Into<Why>) -> Self {
        Self { rule, why: Box::new(why.into()) }
    }

    /// Number of the rule, such as `T-20`.
    pub const fn rule(&self) -> &'static str {
        self.rule
    }

    /// Fault.
    pub fn why(&self) -> &Why {
        &self.why
    }
}

/// Piece and its Space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceOn {
    /// Name of the type; empty if there is no piece.
    pub name: String,
    /// Space.
    pub space: Space,
}

/// Fault, by kind of decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Wrong phase of the game.
    Phase(PhaseFault),
    /// Illegal act.
    Move(MoveFault),
    /// Missing or illegal choice required by a turn.
    Choice(ChoiceFault),
    /// Text that is not understood.
    Reading(ReadFault),
    /// Illegal placement of a Territory.
    Placement(PlacementFault),
    /// Illegal choice of Volatile pieces.
    Volatile(VolatileFault),
    /// Draw offer or answer that is not allowed.
    Draw(DrawFault),
    /// Fault in buying or setting up an army.
    Shop(ShopFault),
    /// Fault of a bid or raise.
    Auction(AuctionFault),
}

/// Decision that is not possible in this phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhaseFault {
    /// Unknown seat.
    NoSeat,
    /// The game is over.
    GameOver,
    /// The match is over.
    MatchOver,
    /// The acting Player is defeated.
    Defeated,
    /// The decision is one of Titan's Battalion.
    OfTitans,
    /// The decision is one of Clash of the Armies.
    OfClash,
    /// Play has not begun.
    NotBegun,
    /// Territories are still being placed.
    Placing,
    /// Volatile pieces are still being chosen.
    ChoosingVolatile,
    /// Another Player has the turn.
    NotYourTurn,
    /// No round is in progress.
    NoRound,
    /// The built-in pieces cannot be used; holds the reason. Tests rule this out.
    Broken(String),
}

/// Fault of an act. Pieces are named by type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// The move leaves the own Titan in Check.
    LeavesCheck {
        /// The own Titan.
        titan: String,
        /// Attacker after the move; `None` if it is on the destination.
        by: Option<PieceOn>,
    },
    /// A Snare Piece attacks the own Titan, which may only capture that piece.
    Snared {
        /// The Snare Piece.
        by: PieceOn,
        /// The own Titan.
        titan: String,
    },
    /// The Titan is in Check and may not castle.
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
    /// A second piece of its kind on the file.
    Doubled(PieceOn),
    /// The placement would give mate, which is not allowed.
    DropMates,
    /// The move would capture the own Titan.
    TakesOwnTitan(PieceOn),
    /// A capture is compulsory; holds one example.
    MustCapture(PieceOn),
    /// The own Battalion may not give Check, here to this Titan.
    GivesCheck(PieceOn),
    /// No Space for the returned piece leaves the own Titan safe.
    NoSafeReturn {
        /// The own Titan.
        titan: String,
    },
    /// The piece may not capture itself: it is a Titan or not immobilised.
    NotImmobilised(PieceOn),
    /// The shield has been raised already.
    ShieldUsed,
    /// The army may not pass.
    NoPass,
    /// The piece has no shield.
    NoShield(String),
    /// No own piece on this Space.
    NotOwnPiece(Space),
    /// No such piece in reserve.
    NotInReserve,
    /// The piece cannot be placed before the first Player of its Battalion has had a turn.
    GateClosed(String),
    /// The piece cannot be placed on this Space.
    CannotPlace {
        /// The piece and the Space named.
        piece: PieceOn,
        /// Spaces where it can be placed.
        can: Vec<Space>,
    },
    /// The Space is not on this board.
    OffBoard(Space),
    /// No piece on this Space.
    NoPiece(Space),
    /// The piece belongs to another Player.
    NotYours(PieceOn),
    /// The piece is imprisoned.
    Imprisoned(PieceOn),
    /// Another piece holds the piece.
    Held {
        /// The piece held.
        piece: PieceOn,
        /// The holder.
        by: PieceOn,
    },
    /// An own piece occupies the destination.
    OwnPiece {
        /// The piece.
        piece: PieceOn,
        /// The own piece on the destination.
        other: PieceOn,
    },
    /// The piece trades places with its Titan only from further Forwards (O-3).
    CannotTradePlaces {
        /// The piece.
        piece: PieceOn,
        /// The Titan.
        titan: PieceOn,
    },
    /// The piece is on the destination already.
    StandsThere {
        /// The piece.
        piece: PieceOn,
        /// Spaces it can go to.
        can: Vec<Space>,
    },
    /// Affected Spaces bar diagonal movements from further than one Space.
    Affected(Space),
    /// None of the piece's movements leads there now.
    CannotGo {
        /// The piece.
        piece: PieceOn,
        /// The Space it was to go to.
        to: Space,
        /// Obstacle on its way; `None` if none of its movements leads there.
        because: Option<Hindrance>,
        /// Spaces it can go to.
        can: Vec<Space>,
    },
    /// Several pieces of a kind, none of which can go there.
    NoneCanGo {
        /// Name of the kind.
        piece: String,
        /// The Space they were to go to.
        to: Space,
        /// Spaces of the pieces that can move, with their destinations.
        can: Vec<(Space, Vec<Space>)>,
    },
    /// The Player has no piece of that name or symbol on the board.
    NoSuchPiece(String),
    /// Capital letters that are the symbol of no kind in the game.
    NoSuchLetter {
        /// The letters.
        letters: String,
        /// Symbols of the Player's kinds with their names.
        known: Vec<(String, String)>,
    },
    /// The Player has no piece that castles.
    NeverCastles,
    /// The piece has moved, so it no longer castles.
    HasMoved(PieceOn),
    /// Castling on that side is not possible now.
    CannotCastle {
        /// The piece that castles.
        king: PieceOn,
        /// Name of its partner.
        partner: String,
    },
    /// The piece can go there, but it does not promote there.
    NoPromotion(PieceOn),
    /// The piece to be captured is Invulnerable.
    Invulnerable(PieceOn),
    /// The piece cannot capture the target.
    Refuses {
        /// The captor.
        piece: String,
        /// The target.
        victim: PieceOn,
    },
    /// The piece captures only by shooting.
    Shoots {
        /// The piece.
        piece: String,
        /// Space of the piece.
        from: Space,
        /// The target.
        to: Space,
    },
    /// The piece captures only by jumping over.
    Jumps(String),
    /// The piece cannot promote to the type named.
    CannotBecome {
        /// The piece that promotes.
        piece: String,
        /// Name given for the type.
        wanted: String,
        /// Names of the possible types.
        options: Vec<String>,
        /// The promotion is possible only in the Ultimate Round (C-16).
        ultimate: bool,
    },
    /// The type of a promotion is missing.
    NeedsPromotion {
        /// Starting Space.
        from: Space,
        /// Destination.
        to: Space,
        /// Symbol of a possible type, as an example.
        example: String,
    },
}

/// Reason why a movement of a piece does not lead to a Space now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// The movement only captures, and there is nothing to capture.
    OnlyCaptures,
    /// The movement does not capture, and this piece is there.
    OnlyMoves(PieceOn),
    /// The movement belongs to the piece's first move.
    FirstMove,
    /// This condition of the movement does not hold.
    Condition(When),
    /// The movement may not begin, pass or end there.
    Zone {
        /// Kind of limit.
        limit: Limit,
        /// Zone in words, such as "its own palace".
        zone: String,
    },
    /// A piece to jump over is missing.
    Mount,
    /// A piece is in the way.
    InTheWay(PieceOn),
    /// A compulsory promotion there has no option left within its limits.
    NothingToBecome,
}

/// Fault of a choice that a turn requires (T-17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceFault {
    /// More choices than the turn requires.
    TooMany,
    /// Another choice is missing.
    OneMore,
    /// The Space for this returned piece is missing (P-11).
    SayReturn(String),
    /// The choice of a Volatile piece is missing (V-7).
    SayVolatile,
    /// The choice of a Space for this new piece, or of none, is missing.
    SayBring(String),
    /// A piece brought by the turn cannot appear there.
    CannotAppear(PieceOn),
    /// Another piece occupies the Space for the returned piece.
    Occupied(PieceOn),
    /// The returned piece on this Space would leave the own Titan in Check.
    ReturnInCheck(PieceOn),
    /// The piece on this Space cannot become Volatile.
    NotVolatile(Space),
}

/// Fault of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFault {
    /// Too long for a move.
    TooLong,
    /// Empty text.
    Empty,
    /// The text names no Space.
    NoSpace(String),
    /// The text is not a move, but it names the Spaces of one.
    Meant {
        /// Text typed.
        typed: String,
        /// Notation of the move.
        text: String,
    },
    /// The text is not a move.
    NoMove(String),
    /// The text can mean several acts.
    Ambiguous {
        /// Text typed.
        typed: String,
        /// Notations of the possible acts.
        options: Vec<String>,
    },
}

/// Fault in placing a Territory or an Instant Reinforcement (T-15, T-18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementFault {
    /// An earlier seat must place first.
    NotYourTurn,
    /// All Territories are already placed.
    Done,
    /// The offset is outside this range.
    Offset {
        /// Smallest.
        first: u8,
        /// Largest.
        last: u8,
    },
    /// The Territory of this Battalion may not be mirrored.
    Mirror(String),
    /// The piece is not an Instant Reinforcement.
    NotInstant,
    /// More pieces than are in reserve.
    TooMany,
    /// Two pieces on one Space.
    Twice(Space),
    /// Not an empty Space of the Back Rank.
    NotBackRank(Space),
    /// The Territories do not fit on a board; holds the reason.
    Setup(SetupError),
}

/// Fault in choosing Volatile pieces (V-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolatileFault {
    /// There is no choice of Volatile pieces now.
    NotNow,
    /// Another Player chooses for that Player.
    NotYours,
    /// A wrong number of pieces, or repeated ones; holds the required number.
    Count(usize),
    /// The piece on this Space cannot become Volatile.
    Unfit(Space),
}

/// Fault of a draw offer or answer (T-26, C-13, C-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawFault {
    /// Play has not begun.
    NotBegun,
    /// No round is in progress.
    NoRound,
    /// The Ultimate Round has no agreed draws.
    Ultimate,
    /// The Player has already offered a draw.
    Offered {
        /// Number of other Players who must answer.
        others: usize,
    },
    /// No draw has been offered.
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
