//! Servers' own Battalions: what their administrators see.

use std::sync::Arc;

use engine::battalion::{Definition, FileError};
use serde::{Deserialize, Serialize};

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
    /// Its name is that of another Battalion.
    TakenName,
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

/// A file that somebody attached, looked at.
#[derive(Clone, Debug)]
pub enum Checked {
    /// Everything that is wrong with it, in the order of the file.
    Faulty(Vec<FileProblem>),
    /// It is in order.
    Good(Arc<Definition>),
}

/// What became of a file that is to be added.
#[derive(Clone, Debug)]
pub enum Added {
    /// Everything that is wrong with it, in the order of the file.
    Faulty(Vec<FileProblem>),
    /// It waits to be accepted.
    Draft(Draft),
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
    Archived(String),
    /// It can be picked again.
    Enabled(String),
    /// It can no longer be picked.
    Disabled(String),
}

/// A Battalion in the list of those who administer a server.
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
}

/// A Battalion as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattalionFile {
    /// A name for it.
    pub name: String,
    /// The file.
    pub text: String,
}
