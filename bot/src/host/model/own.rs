//! Battalions of servers, as their administrators see them.

use std::sync::Arc;

use engine::battalion::{Definition, FileError, OddOpening};
use serde::{Deserialize, Serialize};

use super::ShareWith;
use crate::host::art::UnknownIcon;
use crate::store::{BattalionState, DraftId};

/// One error in a file, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileProblem {
    /// Invalid Battalion file.
    Read(FileError),
    /// Valid Battalion file that this server does not accept.
    Here {
        /// Line, counted from 1.
        line: u32,
        /// Column, counted from 1.
        column: u32,
        /// Reason.
        what: NotHere,
    },
}

impl From<FileError> for FileProblem {
    fn from(error: FileError) -> Self {
        FileProblem::Read(error)
    }
}

/// Reason why a server does not accept a valid file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotHere {
    /// The id belongs to a built-in Battalion.
    BuiltInId(String),
    /// The id looks like that of this other Battalion.
    IdLooksLike(String),
    /// The name belongs to another Battalion.
    TakenName,
    /// The name looks like that of this other Battalion.
    LooksLike(String),
    /// The Territory has too many Spaces.
    Spaces {
        /// Actual number.
        has: usize,
        /// Limit of the server.
        most: u16,
    },
    /// Too many pieces at the start.
    Pieces {
        /// Actual number.
        has: usize,
        /// Limit of the server.
        most: u16,
    },
}

/// Warning about a valid file, for its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileWarning {
    /// A piece names an icon that does not exist.
    Icon(UnknownIcon),
    /// Oddity at the start of duels with it.
    Opening(OddOpening),
}

/// Result of checking an attached file.
#[derive(Clone, Debug)]
pub enum Looked {
    /// Errors, causes first.
    Faulty(Vec<FileProblem>),
    /// The server already has this file.
    Same(SameFile),
    /// Valid. Waits to be accepted, or only to be viewed if the request was a check.
    Draft(Draft),
}

/// A file identical to one that the server has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SameFile {
    /// Name of the Battalion.
    pub name: String,
    /// Version with the same content.
    pub version: i64,
    /// True if it is the newest version.
    pub newest: bool,
    /// State of that version, which decides who may play it.
    pub state: BattalionState,
}

/// A file that waits to be accepted.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Id of the draft.
    pub id: DraftId,
    /// Parsed definition.
    pub definition: Arc<Definition>,
    /// Version number that it would get.
    pub version: i64,
    /// Previous version.
    pub before: Option<(i64, Arc<Definition>)>,
    /// Warnings for the author.
    pub warnings: Vec<FileWarning>,
    /// The request was a check: the draft can be viewed but not accepted.
    pub only_checked: bool,
}

/// Change to a server's Battalion or to its availability. Each variant contains the name.
#[cfg_attr(test, derive(strum::EnumCount))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattalionChange {
    /// Added to the server; private at first.
    Added {
        name: String,
        /// The added version.
        version: i64,
        /// Archived at once, because the server's limit of Battalions in use is reached.
        #[serde(default)]
        archived: bool,
    },
    /// Copied from another server that shares it; private at first.
    Copied {
        name: String,
        /// The added version.
        version: i64,
        /// Archived at once, because the server's limit of Battalions in use is reached.
        archived: bool,
    },
    /// Published: everyone can pick it.
    Published {
        name: String,
        /// The published version.
        version: i64,
        /// Nobody can pick it yet, because it is disabled.
        disabled: bool,
    },
    /// Archived: nobody can pick it, but its files are kept.
    Archived {
        name: String,
        /// This also ended its sharing with other servers.
        unshared: bool,
    },
    /// Shared with other servers.
    Shared {
        name: String,
        /// The shared version.
        version: i64,
        /// Shared in the public gallery, not only by code.
        gallery: bool,
    },
    /// No longer shared with other servers.
    Unshared(String),
    /// Hidden from other servers by an operator of the bot.
    Hidden(String),
    /// Shown again by an operator.
    Unhidden(String),
    /// Enabled for picking.
    Enabled(String),
    /// Disabled for picking.
    Disabled(String),
}

/// A Battalion in the list for administrators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    pub id: String,
    /// Name; empty if this version of the program cannot read the Battalion.
    pub name: String,
    /// Not disabled. Its state can still limit who may pick it.
    pub enabled: bool,
    /// For a Battalion of the server: its newest version, and the state of each version that is not archived, newest
    /// first.
    pub own: Option<(i64, Vec<(i64, BattalionState)>)>,
    /// Sharing beyond the server; `None` if not shared.
    pub shared: Option<Shared>,
    /// Copied from another server.
    pub copied: bool,
    /// Number of remarks sent to its designer.
    pub remarks: usize,
}

/// Sharing state of a Battalion beyond its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// Audience.
    pub with: ShareWith,
    /// Code, if shared by code.
    pub code: Option<String>,
    /// The shared version.
    pub version: i64,
    /// Hidden by an operator of the bot.
    pub hidden: bool,
}

/// A Battalion exported as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattalionFile {
    /// File name.
    pub name: String,
    /// Content.
    pub bytes: Vec<u8>,
}
