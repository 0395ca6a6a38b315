//! Battalions shared between servers.

use std::sync::Arc;

use engine::battalion::Definition;

use super::Member;
use crate::host::{GuildId, NoteKind, ShareId};

/// Audience of a Battalion beyond its server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShareWith {
    Nobody,
    /// Everyone who has the code.
    Code,
    /// Everyone, through the gallery.
    Gallery,
}

/// Access path to a shared Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SharedBy {
    /// The gallery, by id.
    Gallery(ShareId),
    /// This code.
    Code(String),
}

/// Sort order of the gallery.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GalleryOrder {
    /// Highest rating first.
    #[default]
    Rating,
    /// Most played first.
    Played,
    /// Newest first.
    Newest,
}

/// Results of an army on all servers that have it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Balance {
    /// Number of games that count.
    pub games: u32,
    /// Win rate relative to the expected one for the number of seats, from 0 to 1. At 0.5, the army wins as often as
    /// the others.
    pub share: f64,
    /// Confidence that the army is balanced, from 0 (none, or never played) to 100. Computed from the worse end of the
    /// 95 % interval of `share`.
    pub rating: u8,
}

/// A Battalion in the list of the gallery.
#[derive(Clone, PartialEq, Debug)]
pub struct GalleryLine {
    pub id: ShareId,
    /// The shared version.
    pub version: i64,
    pub name: String,
    /// Author; may be empty.
    pub author: String,
    /// Licence; may be empty.
    pub license: String,
    /// One-sentence summary; may be empty.
    pub summary: String,
    /// Results.
    pub balance: Balance,
    /// Time of sharing, in milliseconds since 1970.
    pub shared_at: i64,
}

/// A shared Battalion with its details.
#[derive(Clone, Debug)]
pub struct SharedArmy {
    /// Access path.
    pub by: SharedBy,
    pub id: ShareId,
    /// The shared version.
    pub version: i64,
    /// Parsed definition.
    pub definition: Arc<Definition>,
    /// Results.
    pub balance: Balance,
}

/// A shared Battalion that is hidden or has notes, as operators of the bot see it.
#[derive(Clone, Debug)]
pub struct Noted {
    pub id: ShareId,
    /// Server that shares it.
    pub guild: GuildId,
    /// The version shared now.
    pub version: i64,
    /// Definition of that version.
    pub definition: Arc<Definition>,
    /// Hidden by an operator.
    pub hidden: bool,
    /// Notes, oldest first.
    pub notes: Vec<Note>,
}

/// A shared Battalion with its remarks, as its server sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remarked {
    pub id: ShareId,
    pub name: String,
    /// Remarks, oldest first.
    pub notes: Vec<Note>,
}

/// A note about a shared Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Kind, which decides who reads it.
    pub kind: NoteKind,
    pub text: String,
    /// Version that it is about.
    pub version: i64,
    /// Time, in seconds since 1970.
    pub at: i64,
    /// Author; `None` if the person's data was deleted.
    pub by: Option<Member>,
}
