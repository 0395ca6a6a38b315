//! Log of changes by a server's administrators.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BattalionChange, Member};

/// Change of one server setting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SettingChange {
    /// Key in the stored settings: `forbidden-modes`, `limits.bytes`.
    pub key: String,
    /// Old value, as stored.
    pub from: Value,
    /// New value, as stored.
    pub to: Value,
}

/// A change made by an administrator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdminChange {
    /// Server settings.
    Settings(Vec<SettingChange>),
    /// A Battalion of the server.
    Battalion(BattalionChange),
}

/// An entry of a server's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Time, in seconds since 1970.
    pub at: i64,
    /// Author; `None` for operators of the bot and for people whose data was deleted.
    pub by: Option<Member>,
    /// The change; `None` if only a later version of the program can read it.
    pub what: Option<AdminChange>,
}
