//! Battalions that servers share with others.

use std::sync::Arc;

use engine::battalion::Definition;

use super::Member;
use crate::host::{GuildId, NoteKind, ShareId};

/// With whom somebody wants to share a Battalion beyond their server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShareWith {
    /// With nobody.
    Nobody,
    /// With those who have a code.
    Code,
    /// With everybody.
    Gallery,
}

/// Where a shared Battalion was found: what lets somebody see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SharedBy {
    /// In the gallery, under this number.
    Gallery(ShareId),
    /// By this code.
    Code(String),
}

/// How the list of the gallery is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GalleryOrder {
    /// By the rating.
    #[default]
    Rating,
    /// The most played first.
    Played,
    /// The newest first.
    Newest,
}

/// How an army has fared on all servers that have it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Balance {
    /// Games that count.
    pub games: u32,
    /// How often it wins against how often an army at its table is expected to, from 0 to 1: at 0.5 it wins as often as the others, whatever the
    /// number of seats.
    pub share: f64,
    /// How sure it is that it is balanced, from 0 (not at all, or nobody has played it) to 100: what is left of the share's 95 % interval
    /// towards the worse end.
    pub rating: u8,
}

/// A Battalion of the gallery in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct GalleryLine {
    /// Its number.
    pub id: ShareId,
    /// The version that is shared.
    pub version: i64,
    /// Its name.
    pub name: String,
    /// Who made it; may be empty.
    pub author: String,
    /// How it may be used; may be empty.
    pub license: String,
    /// A sentence about it; may be empty.
    pub summary: String,
    /// How it fares.
    pub balance: Balance,
    /// Since when it is there, in milliseconds since 1970.
    pub shared_at: i64,
}

/// A shared Battalion, to be looked at.
#[derive(Clone, Debug)]
pub struct SharedArmy {
    /// Where it was found.
    pub by: SharedBy,
    /// Its number.
    pub id: ShareId,
    /// The version.
    pub version: i64,
    /// What it says.
    pub definition: Arc<Definition>,
    /// How it fares.
    pub balance: Balance,
}

/// A shared Battalion that people have written about or that is hidden, as the people who run the bot see it.
#[derive(Clone, Debug)]
pub struct Noted {
    /// Its number.
    pub id: ShareId,
    /// Whose it is.
    pub guild: GuildId,
    /// The version that is shared now.
    pub version: i64,
    /// What that says.
    pub definition: Arc<Definition>,
    /// The people who run the bot have hidden it.
    pub hidden: bool,
    /// The notes, the oldest first.
    pub notes: Vec<Note>,
}

/// A shared Battalion with the remarks about it, as its server sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remarked {
    /// Its number.
    pub id: ShareId,
    /// Its name.
    pub name: String,
    /// The remarks, the oldest first.
    pub notes: Vec<Note>,
}

/// What somebody has written about a shared Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// For whom.
    pub kind: NoteKind,
    /// What.
    pub text: String,
    /// Of which version.
    pub version: i64,
    /// When, in seconds since 1970.
    pub at: i64,
    /// Who; `None` for people who had everything about them deleted.
    pub by: Option<Member>,
}
