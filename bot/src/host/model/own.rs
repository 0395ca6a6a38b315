//! Servers' own Battalions: what their administrators see.

use std::sync::Arc;

use engine::battalion::{Definition, FileError, OddOpening};
use serde::{Deserialize, Serialize};

use super::ShareWith;
use crate::host::art::UnknownIcon;
use crate::host::error::Refusal;
use crate::store::{BattalionState, DraftId};

/// One thing that is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileProblem {
    /// It is no Battalion file as it should be.
    Read(FileError),
    /// It is one, but not for this server.
    Here {
        /// The line, counted from 1.
        line: u32,
        /// The column, counted from 1.
        column: u32,
        /// What this server does not take.
        what: NotHere,
    },
}

impl From<FileError> for FileProblem {
    fn from(error: FileError) -> Self {
        FileProblem::Read(error)
    }
}

/// What keeps a sound file from being a Battalion of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotHere {
    /// Its id is that of a built-in Battalion.
    BuiltInId(String),
    /// Its id could be taken for that of another Battalion, this one.
    IdLooksLike(String),
    /// Its name is that of another Battalion.
    TakenName,
    /// Its name could be taken for that of another Battalion, this one.
    LooksLike(String),
    /// Its Territory has too many Spaces.
    Spaces {
        /// How many.
        has: usize,
        /// The most.
        most: u16,
    },
    /// It starts with too many pieces.
    Pieces {
        /// How many.
        has: usize,
        /// The most.
        most: u16,
    },
}

/// Something about a sound file that its author should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileWarning {
    /// A piece names an icon that does not exist.
    Icon(UnknownIcon),
    /// How duels with it begin.
    Opening(OddOpening),
}

/// What became of a file that somebody attached.
#[derive(Clone, Debug)]
pub enum Looked {
    /// Everything that is wrong with it, causes first.
    Faulty(Vec<FileProblem>),
    /// It is there already.
    Same(SameFile),
    /// It is in order, and waits to be accepted; or to be looked through, if that is all that was asked.
    Draft(Draft),
}

/// A file that is the same as one that the server has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SameFile {
    /// The name of its Battalion.
    pub name: String,
    /// The version that it is.
    pub version: i64,
    /// That version is the newest.
    pub newest: bool,
    /// Who may play that version.
    pub state: BattalionState,
}

/// A file that waits to be accepted.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its number.
    pub id: DraftId,
    /// What it says.
    pub definition: Arc<Definition>,
    /// The version that it would be.
    pub version: i64,
    /// The version before it.
    pub before: Option<(i64, Arc<Definition>)>,
    /// What its author should know.
    pub warnings: Vec<FileWarning>,
    /// It can only be looked through.
    pub only_checked: bool,
}

/// What became of the files of a pack.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The number under which the good ones wait to be accepted, if there are any.
    pub id: Option<DraftId>,
    /// Each file by its name.
    pub files: Vec<(String, Packed)>,
}

/// What became of one file of a pack.
#[derive(Clone, Debug)]
pub enum Packed {
    /// It waits to be accepted.
    Good {
        /// The name of its Battalion.
        name: String,
        /// The version that it would be.
        version: i64,
        /// What its author should know.
        warnings: Vec<FileWarning>,
    },
    /// It is there already.
    Same(SameFile),
    /// Everything that is wrong with it.
    Faulty(Vec<FileProblem>),
    /// It could not be looked at, or there is no room for it.
    Refused(Box<Refusal>),
}

/// What was done to a Battalion of a server, or to its being picked there. Each holds its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattalionChange {
    /// It is one of the server now, private so far.
    Added {
        /// Its name.
        name: String,
        /// The version that was added.
        version: i64,
        /// It went into the archive, because the server uses as many Battalions as it allows.
        #[serde(default)]
        archived: bool,
    },
    /// It is a copy of what another server shares, private so far.
    Copied {
        /// Its name.
        name: String,
        /// The version that was added.
        version: i64,
        /// It went into the archive, because the server uses as many Battalions as it allows.
        archived: bool,
    },
    /// Everyone can pick it.
    Published {
        /// Its name.
        name: String,
        /// The version that was published.
        version: i64,
        /// It is disabled anyway.
        disabled: bool,
    },
    /// Nobody can pick it; its files are kept.
    Archived {
        /// Its name.
        name: String,
        /// It was shared with other servers until now.
        unshared: bool,
    },
    /// Other servers can have it.
    Shared {
        /// Its name.
        name: String,
        /// The version that they get.
        version: i64,
        /// Everybody, and not only those who have the code.
        gallery: bool,
    },
    /// Other servers can no longer have it.
    Unshared(String),
    /// The people who run the bot have hidden it from other servers.
    Hidden(String),
    /// They show it again.
    Unhidden(String),
    /// It can be picked again.
    Enabled(String),
    /// It can no longer be picked.
    Disabled(String),
}

/// A Battalion in the list of the people who administer a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Its name; empty for one that this program cannot read.
    pub name: String,
    /// May be picked, as far as it is for somebody to be picked.
    pub enabled: bool,
    /// Of a server's own one its newest version, and the state of each version that is not in the archive, the newest first.
    pub own: Option<(i64, Vec<(i64, BattalionState)>)>,
    /// With whom it is shared beyond the server.
    pub shared: Option<Shared>,
    /// It is a copy of what another server shares.
    pub copied: bool,
    /// Remarks that people have sent to its designer.
    pub remarks: usize,
}

/// How a Battalion is shared beyond its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// With whom.
    pub with: ShareWith,
    /// The code, where there is one.
    pub code: Option<String>,
    /// The version that is shared.
    pub version: i64,
    /// The people who run the bot have hidden it.
    pub hidden: bool,
}

/// A Battalion as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattalionFile {
    /// A name for it.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
}
