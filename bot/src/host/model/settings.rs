//! Settings of people and servers.

use engine::titans::PlacementStyle;
use std::collections::{BTreeMap, BTreeSet};
use strum::{EnumString, IntoStaticStr};

use engine::board::Battlefield;
use engine::titans::GameMode;
use serde::{Deserialize, Serialize};

use super::{Holiday, Rights, Role, ThemeName, TimeControl};
use crate::store::ChannelId;

/// Notification of a person when it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ping {
    /// Mention in the channel.
    #[default]
    Channel,
    /// Direct message.
    Dm,
    /// No notification.
    None,
}

/// Settings of a person.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct PersonSettings {
    /// Notification of turns.
    pub ping: Ping,
    /// Discord refused the last direct message.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dm_closed: bool,
    /// Theme of private pictures; `None`: the theme of the game.
    pub theme: Option<ThemeName>,
    /// Private pictures always show the board from the south, whatever the person's own side.
    pub north_up: bool,
    /// Adds a text board to private pictures.
    pub text_board: bool,
    /// Holidays including past ones, in order and without overlap.
    pub holidays: Vec<Holiday>,
    /// Unknown settings of later versions, kept as they are.
    #[serde(flatten)]
    pub more: BTreeMap<String, serde_json::Value>,
}

impl PersonSettings {
    /// Effective notification: a mention replaces direct messages that Discord refuses.
    pub fn reached_by(&self) -> Ping {
        match self.ping {
            Ping::Dm if self.dm_closed => Ping::Channel,
            ping => ping,
        }
    }
}

/// A kind of game that servers can allow or forbid.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, IntoStaticStr, EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Mode {
    /// Titan's Battalion for two.
    Duel,
    /// Party Mode with secret Targets (Assassin).
    Assassin,
    /// Party Mode without Targets (free for all).
    Ffa,
    /// Play Chess: The Clash of the Armies.
    Clash,
}

impl Mode {
    /// All modes.
    pub const ALL: [Mode; 4] = [Mode::Duel, Mode::Assassin, Mode::Ffa, Mode::Clash];

    /// Minimum and maximum number of seats (T-2).
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

/// Announcement in the channel of the people to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Announce {
    /// Mention of everyone who wants one.
    #[default]
    Mention,
    /// Silent mention, without a notification sound.
    Silent,
    /// Name only, without a notification.
    Name,
}

/// Limits of a server on the time per turn, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    /// Minimum; `None`: no limit.
    pub shortest: Option<u32>,
    /// Maximum; `None`: no limit.
    pub longest: Option<u32>,
    /// Untimed games are not allowed.
    pub required: bool,
}

/// Limits on a server's own Battalions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Limits {
    /// Number of Battalions that are not archived.
    pub battalions: u16,
    /// File size in bytes.
    pub bytes: u32,
    /// Number of Spaces of a Territory.
    pub spaces: u16,
    /// Number of pieces at the start, including the reserve.
    pub pieces: u16,
    /// Time for checking a file, in seconds.
    pub seconds: u16,
}

impl Limits {
    /// Highest limits that a server can set.
    #[expect(clippy::cast_possible_truncation, reason = "a constant below a million")]
    pub const MOST: Limits =
        Limits { battalions: 50, bytes: engine::battalion::MAX_FILE as u32, spaces: 312, pieces: 400, seconds: 20 };
}

impl Default for Limits {
    fn default() -> Self {
        Limits { battalions: 20, spaces: 160, pieces: 120, seconds: 5, ..Limits::MOST }
    }
}

/// Settings of a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct GuildSettings {
    /// Ids of the disabled Battalions.
    pub disabled_battalions: Vec<String>,
    /// Theme of public pictures in new games.
    pub theme: ThemeName,
    /// Default time control of new games; `None`: see [`GuildSettings::usual_time`].
    #[serde(rename = "time-per-turn")]
    pub time: Option<TimeControl>,
    /// Default placement of Territories in new games.
    pub placement: PlacementStyle,
    pub forbidden_modes: BTreeSet<Mode>,
    /// Minimum number of seats.
    pub fewest_seats: u8,
    /// Maximum number of seats.
    pub most_seats: u8,
    /// Minimum time per turn, in seconds.
    pub shortest_time: Option<u32>,
    /// Maximum time per turn, in seconds.
    pub longest_time: Option<u32>,
    /// Untimed games are not allowed.
    pub time_required: bool,
    /// Days of holiday per person and year that stop clocks on this server.
    pub holiday_days: u16,
    /// Channels for games, including their threads; empty: all channels.
    pub channels: BTreeSet<ChannelId>,
    /// Role that may open games, besides administrators; `None`: everyone.
    pub makers: Option<Role>,
    /// Role that may administer, besides people with *Manage Server*.
    pub admins: Option<Role>,
    /// The administrator role may also change the administrator role.
    pub admins_delegate: bool,
    /// Announcement of the people to act.
    pub announce: Announce,
    /// Processor time of computer players, in minutes per hour.
    pub computer_minutes: u16,
    /// Limits on the server's own Battalions.
    pub limits: Limits,
    /// The server's own Battlefields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battlefields: Vec<Battlefield>,
    /// Unknown settings of later versions, kept as they are.
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
    /// Fewest and most seats of a new game of this mode. The fewest exceed the most if no number is allowed.
    pub fn seats(&self, mode: Mode) -> (u8, u8) {
        let (fewest, most) = mode.seats();
        (fewest.max(self.fewest_seats), most.min(self.most_seats))
    }

    /// Returns true if games of this mode can be opened: it is allowed, and with some allowed number of Players.
    pub fn is_playable(&self, mode: Mode) -> bool {
        let (fewest, most) = self.seats(mode);
        !self.forbidden_modes.contains(&mode) && fewest <= most
    }

    /// Default number of seats of a mode.
    pub fn usual_seats(&self, mode: Mode) -> u8 {
        let (fewest, most) = mode.seats();
        let usual = if most > 2 { 4 } else { 2 };
        let allowed = u8::clamp(usual, self.fewest_seats, self.most_seats.max(self.fewest_seats));
        allowed.clamp(fewest, most)
    }

    /// Default time control of new games: the server's setting, or else the allowed value nearest to three days per
    /// turn.
    pub fn usual_time(&self) -> TimeControl {
        self.time.unwrap_or_else(|| {
            let usual = TimeControl::USUAL.longest_turn().unwrap_or_default();
            let turn = usual.max(self.shortest_time.unwrap_or(usual));
            let turn = turn.min(self.longest_time.unwrap_or(turn));
            TimeControl::PerTurn { turn }
        })
    }

    /// Returns true if these permissions allow administering the bot on this server.
    pub fn admits(&self, rights: &Rights) -> bool {
        rights.manager || self.admins.as_ref().is_some_and(|role| rights.have(role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The usual time per turn of a server without one of its own is the nearest to three days that its bounds allow.
    #[test]
    fn the_usual_time_is_within_the_bounds_of_the_server() {
        const DAY: u32 = 86_400;
        for (shortest, longest, turn) in [
            (None, None, 3 * DAY),
            (Some(DAY), Some(7 * DAY), 3 * DAY),
            (Some(5 * DAY), None, 5 * DAY),
            (Some(5 * DAY), Some(5 * DAY), 5 * DAY),
            (None, Some(DAY), DAY),
            (Some(600), Some(3600), 3600),
        ] {
            let settings = GuildSettings { shortest_time: shortest, longest_time: longest, ..GuildSettings::default() };
            assert_eq!(settings.usual_time(), TimeControl::PerTurn { turn }, "{shortest:?} {longest:?}");
            let time = Some(TimeControl::Unlimited);
            assert_eq!(GuildSettings { time, ..settings }.usual_time(), TimeControl::Unlimited);
        }
    }
}
