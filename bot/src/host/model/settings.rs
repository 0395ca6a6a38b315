//! What people and servers have decided.

use engine::titans::PlacementStyle;
use std::collections::{BTreeMap, BTreeSet};

use engine::board::Battlefield;
use engine::titans::GameMode;
use serde::{Deserialize, Serialize};

use super::{Holiday, Rights, ThemeName, TimeControl};
use crate::store::{ChannelId, RoleId};

/// How a person wants to hear that it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ping {
    /// By a mention in the channel.
    #[default]
    Channel,
    /// By a direct message.
    Dm,
    /// Not at all.
    None,
}

/// What a person prefers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct PersonSettings {
    /// How to hear of a turn.
    pub ping: Ping,
    /// The last direct message was refused.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dm_closed: bool,
    /// Colours of private pictures; those of the game if `None`.
    pub theme: Option<ThemeName>,
    /// Private pictures from the south whatever the own side.
    pub north_up: bool,
    /// A text board along with private pictures.
    pub text_board: bool,
    /// Holidays, those of the past included, in order and apart from each other.
    pub holidays: Vec<Holiday>,
    /// Settings of later versions are kept.
    #[serde(flatten)]
    pub more: BTreeMap<String, serde_json::Value>,
}

impl PersonSettings {
    /// How the person hears of a turn now: direct messages that are refused are replaced by mentions.
    pub fn reached_by(&self) -> Ping {
        match self.ping {
            Ping::Dm if self.dm_closed => Ping::Channel,
            ping => ping,
        }
    }
}

/// What can be played, as servers allow it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Titan's Battalion for two.
    Duel,
    /// Party Mode with secret Targets.
    Assassin,
    /// Party Mode without.
    Ffa,
    /// Play Chess: The Clash of the Armies
    Clash,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 4] = [Mode::Duel, Mode::Assassin, Mode::Ffa, Mode::Clash];

    /// The fewest and the most seats (T-2).
    pub const fn seats(self) -> (u8, u8) {
        match self {
            Mode::Duel | Mode::Clash => (2, 2),
            Mode::Assassin | Mode::Ffa => (3, 6),
        }
    }
}

impl From<GameMode> for Mode {
    fn from(mode: GameMode) -> Self {
        match mode {
            GameMode::Duel => Mode::Duel,
            GameMode::Assassin => Mode::Assassin,
            GameMode::Ffa => Mode::Ffa,
        }
    }
}

/// A role of a server, with the name it had when it was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Role {
    /// Which.
    pub id: RoleId,
    /// Its name, for refusals.
    pub name: String,
}

/// How the channel is told whose turn it is
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Announce {
    /// By a mention, for whoever wants one.
    #[default]
    Mention,
    /// By a mention that makes no sound.
    Silent,
    /// By name only; nobody is notified in the channel.
    Name,
}

/// The times for each turn that a server allows, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    /// The shortest; no bound if `None`.
    pub shortest: Option<u32>,
    /// The longest; no bound if `None`.
    pub longest: Option<u32>,
    /// No limit at all is not allowed.
    pub required: bool,
}

/// How much a server's own Battalions may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Limits {
    /// Battalions that are not in the archive.
    pub battalions: u16,
    /// Bytes of a file.
    pub bytes: u32,
    /// Spaces of a Territory.
    pub spaces: u16,
    /// Pieces at the start, those in reserve included.
    pub pieces: u16,
    /// Seconds to check a file.
    pub seconds: u16,
}

impl Limits {
    /// The most that a server can allow.
    pub const MOST: Limits =
        Limits { battalions: 50, bytes: engine::battalion::MAX_FILE as u32, spaces: 312, pieces: 400, seconds: 20 };
}

impl Default for Limits {
    fn default() -> Self {
        Limits { battalions: 20, spaces: 160, pieces: 120, seconds: 5, ..Limits::MOST }
    }
}

/// What a server has decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct GuildSettings {
    /// Battalions that may not be picked here, by id.
    pub disabled_battalions: Vec<String>,
    /// Colours of public pictures in new games.
    pub theme: ThemeName,
    /// How much time there is in new games; `None` where nobody has decided that: [`GuildSettings::usual_time`].
    #[serde(rename = "time-per-turn")]
    pub time: Option<TimeControl>,
    /// How Territories come onto the board in new games.
    pub placement: PlacementStyle,
    /// What may not be played.
    pub forbidden_modes: BTreeSet<Mode>,
    /// The fewest seats of a game.
    pub fewest_seats: u8,
    /// The most seats of a game.
    pub most_seats: u8,
    /// The shortest time for each turn, in seconds.
    pub shortest_time: Option<u32>,
    /// The longest time for each turn, in seconds.
    pub longest_time: Option<u32>,
    /// Games without a limit of time are not allowed.
    pub time_required: bool,
    /// The days of holiday in a year that count here for each person.
    pub holiday_days: u16,
    /// Where games are played, threads of these included; everywhere if empty.
    pub channels: BTreeSet<ChannelId>,
    /// Who may open games besides the people who administer; everyone if `None`.
    pub makers: Option<Role>,
    /// Who may administer besides those who may manage the server.
    pub admins: Option<Role>,
    /// That role may also decide who administers.
    pub admins_delegate: bool,
    /// How those whose turn it is are named.
    pub announce: Announce,
    /// How many minutes of the processor computer players may think in any hour.
    pub computer_minutes: u16,
    /// How much own Battalions may be.
    pub limits: Limits,
    /// The server's own Battlefields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battlefields: Vec<Battlefield>,
    /// Settings of later versions are kept.
    #[serde(flatten)]
    pub more: BTreeMap<String, serde_json::Value>,
}

impl Default for GuildSettings {
    fn default() -> Self {
        Self {
            disabled_battalions: Vec::new(),
            theme: ThemeName::default(),
            time: None,
            placement: PlacementStyle::Usual,
            forbidden_modes: BTreeSet::new(),
            fewest_seats: 2,
            most_seats: 6,
            shortest_time: None,
            longest_time: None,
            time_required: false,
            holiday_days: 28,
            channels: BTreeSet::new(),
            makers: None,
            admins: None,
            admins_delegate: false,
            announce: Announce::default(),
            computer_minutes: 20,
            limits: Limits::default(),
            battlefields: Vec::new(),
            more: BTreeMap::new(),
        }
    }
}

impl GuildSettings {
    /// The number of seats of a game for which nobody names one.
    pub fn usual_seats(&self, mode: Mode) -> u8 {
        let (fewest, most) = mode.seats();
        let usual = if most > 2 { 4 } else { 2 };
        let allowed = u8::clamp(usual, self.fewest_seats, self.most_seats.max(self.fewest_seats));
        allowed.clamp(fewest, most)
    }

    /// How much time there is in a game for which nobody says so: what was decided, else three days a turn or what comes next to
    /// it among the times that are allowed.
    pub fn usual_time(&self) -> TimeControl {
        self.time.unwrap_or_else(|| {
            let usual = TimeControl::USUAL.longest_turn().unwrap_or_default();
            let turn = usual.max(self.shortest_time.unwrap_or(usual));
            let turn = turn.min(self.longest_time.unwrap_or(turn));
            TimeControl::PerTurn { turn }
        })
    }

    /// May they administer the bot on this server?
    pub fn admits(&self, rights: &Rights) -> bool {
        rights.manager || self.admins.as_ref().is_some_and(|role| rights.have(role))
    }
}
