//! What belongs to Clash of the Armies alone, and which of the two games is meant.

use engine::action::Spot;
use engine::board::Space;
use engine::clash::Gold;
use engine::titans::PlacementStyle;
use render::Picture;
use serde::{Deserialize, Serialize};

use super::{ComputerWish, LobbyOptions, Member, Place, Stopped, ThemeName, TimeControl};
use crate::store::{GameId, Kind, Version};

/// What the creator of a game decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameOptions {
    /// Of Titan's Battalion.
    Titans(LobbyOptions),
    /// Of Clash of the Armies.
    Clash(ClashOptions),
}

impl GameOptions {
    /// Places Territories like this, if it is Titan's Battalion and that was decided.
    pub(in crate::host) fn place_by(&mut self, style: Option<PlacementStyle>) {
        if let (GameOptions::Titans(options), Some(style)) = (self, style) {
            options.placement = style;
        }
    }

    /// Reads what is stored for a game of this kind.
    pub(crate) fn read(kind: Kind, text: &str) -> serde_json::Result<Self> {
        Ok(match kind {
            Kind::Titans => Self::Titans(serde_json::from_str(text)?),
            Kind::Clash => Self::Clash(serde_json::from_str(text)?),
        })
    }

    /// How much time there is.
    pub const fn time(&self) -> TimeControl {
        match self {
            Self::Titans(options) => options.time,
            Self::Clash(options) => options.time,
        }
    }

    /// Colours of the public pictures.
    pub fn theme(&self) -> ThemeName {
        match self {
            Self::Titans(options) => options.theme,
            Self::Clash(options) => options.theme,
        }
    }
}

/// Who has White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colours {
    /// At random.
    #[default]
    Drawn,
    /// Whoever challenges.
    Challenger,
    /// Whoever is challenged.
    Challenged,
}

/// What a challenger decides.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ClashOptions {
    /// Who has White, in all rounds.
    #[serde(default)]
    pub colours: Colours,
    /// En passant is played (C-16).
    #[serde(default)]
    pub en_passant: bool,
    /// How much time there is; a whole army, a bid and a raise are turns as well. Older programs knew a number of seconds alone.
    #[serde(default, rename = "time_per_turn")]
    pub time: TimeControl,
    /// Colours of the public pictures.
    #[serde(default)]
    pub theme: ThemeName,
    /// The match that they want to play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
}

/// A game that somebody wants to open, with everything that they have decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// A lobby that people can join.
    Lobby {
        /// What its creator decided.
        options: LobbyOptions,
        /// Id of the Battalion that the creator joins with at once.
        battalion: Option<String>,
        /// Computer players in all other seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<ComputerWish>,
    },
    /// A challenge to a duel.
    Duel(DuelChallenge),
    /// A challenge to a match of Clash of the Armies.
    Clash {
        /// Who is challenged.
        opponent: Member,
        /// What the challenger decided.
        options: ClashOptions,
    },
}

/// A challenge to a duel of Titan's Battalion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelChallenge {
    /// Who is challenged.
    pub opponent: Member,
    /// Id of the challenger's Battalion; chosen later if `None`.
    pub mine: Option<String>,
    /// Id of the Battalion proposed to the opponent, who chooses if `None`.
    pub theirs: Option<String>,
    /// Who has the first seat.
    pub first: Colours,
    /// The settings of the game.
    pub options: LobbyOptions,
}

/// A challenge as everyone may see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Challenge {
    /// The game it will become.
    pub game: GameId,
    /// What it has come to.
    pub version: Version,
    /// Where it is.
    pub place: Place,
    /// What the challenger decided.
    pub options: ClashOptions,
    /// Who challenges.
    pub challenger: Member,
    /// Who is challenged, the only one who can accept.
    pub challenged: Member,
    /// Who ended it without a match: declined, withdrawn, or closed by a moderator. `None` while it is open.
    pub closed: Option<Stopped>,
}

/// The end of a round.
#[derive(Clone, Debug)]
pub struct RoundEnd {
    /// Where the pieces stood; `None` if it was not played.
    pub board: Option<Picture>,
    /// What White and Black take into the next round, and what they lost in this one (C-7).
    pub kept: [Kept; 2],
}

/// What is left of an army, and what was lost of it, by the names of the pieces, dearest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What stays.
    pub pieces: Vec<&'static str>,
    /// Is a Leader among them?
    pub leader: bool,
    /// What was lost.
    pub lost: Vec<&'static str>,
}

/// A whole army that somebody wants in their shop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArmyChoice {
    /// One of those to start from, by its id.
    Preset(String),
    /// The one that they confirmed last.
    LastTime,
    /// None: everything is sold.
    Nothing,
}

/// What can be done with a sealed bid now (C-10).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BidDecision {
    /// What they may bid at most.
    pub limit: Gold,
    /// What they have bid so far; it can be replaced until the other is in.
    pub sealed: Option<Sealed>,
}

/// When the hash of a bid got to the channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Published {
    /// Before the other bid was in; in milliseconds since 1970.
    Before(i64),
    /// Only when both bids were in.
    Late,
}

/// An own sealed bid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed {
    /// How much.
    pub gold: Gold,
    /// The published hash.
    pub hash: String,
}

/// Something that can be done in a shop with one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShopOffer {
    /// To buy it for a square.
    Buy {
        /// Its name.
        piece: String,
        /// The square.
        at: Space,
        /// What it costs.
        cost: Gold,
    },
    /// To buy it for several squares at once.
    BuySeveral {
        /// Its name.
        piece: String,
        /// The squares, as they are typed.
        squares: String,
        /// What they cost together.
        cost: Gold,
    },
    /// To sell it.
    Sell {
        /// Its name.
        piece: String,
        /// Where it is.
        at: Spot,
    },
    /// To put it elsewhere.
    Arrange {
        /// Its name.
        piece: String,
        /// Where it is.
        from: Spot,
        /// Where it goes.
        to: Space,
    },
}

/// A bid to be raised, or not (C-12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RaiseDecision {
    /// The amount it would be raised to.
    pub to: Gold,
    /// They may stop instead: not before White's first raise.
    pub may_stop: bool,
}
