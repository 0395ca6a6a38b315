//! What people and servers have decided.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ThemeName;

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
    /// Colours of private pictures.
    pub theme: ThemeName,
    /// Private pictures from the south whatever the own side.
    pub north_up: bool,
    /// A text board along with private pictures.
    pub text_board: bool,
    /// Settings of later versions are kept.
    #[serde(flatten)]
    pub more: BTreeMap<String, serde_json::Value>,
}

/// What a server has decided.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct GuildSettings {
    /// Battalions that may not be picked here.
    pub disabled_battalions: Vec<String>,
    /// Colours of public pictures in new games.
    pub theme: ThemeName,
    /// Seconds for each turn in new games.
    pub time_per_turn: Option<u32>,
    /// Settings of later versions are kept.
    #[serde(flatten)]
    pub more: BTreeMap<String, serde_json::Value>,
}
