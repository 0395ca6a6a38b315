//! Errors of the database, with messages for the bot's operator.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Error of the database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file or its folder cannot be created, opened or written.
    #[error("the database {} cannot be opened for writing ({reason}); choose another place with `store.database` or BATTALION_DATABASE, or give the program the right to write there", path.display())]
    Unwritable {
        /// Path of the database.
        path: PathBuf,
        /// Cause reported by the operating system or SQLite.
        reason: String,
    },
    /// Another process uses the database.
    #[error("the database {} is in use by another process of this program{}; stop that one first, or choose another database with `store.database` or BATTALION_DATABASE", path.display(), holder.as_ref().map(|number| format!(" (number {number})")).unwrap_or_default())]
    InUse {
        /// Path of the database.
        path: PathBuf,
        /// Id of that process, if it could be read.
        holder: Option<String>,
    },
    /// An earlier restore was interrupted.
    #[error("the restore of the database {} was cut off; run `battalion restore` with that copy again", path.display())]
    RestoreCutOff {
        /// Path of the database.
        path: PathBuf,
    },
    /// The database is intact, but the journal beside it belongs to another database.
    #[error("the file {} does not belong to the database {}, which is sound without it; if you have put a copy in the place of the database, restore that copy with `battalion restore COPY`, which moves the old journal away", journal.display(), path.display())]
    StrayJournal {
        /// Path of the database.
        path: PathBuf,
        /// Path of the foreign journal.
        journal: PathBuf,
    },
    /// The file exists but is not a database, or is damaged.
    #[error("the file {} is not a database of this program, or is damaged ({reason}); restore a copy with `battalion restore COPY`, or move it away to begin anew", path.display())]
    Corrupt {
        /// Path of the file.
        path: PathBuf,
        /// Message of SQLite.
        reason: String,
    },
    /// The database was last used by a newer version of the program.
    #[error("the database {} was made by a newer version of this program (schema {schema}; this version knows {known}); start that version", path.display())]
    Newer {
        /// Path of the database.
        path: PathBuf,
        /// Schema version of the database.
        schema: i64,
        /// Newest schema version this program supports.
        known: i64,
    },
    /// An applied migration differs from the program's own, or could not be checked.
    #[error("the schema of the database {} does not fit this program: {reason}", path.display())]
    Schema {
        /// Path of the database.
        path: PathBuf,
        /// Message of the migrator.
        reason: String,
    },
    /// The copy that is made before a migration failed.
    #[error("the database is not brought to the newest schema, since no copy of it could be made first: {0}")]
    NotCopied(#[from] BackupError),
    /// The whole transaction failed; nothing of it is stored.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// Another program locks the file during startup.
    #[error("the database {} is held by another program ({reason}); close that one and start again", path.display())]
    Held {
        /// Path of the database.
        path: PathBuf,
        /// Message of SQLite.
        reason: String,
    },
    /// Stored content could not be parsed.
    #[error("the database holds {0} that cannot be read")]
    Content(Cow<'static, str>),
    /// A panic interrupted the transaction; nothing of it is stored.
    #[error("a write to the database was interrupted")]
    Interrupted,
    /// The program is stopping.
    #[error("the database is closed, since the program is stopping")]
    Closed,
    /// Any other error of sqlx or SQLite.
    #[error("the database: {0}")]
    Sql(sqlx::Error),
}

/// Reason why no copy was made.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The copy would replace a file.
    #[error("{} exists already; choose another name for the copy", .0.display())]
    Exists(PathBuf),
    /// The database cannot be read.
    #[error("the database {} cannot be copied ({reason}); nothing was written", database.display())]
    Unread {
        /// Path of the database.
        database: PathBuf,
        /// Cause.
        reason: String,
    },
    /// The copy cannot be written.
    #[error("the copy {} cannot be written ({reason}); choose a folder with room for it", copy.display())]
    Unwritten {
        /// Path of the copy.
        copy: PathBuf,
        /// Cause reported by the operating system.
        reason: String,
    },
}

/// Kind of problem that keeps the database from being written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// No space left.
    Full,
    /// An I/O error.
    Disk,
    /// The program lacks the permission to write.
    ReadOnly,
    /// Another program locks the file.
    Locked,
    /// The file is damaged.
    Damaged,
    /// The file was deleted, moved or replaced while the program had it open.
    Gone,
    /// Any other problem.
    Other,
}

impl Cause {
    fn of(error: &sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code()).and_then(|code| code.parse::<u32>().ok());
        // The lowest byte of an extended result code is the primary code: https://sqlite.org/rescode.html
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

/// Failure of a whole transaction, shared by all jobs in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the database {} could not be written ({reason}){}", path.display(), self.advice())]
pub struct Broken {
    /// Path of the database.
    pub path: PathBuf,
    /// Kind of problem.
    pub cause: Cause,
    /// Message of SQLite.
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

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::ColumnDecode { index, .. } => {
                StoreError::Content(format!("a value in the column {index}").into())
            }
            other => StoreError::Sql(other),
        }
    }
}

impl StoreError {
    /// Returns whether the error only means that the program is stopping.
    pub fn is_closed(&self) -> bool {
        matches!(self, StoreError::Closed | StoreError::Sql(sqlx::Error::PoolClosed))
    }

    /// Returns the kind of problem with the file; `Cause::Other` for errors that do not concern the file.
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

    /// Converts an error that occurred while opening the database.
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
