//! Packs of Battalion files.

use super::{FileProblem, FileWarning, SameFile};
use crate::host::error::Refusal;
use crate::store::DraftId;

/// Result of checking a pack of files.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Id under which the valid files wait to be accepted, if there are any.
    pub id: Option<DraftId>,
    /// Result of each file, by file name.
    pub files: Vec<(String, Packed)>,
}

/// Result of one file of a pack.
#[derive(Clone, Debug)]
pub enum Packed {
    /// Valid; waits to be accepted.
    Good {
        /// Name of the Battalion.
        name: String,
        /// Version number that it would get.
        version: i64,
        /// Warnings for the author.
        warnings: Vec<FileWarning>,
    },
    /// The server already has this file.
    Same(SameFile),
    /// The pack already has this file, under the given name.
    Twice(String),
    /// All errors of the file.
    Faulty(Vec<FileProblem>),
    /// The file could not be checked, or a limit of the server is reached.
    Refused(Box<Refusal>),
}
