//! History of a game.

use engine::board::Seat;
use engine::fact::Fact;
use serde::{Deserialize, Serialize};

use super::Member;
use crate::store::Version;

/// End of a game from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stopped {
    /// The person who ended it.
    pub by: Member,
    /// Reason, one sentence, if given.
    pub reason: Option<String>,
}

/// One line of a game's history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// Version that it created.
    pub version: Version,
    /// Seat that acted.
    pub seat: Seat,
    /// Notation of the turn; empty for other actions.
    pub text: String,
    /// Facts about what happened.
    pub facts: Vec<Fact>,
    /// Seats in Check afterwards. Entries of older versions of the program do not have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<Seat>,
    /// Turns undone by this entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<TakenBack>,
}

/// Turns undone by a takeback.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakenBack {
    /// Version whose position is restored. Entries between that version and this one are undone.
    pub to: Version,
    /// Notation of the undone turns, in order.
    pub turns: Vec<String>,
}

/// A change of a seat's holder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatTaken {
    /// Former holder.
    pub from: Member,
    /// New holder; `None` if the other person of a shared seat continues alone.
    pub to: Option<Member>,
}

/// Entries of a history that are still valid: without undone turns and without the takebacks themselves.
pub fn standing<'a>(history: impl Iterator<Item = &'a HistoryEntry>) -> Vec<&'a HistoryEntry> {
    let mut standing: Vec<&HistoryEntry> = Vec::new();
    for entry in history {
        match &entry.taken_back {
            Some(back) => standing.retain(|entry| entry.version <= back.to),
            None => standing.push(entry),
        }
    }
    standing
}
