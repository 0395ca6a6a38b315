//! What the people who administer a server have changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BattalionChange, Member};

/// A setting of a server that has been changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SettingChange {
    /// Its name in the stored settings: `forbidden-modes`, `limits.bytes`.
    pub key: String,
    /// What it was, as it is stored.
    pub from: Value,
    /// What it is now.
    pub to: Value,
}

/// What has been changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdminChange {
    /// Settings of the server.
    Settings(Vec<SettingChange>),
    /// One of its Battalions.
    Battalion(BattalionChange),
}

/// An entry of a server's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// When, in seconds since 1970.
    pub at: i64,
    /// Who; `None` for the people who run the bot, and for people who had everything about them deleted.
    pub by: Option<Member>,
    /// What; `None` for what only a later version of this program knows.
    pub what: Option<AdminChange>,
}
