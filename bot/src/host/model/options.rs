//! Settings of new games.

use engine::titans::{GameMode, PlacementStyle};
use serde::{Deserialize, Serialize};

use super::TimeControl;
use crate::store::{GameId, PersonId};

/// Assignment of people to seats at the start of a game (T-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatOrder {
    /// At random.
    #[default]
    Random,
    /// Order of joining.
    Fixed,
}

/// Settings of a lobby, chosen by its creator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LobbyOptions {
    /// The gamemode.
    pub mode: GameMode,
    /// Number of seats, 2 to 6.
    pub seats: u8,
    /// Placement of Territories on the board.
    #[serde(default)]
    pub placement: PlacementStyle,
    /// Assignment of people to seats.
    #[serde(default)]
    pub order: SeatOrder,
    /// Time control. Older versions stored only a number of seconds per turn.
    #[serde(default, rename = "time_per_turn")]
    pub time: TimeControl,
    /// Id of the Battlefield; `None`: the built-in one for the number of seats.
    #[serde(default)]
    pub battlefield: Option<String>,
    /// Colours of the public pictures: `dark`, `light` or `high-contrast`.
    #[serde(default)]
    pub theme: ThemeName,
    /// Start automatically when every seat is taken and has a Battalion.
    #[serde(default)]
    pub start_when_full: bool,
    /// Invitation of certain people; `None`: anyone may join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
}

impl LobbyOptions {
    /// Returns `true` for the usual board and placement, with which the strengths of armies were measured.
    pub fn is_usual(&self) -> bool {
        self.battlefield.is_none() && self.placement == PlacementStyle::Usual
    }

    /// Default settings of a gamemode.
    pub fn new(mode: GameMode, seats: u8) -> Self {
        Self {
            mode,
            seats,
            placement: PlacementStyle::Usual,
            order: SeatOrder::Random,
            time: TimeControl::Unlimited,
            battlefield: None,
            theme: ThemeName::default(),
            start_when_full: true,
            invitation: None,
        }
    }
}

/// Kind of invitation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Invitation {
    Challenge,
    /// Rematch of this game.
    Rematch(GameId),
}

/// Theme of the pictures, with its name in options and settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    /// Dark frame and panels.
    #[default]
    Dark,
    /// Light frame and panels.
    Light,
    /// Black and white with thick outlines.
    HighContrast,
}

impl From<ThemeName> for render::Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Dark => render::Theme::Dark,
            ThemeName::Light => render::Theme::Light,
            ThemeName::HighContrast => render::Theme::HighContrast,
        }
    }
}

/// Request to join a lobby.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Join {
    /// Id of the Battalion; `None`: chosen later.
    pub battalion: Option<String>,
    /// Team mate whose seat and Battalion are shared (T-1).
    pub with: Option<PersonId>,
    /// Word for the seed (T-32).
    pub word: Option<String>,
}
