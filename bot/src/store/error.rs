//! Why the database could not be used, as sentences for the person who runs the program.

use std::path::{Path, PathBuf};

/// Why the database could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file or its folder cannot be made, opened or written.
    #[error("the database {} cannot be opened for writing ({reason}); choose another place with `store.database` or BATTALION_DATABASE, or give the program the right to write there", path.display())]
    Unwritable {
        /// Which file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Another process uses the database.
    #[error("the database {} is in use by another process of this program{}; stop that one first, or choose another database with `store.database` or BATTALION_DATABASE", path.display(), holder.as_ref().map(|number| format!(" (number {number})")).unwrap_or_default())]
    InUse {
        /// Which file.
        path: PathBuf,
        /// The number of that process, if it could be read.
        holder: Option<String>,
    },
    /// A restore was cut off.
    #[error("the restore of the database {} was cut off; run `battalion restore` with that copy again", path.display())]
    RestoreCutOff {
        /// Which file.
        path: PathBuf,
    },
    /// The database is sound, and what lies beside it is not its journal.
    #[error("the file {} does not belong to the database {}, which is sound without it; if you have put a copy in the place of the database, restore that copy with `battalion restore COPY`, which moves the old journal away", journal.display(), path.display())]
    StrayJournal {
        /// Which file.
        path: PathBuf,
        /// What lies beside it.
        journal: PathBuf,
    },
    /// The file is there, and is not a sound database.
    #[error("the file {} is not a database of this program, or is damaged ({reason}); restore a copy with `battalion restore COPY`, or move it away to begin anew", path.display())]
    Corrupt {
        /// Which file.
        path: PathBuf,
        /// What SQLite says.
        reason: String,
    },
    /// The database has been used by a newer program.
    #[error("the database {} was made by a newer version of this program (schema {schema}; this version knows {known}); start that version", path.display())]
    Newer {
        /// Which file.
        path: PathBuf,
        /// The database's schema.
        schema: i64,
        /// The newest schema that is known here.
        known: i64,
    },
    /// The database's schema is not the one that its number promises.
    #[error("the schema of the database {} does not fit this program: {reason}", path.display())]
    Schema {
        /// Which file.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// A write failed as a whole; nothing of it is stored.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// Another program holds the file while this one starts.
    #[error("the database {} is held by another program ({reason}); close that one and start again", path.display())]
    Held {
        /// Which file.
        path: PathBuf,
        /// What SQLite says.
        reason: String,
    },
    /// Something stored cannot be read back.
    #[error("the database holds {0} that cannot be read")]
    Content(&'static str),
    /// The write was cut off by a panic; nothing of it is stored.
    #[error("a write to the database was interrupted")]
    Interrupted,
    /// The program is stopping.
    #[error("the database is closed, since the program is stopping")]
    Closed,
    /// The database refused.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
}

/// What keeps a file from being written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// No space is left.
    Full,
    /// Reading or writing fails.
    Disk,
    /// The file may not be written.
    ReadOnly,
    /// Another program holds it.
    Locked,
    /// The file is damaged.
    Damaged,
    /// The file was deleted, moved or replaced while the program had it open.
    Gone,
    /// Something else.
    Other,
}

impl Cause {
    fn of(error: &sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code()).and_then(|code| code.parse::<u32>().ok());
        // Extended codes hold the primary one in their lowest byte: https://sqlite.org/rescode.html
        match code.map(|code| code & 255) {
            Some(13) => Cause::Full,
            Some(10) => Cause::Disk,
            Some(3 | 8 | 14 | 23) => Cause::ReadOnly,
            Some(5 | 6) => Cause::Locked,
            Some(11 | 26) => Cause::Damaged,
            _ => Cause::Other,
        }
    }
}

/// Why a whole write failed: the same for all that was in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the database {} could not be written ({reason}){}", path.display(), self.advice())]
pub struct Broken {
    /// Which file.
    pub path: PathBuf,
    /// What kind of trouble it is.
    pub cause: Cause,
    /// What SQLite says.
    pub reason: String,
}

impl Broken {
    pub(super) fn new(path: &Path, error: &sqlx::Error) -> Self {
        Self {
            path: path.to_owned(),
            cause: Cause::of(error),
            reason: error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned()),
        }
    }

    pub(super) fn other(path: &Path, error: &StoreError) -> Self {
        Self { path: path.to_owned(), cause: Cause::Other, reason: error.to_string() }
    }

    fn advice(&self) -> &'static str {
        match self.cause {
            Cause::Full => "; make room on its disk, and play goes on by itself",
            Cause::Disk => "; check its disk: nothing is accepted until it can be written again",
            Cause::ReadOnly => "; give the program the right to write there, and play goes on by itself",
            Cause::Locked => "; stop the other program that holds it, and play goes on by itself",
            Cause::Damaged => "; stop the program and restore a copy with `battalion restore COPY`",
            Cause::Gone => {
                "; put the same file back, and play goes on by itself; otherwise stop the program and restore a copy with `battalion restore COPY`"
            }
            Cause::Other => "",
        }
    }
}

impl StoreError {
    /// Whether the program is stopping, which is no fault.
    pub fn is_closed(&self) -> bool {
        matches!(self, StoreError::Closed | StoreError::Sql(sqlx::Error::PoolClosed))
    }

    /// What keeps the file from being written, if that is the trouble.
    pub fn cause(&self) -> Cause {
        match self {
            StoreError::Broken(broken) => broken.cause,
            StoreError::Sql(error) => Cause::of(error),
            StoreError::Unwritable { .. } => Cause::ReadOnly,
            StoreError::Held { .. } => Cause::Locked,
            StoreError::Corrupt { .. } => Cause::Damaged,
            _ => Cause::Other,
        }
    }

    /// What an error at the opening means for the person who runs the program.
    pub(super) fn opening(path: &Path, error: sqlx::Error) -> StoreError {
        let broken = Broken::new(path, &error);
        let Broken { path, reason, .. } = broken;
        match broken.cause {
            Cause::Damaged => StoreError::Corrupt { path, reason },
            Cause::Full | Cause::Disk | Cause::ReadOnly => StoreError::Unwritable { path, reason },
            Cause::Locked => StoreError::Held { path, reason },
            Cause::Gone | Cause::Other => StoreError::Sql(error),
        }
    }
}
