//! What a viewer may see of a game. A [`View`] is the only way to look at a game from outside the engine: another
//! seat's Targets, sealed bids and private choices are simply not in it, so whatever is built from a view cannot
//! leak them.

use serde::{Deserialize, Serialize};

use crate::board::{Seat, Side, Space};
use crate::fact::{EndReason, Fact, RoundEnd, SealedChoice};
use crate::illegal::Illegal;
use crate::piece::art::Art;
use crate::play::{Fall, Kept};
use crate::titans::GameMode;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Everyone: spectators, channels, defeated Players.
    Public,
    /// The people in one seat: the public view, and that seat's own secrets.
    Seat(Seat),
}

/// A game as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Which game is played.
    pub played: Played,
    /// The shape of the board.
    pub board: BoardView,
    /// Every piece on the board; non-blocking pieces of a Space come before the blocking one.
    pub pieces: Vec<PieceView>,
    /// The Players in turn order.
    pub seats: Vec<SeatView>,
    /// Where the game stands.
    pub phase: Phase,
    /// Seats with an open decision; several while sealed choices are out.
    pub to_act: Vec<Seat>,
    /// Completed turns of all Players.
    pub turns: u32,
    /// The last completed action, for marks and captions.
    pub last: Option<LastAction>,
    /// Spaces of Titans (Leaders) whose owner is in Check now.
    pub checks: Vec<Space>,
    /// What only this viewer may see; `None` in the public view.
    pub own: Option<OwnView>,
    /// A draw offer that stands, and the seats that have agreed.
    pub draw_offer: Vec<Seat>,
    /// Present in Clash of the Armies.
    pub clash: Option<ClashView>,
    /// The sealed deal of Targets: its hash, and after the end the deal with its salt (T-32).
    pub commitment: Option<Commitment>,
    /// Volatile pieces chosen in secret when the game ended before all choices were in: shown at the end like everything sealed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsealed: Vec<SealedChoice>,
}

impl View {
    /// With the pieces of a Space in drawing order: non-blocking ones first.
    pub(crate) fn sorted(mut self) -> Self {
        self.pieces.sort_by_key(|piece| (piece.space, piece.look.blocking));
        self
    }
}

/// Which game is played; [`words::title`](crate::words::title) says it in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Played {
    /// Play Titan's Battalion
    Titans(GameMode),
    /// Clash of the Armies: 1, 2, or 3 for the Ultimate Round.
    Clash {
        /// The round.
        round: u8,
    },
}

/// The shape of a board. Cells are addressed by [`Space`]; those outside `width` × `height` do not exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardView {
    /// Files.
    pub width: u8,
    /// Ranks.
    pub height: u8,
    /// `width * height` zones, rank by rank from the south, each from the west.
    pub zones: Vec<Zone>,
    /// Affected Spaces (S-4), to be tinted.
    pub affected: Vec<Space>,
}

/// What a cell of the grid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// Off the board.
    Missing,
    /// The Battlefield.
    Battlefield,
    /// A seat's Territory.
    Territory(Seat),
}

/// A kind of piece, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Look {
    /// Key of the type in this game, such as `medieval/knight`.
    pub id: String,
    /// "Knight".
    pub name: String,
    /// One or two characters for text boards and letter tokens.
    pub symbol: String,
    /// Name of an icon of the set; drawn as a letter on a token when unknown.
    pub icon: String,
    /// A picture of its own, in place of the icon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub art: Option<Art>,
    /// Royal: gets a small crown.
    pub titan: bool,
    /// Non-blocking pieces are drawn under whatever shares their Space (T-10).
    pub blocking: bool,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceView {
    /// Where it stands.
    pub space: Space,
    /// Who controls it.
    pub seat: Seat,
    /// Its type.
    pub look: Look,
    /// Its controller is defeated (T-23): grey and inert.
    pub fallen: bool,
    /// States to be shown as badges.
    pub badges: Vec<Badge>,
}

/// A state of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Badge {
    /// May not act because of a neighbour (B-8).
    Immobilised,
    /// May not act until freed (V-6).
    Imprisoned,
    /// Volatile (V-4).
    Volatile,
    /// Cannot be captured for this many more beginnings of its owner's turn (C-23).
    Invulnerable(u8),
    /// Carries the running shield, for this many more beginnings of its owner's turn (C-24).
    Shield(u8),
}

/// A Player as everyone sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatView {
    /// Which seat.
    pub seat: Seat,
    /// Where they sit; `None` before placement.
    pub side: Option<Side>,
    /// Name of the Battalion ("Medieval"), or of the colour in Clash ("White").
    pub battalion: String,
    /// Extra-Strength (B-1).
    pub extra_strength: bool,
    /// Still playing?
    pub state: SeatState,
    /// Pieces in reserve (T-18).
    pub reserve: Vec<HeldView>,
    /// Pieces captured from others, by type and former owner.
    pub captured: Vec<(Look, Seat, u32)>,
    /// Support Level, where somebody's rules need it (P-10).
    pub support_level: Option<u32>,
    /// Defeats credited (T-22).
    pub credits: u32,
    /// Targets, once revealed by rule (T-32).
    pub revealed_targets: Vec<Seat>,
}

/// Pieces in reserve that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldView {
    /// Their type.
    pub look: Look,
    /// What stays of their states (V-4).
    #[serde(default, skip_serializing_if = "Kept::is_nothing")]
    pub kept: Kept,
    /// How many.
    pub count: u32,
}

/// Whether a Player still plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatState {
    /// Takes turns.
    Playing,
    /// Out of the game (T-21).
    Defeated {
        /// How.
        how: Fall,
        /// Who is credited (T-22).
        by: Option<Seat>,
    },
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Territories are being placed in seat order (T-15).
    Placement,
    /// Volatile pieces are being chosen, sealed until all are in (V-2, V-3) unless `openly`.
    VolatileChoice {
        /// How many choices are in. Never whose.
        done: usize,
        /// How many there are.
        of: usize,
        /// Each Player chooses pieces of their own.
        #[serde(default)]
        own: bool,
        /// One choice follows the other, for everyone to see.
        #[serde(default)]
        openly: bool,
    },
    /// Clash: an army is being bought and set up (C-3).
    Shop,
    /// Clash: sealed bids, then raises (C-10 … C-12).
    Auction {
        /// Standing bid in hundredths of gold, once raises have begun.
        standing: Option<i64>,
    },
    /// Turns are being taken.
    Play,
    /// Over.
    Ended {
        /// The winners; empty for a draw.
        winners: Vec<Seat>,
        /// Why it is over.
        reason: EndReason,
    },
}

/// Marks for the last completed action.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct LastAction {
    /// Who acted.
    pub seat: Option<Seat>,
    /// Notation of a turn: "exd5"; empty for what is no turn.
    pub text: String,
    /// Spaces left (two when castling).
    pub from: Vec<Space>,
    /// Spaces reached (two when castling).
    pub to: Vec<Space>,
    /// Spaces passed through by a chain of jumps, first to last.
    pub path: Vec<Space>,
    /// Spaces emptied of a captured piece, side effects included.
    pub removed: Vec<Space>,
    /// Spaces where a piece appeared out of reserve or was created.
    pub created: Vec<Space>,
    /// Spaces whose piece changed sides.
    pub converted: Vec<Space>,
    /// Shots: from, at.
    pub shots: Vec<(Space, Space)>,
    /// What happened, in order.
    pub facts: Vec<Fact>,
}

/// What one seat alone may see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnView {
    /// The seat.
    pub seat: Seat,
    /// Its Targets (T-28).
    pub targets: Vec<Seat>,
    /// Its own sealed choices.
    pub sealed: Vec<SealedChoice>,
}

/// A commitment that lets anyone check that a secret was not changed (T-32).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commitment {
    /// SHA-256 in hexadecimal, published when the secret was sealed.
    pub hash: String,
    /// The sealed text, once revealed: hashing it gives `hash`.
    pub revealed: Option<String>,
}

/// The match around a round of Clash of the Armies. Gold is in hundredths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClashView {
    /// 1, 2, or 3 for the Ultimate Round.
    pub round: u8,
    /// Turns taken in this round.
    #[serde(default)]
    pub turns: u32,
    /// Half points of White and Black (C-1).
    pub half_points: [u8; 2],
    /// Gold of White and Black that this viewer may know (C-2).
    pub gold: [Option<i64>; 2],
    /// Who has draw odds (C-11).
    pub draw_odds: Option<Seat>,
    /// Rounds that are over, first to last.
    pub rounds: Vec<RoundLine>,
    /// The viewer's own unfinished army; `None` for everyone else. It is not read back: nothing secret is stored with a view.
    #[serde(skip_deserializing)]
    pub shop: Option<ShopView>,
    /// The auction, from its beginning on.
    pub auction: Option<AuctionView>,
}

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundLine {
    /// How it ended.
    pub end: RoundEnd,
    /// Half points that White and Black gained.
    pub half_points: [u8; 2],
}

/// An unfinished army and what can be bought for it (C-4 … C-9), for its owner alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShopView {
    /// The buyer.
    pub seat: Seat,
    /// Gold left.
    pub gold: i64,
    /// The buyer's pieces as far as they are placed.
    pub pieces: Vec<PieceView>,
    /// What each placed piece sells for; the Amazon is missing (C-9).
    pub values: Vec<(Space, i64)>,
    /// Pieces that have no square yet; their index is [`Spot::Hand`](crate::action::Spot::Hand).
    pub hand: Vec<HandView>,
    /// The price list.
    pub wares: Vec<WareView>,
    /// What the other Player has kept of the last round, while White buys; Black sees White's army on the board.
    pub rival: Vec<PieceView>,
    /// Likewise their promoted pieces, which have no square.
    pub rival_hand: Vec<Look>,
    /// The dearest piece that the gold left would still buy and that has a square.
    pub affordable: Option<Look>,
    /// An own piece and the dearest one of its class that it could be exchanged for.
    pub upgrade: Option<(Look, Look)>,
    /// No round follows: gold that is not spent is lost.
    pub last_round: bool,
    /// Limits that the army breaks; empty when it can be confirmed.
    pub problems: Vec<Illegal>,
    /// There is a step to undo.
    pub can_undo: bool,
}

/// A piece in a buyer's hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HandView {
    /// What it is.
    pub look: Look,
    /// What it sells for; `None` for the Amazon (C-9).
    pub value: Option<i64>,
}

/// An entry of the price list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WareView {
    /// The piece; the last part of `look.id` is what [`ClashAction::Buy`](crate::action::ClashAction::Buy) names.
    pub look: Look,
    /// "Peasant", "Light", "Heavy", "Jewel", "Leader".
    pub class: String,
    /// Its price; `None` for the Amazon, which is not for sale (C-9).
    pub cost: Option<i64>,
    /// How many the buyer has.
    pub owned: u32,
    /// How many of them survived the last round.
    pub survived: u32,
    /// The gold left is enough.
    pub affordable: bool,
    /// Squares where it may be placed (C-4).
    pub squares: Vec<Space>,
    /// Those of them that are free.
    pub free: Vec<Space>,
}

/// The auction of the Amazon (C-10 … C-12).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuctionView {
    /// The bids of White and Black.
    pub bids: [BidView; 2],
    /// What the viewer may bid at most.
    pub limit: Option<i64>,
    /// Raises after equal bids, first to last.
    pub raises: Vec<(Seat, i64)>,
    /// The amount bid last, once bids are shown and equal.
    pub standing: Option<i64>,
    /// Whose turn it is to raise.
    pub to_raise: Option<Seat>,
    /// That Player may also stop: not before White's first raise.
    pub may_stop: bool,
    /// Who has the Amazon, and what they pay.
    pub outcome: Option<(Seat, i64)>,
    /// Why it ended so.
    #[serde(default)]
    pub decided: Option<AuctionEnd>,
}

/// How an auction was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuctionEnd {
    /// One bid was higher (C-11).
    HigherBid,
    /// The loser did not raise (C-12).
    Stopped,
    /// The loser could not afford to raise (C-12).
    LimitReached,
}

/// A bid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BidView {
    /// SHA-256 of the sealed bid in hexadecimal, once there is one (T-32).
    pub hash: Option<String>,
    /// The amount: to its owner, and to everyone when both are in.
    pub gold: Option<i64>,
    /// The sealed text when both are in: hashing it gives `hash`.
    pub text: Option<String>,
}
