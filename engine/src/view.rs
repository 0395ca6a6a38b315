//! Views: the information about a game that a viewer may see. A [`View`] is the only way to see a game from outside the
//! engine. It excludes other seats' Targets, sealed bids and private choices, so output built from it cannot leak them.

use serde::{Deserialize, Serialize};

use crate::board::{Seat, Side, Space};
use crate::clash::Class;
use crate::fact::{EndReason, Fact, RoundEnd, SealedChoice};
use crate::illegal::Illegal;
use crate::piece::art::Art;
use crate::play::{Fall, Kept};
use crate::titans::GameMode;

/// Viewer of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Everyone: spectators, channels, defeated Players.
    Public,
    /// People in one seat: the public view and that seat's own secrets.
    Seat(Seat),
}

/// Game as visible to a viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Game played.
    pub played: Played,
    /// Shape of the board.
    pub board: BoardView,
    /// Every piece on the board; non-blocking pieces of a Space come before the blocking one.
    pub pieces: Vec<PieceView>,
    /// The Players in turn order.
    pub seats: Vec<SeatView>,
    /// Phase of the game.
    pub phase: Phase,
    /// Seats with an open decision; several during sealed choices.
    pub to_act: Vec<Seat>,
    /// Number of completed turns of all Players.
    pub turns: u32,
    /// Last completed action, for marks and captions.
    pub last: Option<LastAction>,
    /// Spaces of Titans (Leaders) whose owner is in Check.
    pub checks: Vec<Space>,
    /// Attacks behind [`checks`](Self::checks): the Space of an attacker, then that of the Titan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<(Space, Space)>,
    /// Secrets visible to this viewer only; `None` in the public view.
    pub own: Option<OwnView>,
    /// Seats that have offered or accepted a draw.
    pub draw_offer: Vec<Seat>,
    /// Present in Clash of the Armies.
    pub clash: Option<ClashView>,
    /// Commitment to the sealed deal of Targets: its hash, and after the end the deal with its salt (T-32).
    pub commitment: Option<Commitment>,
    /// Volatile choices made in secret when the game ended prematurely; revealed at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsealed: Vec<SealedChoice>,
}

impl View {
    /// Sorts the pieces of each Space in drawing order: non-blocking ones first.
    pub(crate) fn sorted(mut self) -> Self {
        self.pieces.sort_by_key(|piece| (piece.space, piece.look.blocking));
        self
    }

    /// Seats in Check, in turn order.
    pub fn in_check(&self) -> Vec<Seat> {
        let checked = self.pieces.iter().filter(|piece| self.checks.contains(&piece.space));
        let mut seats: Vec<Seat> = checked.map(|piece| piece.seat).collect();
        seats.sort_unstable_by_key(|seat| seat.0);
        seats.dedup();
        seats
    }
}

/// Game played; [`words::title`](crate::words::title) gives its English title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Played {
    /// Titan's Battalion.
    Titans(GameMode),
    /// Clash of the Armies.
    Clash {
        /// Number of the round: 1, 2, or 3 for the Ultimate Round.
        round: u8,
    },
}

/// Shape of a board. Cells are addressed by [`Space`]; those outside `width` × `height` do not exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardView {
    /// Number of files.
    pub width: u8,
    /// Number of ranks.
    pub height: u8,
    /// Zones of all `width * height` cells, rank by rank from the south, each from the west.
    pub zones: Vec<Zone>,
    /// Affected Spaces (S-4), which are tinted.
    pub affected: Vec<Space>,
    /// Zones to which rules of the armies refer and which Territories do not show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<MarkedZone>,
}

impl BoardView {
    /// Board without marked zones and Affected Spaces.
    pub const fn new(width: u8, height: u8, zones: Vec<Zone>) -> Self {
        Self { width, height, zones, affected: Vec::new(), marked: Vec::new() }
    }
}

/// Zone that is drawn with its outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedZone {
    /// Kind, which decides how the outline is drawn.
    pub kind: MarkKind,
    /// Name for the legend: "palace".
    pub name: String,
    /// Its Spaces.
    pub spaces: Vec<Space>,
}

/// Kind of a marked zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// Drawn in the file, such as a palace.
    Drawn,
    /// Half of the board on the side of a Player. Only its inner edge is drawn, such as a river.
    Half,
    /// Middle of the board.
    Centre,
    /// Rows where a piece promotes, unless they are Back Ranks or whole Territories.
    Promotion,
}

/// Zone of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// No Space.
    Missing,
    /// Battlefield.
    Battlefield,
    /// Territory of a seat.
    Territory(Seat),
}

/// Appearance of a piece type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Look {
    /// Key of the type in this game, such as `medieval/knight`.
    pub id: String,
    /// Name, such as "Knight".
    pub name: String,
    /// Symbol of one or two characters for text boards and letter tokens.
    pub symbol: String,
    /// Name of an icon. An unknown icon is replaced by a token with the symbol.
    pub icon: String,
    /// Custom picture used instead of the icon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub art: Option<Art>,
    /// Royal; drawn with a small crown.
    pub titan: bool,
    /// Blocks its Space. Non-blocking pieces are drawn beneath others on their Space (T-10).
    pub blocking: bool,
}

/// Piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceView {
    /// Space.
    pub space: Space,
    /// Controller.
    pub seat: Seat,
    /// Appearance of its type.
    pub look: Look,
    /// Its controller is defeated (T-23); drawn grey.
    pub fallen: bool,
    /// States shown as badges.
    pub badges: Vec<Badge>,
}

/// State of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Badge {
    /// Held by a neighbour and unable to act (B-8).
    Immobilised,
    /// Unable to act until freed (V-6).
    Imprisoned,
    /// Volatile (V-4).
    Volatile,
    /// Cannot be captured for this many further turns of its owner (C-23).
    Invulnerable(u8),
    /// Bearer of the shield for this many further turns of its owner (C-24).
    Shield(u8),
}

/// Player as visible to everyone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatView {
    /// Seat.
    pub seat: Seat,
    /// Side of the board; `None` before placement.
    pub side: Option<Side>,
    /// Name of the Battalion ("Medieval"), or of the colour in Clash ("White").
    pub battalion: String,
    /// Extra-Strength (B-1).
    pub extra_strength: bool,
    /// Playing or defeated.
    pub state: SeatState,
    /// Pieces in reserve (T-18).
    pub reserve: Vec<HeldView>,
    /// Pieces captured from others, by type and former owner.
    pub captured: Vec<(Look, Seat, u32)>,
    /// Support Level, if the rules in play need it (P-10).
    pub support_level: Option<u32>,
    /// Number of credited defeats (T-22).
    pub credits: u32,
    /// Targets, once revealed (T-32).
    pub revealed_targets: Vec<Seat>,
}

/// Identical pieces in reserve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldView {
    /// Appearance of their type.
    pub look: Look,
    /// States that the pieces keep (V-4).
    #[serde(default, skip_serializing_if = "Kept::is_nothing")]
    pub kept: Kept,
    /// Number of pieces.
    pub count: u32,
}

/// State of a Player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatState {
    /// Still playing.
    Playing,
    /// Defeated (T-21).
    Defeated {
        /// Cause of the defeat.
        how: Fall,
        /// Seat credited with the defeat (T-22).
        by: Option<Seat>,
    },
}

/// Phase of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Territories are being placed in seat order (T-15).
    Placement,
    /// Volatile pieces are being chosen, sealed until all choices are in (V-2, V-3) unless `openly`.
    VolatileChoice {
        /// Number of choices made.
        done: usize,
        /// Total number of choices.
        of: usize,
        /// Players choose among their own pieces.
        #[serde(default)]
        own: bool,
        /// Choices are public and made one after the other.
        #[serde(default)]
        openly: bool,
    },
    /// Clash: an army is being bought and set up (C-3).
    Shop,
    /// Clash: sealed bids, then raises (C-10 … C-12).
    Auction {
        /// Current bid in hundredths of gold, once raises have begun.
        standing: Option<i64>,
    },
    /// Turns are being taken.
    Play,
    /// The game is over.
    Ended {
        /// The winners; empty for a draw.
        winners: Vec<Seat>,
        /// Reason for the end.
        reason: EndReason,
    },
}

/// Marks of the last completed action.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct LastAction {
    /// Seat that acted.
    pub seat: Option<Seat>,
    /// Notation of a turn: "exd5"; empty for other actions.
    pub text: String,
    /// Spaces left (two when castling).
    pub from: Vec<Space>,
    /// Spaces reached (two when castling).
    pub to: Vec<Space>,
    /// Spaces passed through by a chain of jumps, first to last.
    pub path: Vec<Space>,
    /// Spaces emptied of a captured piece, side effects included.
    pub removed: Vec<Space>,
    /// Spaces where a piece was placed from reserve or created.
    pub created: Vec<Space>,
    /// Spaces of pieces that changed sides.
    pub converted: Vec<Space>,
    /// Shots as pairs (from, target).
    pub shots: Vec<(Space, Space)>,
    /// Events in order.
    pub facts: Vec<Fact>,
}

impl LastAction {
    /// Keeps the marks of the action before if this one marks no Space: after a resignation, the board still shows the
    /// last move.
    pub(crate) fn keeping_marks(self, before: Option<Self>) -> Self {
        let own = [&self.from, &self.to, &self.path, &self.removed, &self.created, &self.converted];
        let marks_nothing = self.shots.is_empty() && own.iter().all(|spaces| spaces.is_empty());
        match before {
            Some(before) if marks_nothing => Self { seat: self.seat, text: self.text, facts: self.facts, ..before },
            _ => self,
        }
    }
}

/// Information visible to one seat only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnView {
    /// Seat.
    pub seat: Seat,
    /// Targets of the seat (T-28).
    pub targets: Vec<Seat>,
    /// Sealed choices of the seat.
    pub sealed: Vec<SealedChoice>,
}

/// Cryptographic commitment, by which anyone can verify that a secret was not changed (T-32).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commitment {
    /// SHA-256 in hexadecimal, published when the secret was sealed.
    pub hash: String,
    /// The sealed text, once revealed; its SHA-256 is `hash`.
    pub revealed: Option<String>,
}

/// State of a match of Clash of the Armies besides the board. Gold is in hundredths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClashView {
    /// Number of the round: 1, 2, or 3 for the Ultimate Round.
    pub round: u8,
    /// Number of turns taken in this round.
    #[serde(default)]
    pub turns: u32,
    /// Half points of White and Black (C-1).
    pub half_points: [u8; 2],
    /// Gold of White and Black as visible to this viewer (C-2).
    pub gold: [Option<i64>; 2],
    /// Seat with draw odds (C-11).
    pub draw_odds: Option<Seat>,
    /// Finished rounds in order.
    pub rounds: Vec<RoundLine>,
    /// The viewer's own unfinished army, if any. Not deserialized, because secrets are not stored with a view.
    #[serde(skip_deserializing)]
    pub shop: Option<ShopView>,
    /// Auction, from its beginning on.
    pub auction: Option<AuctionView>,
}

/// Finished round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundLine {
    /// Result.
    pub end: RoundEnd,
    /// Half points that White and Black gained.
    pub half_points: [u8; 2],
}

/// Unfinished army and offers of the shop (C-4 … C-9), visible to the buyer only.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShopView {
    /// Buyer.
    pub seat: Seat,
    /// Remaining gold.
    pub gold: i64,
    /// Placed pieces of the buyer.
    pub pieces: Vec<PieceView>,
    /// Selling prices of placed pieces, without the Amazon (C-9).
    pub values: Vec<(Space, i64)>,
    /// Pieces without a square; their index is [`Spot::Hand`](crate::action::Spot::Hand).
    pub hand: Vec<HandView>,
    /// Price list.
    pub wares: Vec<WareView>,
    /// While White buys: placed survivors of the other Player. Black sees White's army on the board.
    pub rival: Vec<PieceView>,
    /// Promoted survivors of the other Player, which have no square.
    pub rival_hand: Vec<Look>,
    /// Dearest affordable piece with a free square.
    pub affordable: Option<Look>,
    /// Own piece, and the dearest affordable one of its class to exchange it for.
    pub upgrade: Option<(Look, Look)>,
    /// Last round, after which unspent gold is lost.
    pub last_round: bool,
    /// Limits that the army breaks; empty if it can be confirmed.
    pub problems: Vec<Illegal>,
    /// A step can be undone.
    pub can_undo: bool,
}

/// Piece in a buyer's hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HandView {
    /// Appearance of the piece.
    pub look: Look,
    /// Selling price; `None` for the Amazon (C-9).
    pub value: Option<i64>,
}

/// Entry of the price list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WareView {
    /// Appearance of the piece. The last part of `look.id` is its name in
    /// [`ClashAction::Buy`](crate::action::ClashAction::Buy).
    pub look: Look,
    /// Class, which determines its squares and limits (C-4).
    pub class: Class,
    /// Cost; `None` for the Amazon, which is not for sale (C-9).
    pub cost: Option<i64>,
    /// Number owned by the buyer.
    pub owned: u32,
    /// Number of owned pieces that survived the last round.
    pub survived: u32,
    /// Within the remaining gold.
    pub affordable: bool,
    /// Squares where it may be placed (C-4).
    pub squares: Vec<Space>,
    /// Free squares among them.
    pub free: Vec<Space>,
}

/// Auction of the Amazon (C-10 … C-12).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuctionView {
    /// Bids of White and Black.
    pub bids: [BidView; 2],
    /// Maximum bid of the viewer.
    pub limit: Option<i64>,
    /// Raises after equal bids, in order.
    pub raises: Vec<(Seat, i64)>,
    /// Current bid, once the bids are shown and equal.
    pub standing: Option<i64>,
    /// Seat with the turn to raise or stop. White's compulsory first raise has been made by then (C-12).
    pub to_raise: Option<Seat>,
    /// Winner of the Amazon, and the price.
    pub outcome: Option<(Seat, i64)>,
    /// Decision of the auction.
    #[serde(default)]
    pub decided: Option<AuctionEnd>,
}

/// Decision of an auction.
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

/// Bid of one Player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BidView {
    /// SHA-256 of the sealed bid in hexadecimal, once made (T-32).
    pub hash: Option<String>,
    /// Amount; visible to its owner, and to everyone once both bids are in.
    pub gold: Option<i64>,
    /// The sealed text, once both bids are in; its SHA-256 is `hash`.
    pub text: Option<String>,
}
