//! Types of Clash of the Armies, and types that cover both games.

use engine::action::Spot;
use engine::board::Space;
use engine::clash::Gold;
use engine::titans::PlacementStyle;
use render::Picture;
use serde::{Deserialize, Serialize};

use super::{ComputerWish, LobbyOptions, Member, Place, SealedSeed, Stopped, ThemeName, TimeControl};
use crate::store::{GameId, Kind, Version};

/// Settings of a game, chosen by its creator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameOptions {
    /// Titan's Battalion.
    Titans(LobbyOptions),
    /// Clash of the Armies.
    Clash(ClashOptions),
}

impl GameOptions {
    /// Sets the placement style, if one was chosen and the game is Titan's Battalion.
    pub(in crate::host) fn place_by(&mut self, style: Option<PlacementStyle>) {
        if let (GameOptions::Titans(options), Some(style)) = (self, style) {
            options.placement = style;
        }
    }

    /// Parses the stored settings of a game of this kind.
    pub(crate) fn read(kind: Kind, text: &str) -> serde_json::Result<Self> {
        Ok(match kind {
            Kind::Titans => Self::Titans(serde_json::from_str(text)?),
            Kind::Clash => Self::Clash(serde_json::from_str(text)?),
        })
    }

    /// Time control.
    pub const fn time(&self) -> TimeControl {
        match self {
            Self::Titans(options) => options.time,
            Self::Clash(options) => options.time,
        }
    }

    /// Theme of the public pictures.
    pub fn theme(&self) -> ThemeName {
        match self {
            Self::Titans(options) => options.theme,
            Self::Clash(options) => options.theme,
        }
    }
}

/// Colour assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colours {
    /// Random.
    #[default]
    Drawn,
    /// The challenger plays White.
    Challenger,
    /// The challenged person plays White.
    Challenged,
}

/// Settings of a Clash challenge.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ClashOptions {
    /// Assignment of White, for all rounds.
    #[serde(default)]
    pub colours: Colours,
    /// En passant is allowed (C-16).
    #[serde(default)]
    pub en_passant: bool,
    /// Time control. Buying an army, bidding and raising count as turns. Older versions stored only a number of
    /// seconds.
    #[serde(default, rename = "time_per_turn")]
    pub time: TimeControl,
    /// Colours of the public pictures.
    #[serde(default)]
    pub theme: ThemeName,
    /// The match of which this is a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
}

/// A request to open a game, with all its settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// A lobby that people can join.
    Lobby {
        /// Settings chosen by the creator.
        options: LobbyOptions,
        /// Id of the Battalion with which the creator joins.
        battalion: Option<String>,
        /// Computer players for all other seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<ComputerWish>,
    },
    /// A challenge to a duel.
    Duel(DuelChallenge),
    /// A challenge to a match of Clash of the Armies.
    Clash {
        /// The challenged person; `None` for anyone.
        opponent: Option<Member>,
        /// Settings chosen by the challenger.
        options: ClashOptions,
    },
}

/// A challenge to a duel of Titan's Battalion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelChallenge {
    /// The challenged person.
    pub opponent: Member,
    /// Id of the challenger's Battalion; `None`: chosen later.
    pub mine: Option<String>,
    /// Id of the Battalion proposed to the opponent; `None`: the opponent chooses.
    pub theirs: Option<String>,
    /// Assignment of the first seat.
    pub first: Colours,
    /// Settings of the game.
    pub options: LobbyOptions,
}

/// Public view of a challenge.
#[derive(Clone, PartialEq, Debug)]
pub struct Challenge {
    /// Id of the game that the challenge becomes.
    pub game: GameId,
    /// Current version.
    pub version: Version,
    /// Server and channel.
    pub place: Place,
    /// Settings chosen by the challenger.
    pub options: ClashOptions,
    pub challenger: Member,
    /// The challenged person, who alone can accept. `None` if anyone may.
    pub challenged: Option<Member>,
    /// The person who declined, withdrew or closed the challenge; `None` while it is open.
    pub closed: Option<Stopped>,
    /// Commitments to the seed; `None` for a challenge of an older program.
    pub seed: Option<SealedSeed>,
}

/// Result of a round.
#[derive(Clone, Debug)]
pub struct RoundEnd {
    /// Final position; `None` if the round was not played.
    pub board: Option<Picture>,
    /// Pieces that White and Black keep for the next round, and those they lost in this one (C-7).
    pub kept: [Kept; 2],
}

/// Kept and lost pieces of an army, by name, most expensive first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Kept pieces.
    pub pieces: Vec<&'static str>,
    /// True if the Leader is among them.
    pub leader: bool,
    /// Lost pieces.
    pub lost: Vec<&'static str>,
}

/// A complete army to load into the shop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArmyChoice {
    /// Preset, by id.
    Preset(String),
    /// The army confirmed last.
    LastTime,
    /// Empty army: every piece is sold.
    Nothing,
}

/// State of a sealed bid (C-10).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BidDecision {
    /// Highest bid allowed.
    pub limit: Gold,
    /// Current bid, if any. It can be replaced until the opponent has bid too.
    pub sealed: Option<Sealed>,
}

/// Time at which the hash of a bid was published in the channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Published {
    /// Before the other bid was made; in milliseconds since 1970.
    Before(i64),
    /// Only after both bids were made.
    Late,
}

/// The reader's own sealed bid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed {
    /// Amount.
    pub gold: Gold,
    /// Published hash.
    pub hash: String,
}

/// A shop action for one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShopOffer {
    /// Buy the piece for one square.
    Buy {
        /// Piece name.
        piece: String,
        /// Square.
        at: Space,
        /// Price.
        cost: Gold,
    },
    /// Buy the piece for several squares at once.
    BuySeveral {
        /// Piece name.
        piece: String,
        /// Squares, as typed.
        squares: String,
        /// Total price.
        cost: Gold,
    },
    Sell {
        /// Piece name.
        piece: String,
        /// Current spot.
        at: Spot,
    },
    /// Move the piece within the setup.
    Arrange {
        /// Piece name.
        piece: String,
        /// Current spot.
        from: Spot,
        /// New square.
        to: Space,
    },
}

#[cfg(test)]
mod tests {
    use engine::titans::GameMode;

    use super::*;

    /// Settings that all games have are those that were chosen for this one.
    #[test]
    fn settings_are_those_of_the_game() {
        let (time, theme) = (TimeControl::PerTurn { turn: 77 }, ThemeName::HighContrast);
        let clash = ClashOptions { time, theme, ..ClashOptions::default() };
        let titans = LobbyOptions { time, theme, ..LobbyOptions::new(GameMode::Duel, 2) };
        for options in [GameOptions::Clash(clash), GameOptions::Titans(titans)] {
            assert_eq!((options.time(), options.theme()), (time, theme), "{options:?}");
        }
    }
}
