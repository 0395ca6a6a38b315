//! Errors of the database, with messages for the bot's operator.

use std::borrow::Cow;
use std::path::PathBuf;

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

use super::Location;

/// Error of the database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database cannot be created, opened or written.
    #[error(
        "the database {database} cannot be opened for writing ({reason}); choose another place with `store.database` or BATTALION_DATABASE, or give the program the right to write there"
    )]
    Unwritable {
        /// Place of the database.
        database: Location,
        /// Cause reported by the operating system or the database.
        reason: String,
    },
    /// There is no file to examine.
    #[error("there is no database {}; name a copy, or where the database is with `store.database` or BATTALION_DATABASE", path.display())]
    Missing {
        /// Path at which the database was expected.
        path: PathBuf,
    },
    /// The server of the database does not answer or does not let the program in.
    #[error(
        "the database {database} cannot be reached ({reason}); start its server, or correct `store.url` or BATTALION_STORE_URL"
    )]
    Unreachable {
        /// Place of the database.
        database: Location,
        /// Cause reported by the system or the server.
        reason: String,
    },
    /// Another process uses the database.
    #[error("the database {database} is in use by another process of this program{}; stop that one first, or choose another database with `store.database`, `store.url` or their environment variables", holder.as_ref().map(|number| format!(" (number {number})")).unwrap_or_default())]
    InUse {
        /// Place of the database.
        database: Location,
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
    #[error(
        "the file {database} is not a database of this program, or is damaged ({reason}); restore a copy with `battalion restore COPY`, or move it away to begin anew"
    )]
    Corrupt {
        /// Place of the file.
        database: Location,
        /// Message of SQLite.
        reason: String,
    },
    /// The database was last used by a newer version of the program.
    #[error(
        "the database {database} was made by a newer version of this program (schema {schema}; this version knows {known}); start that version"
    )]
    Newer {
        /// Place of the database.
        database: Location,
        /// Schema version of the database.
        schema: i64,
        /// Newest schema version this program supports.
        known: i64,
    },
    /// An applied migration differs from the program's own, or could not be checked.
    #[error("the schema of the database {database} does not fit this program: {reason}")]
    Schema {
        /// Place of the database.
        database: Location,
        /// Message of the migrator.
        reason: String,
    },
    /// The copy that is made before a migration failed.
    #[error("the database is not brought to the newest schema, since no copy of it could be made first: {0}")]
    NotCopied(#[from] BackupError),
    /// The whole transaction failed; nothing of it is stored.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// Another program locks the database during startup.
    #[error("the database {database} is held by another program ({reason}); close that one and start again")]
    Held {
        /// Place of the database.
        database: Location,
        /// Message of the database.
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
    /// Any other error of sqlx or the database.
    #[error("the database: {error}{advice}", error = .0, advice = Cause::of(.0).advice())]
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
    /// An I/O error, or damage found by a server.
    Disk,
    /// The program lacks the permission to write.
    ReadOnly,
    /// Another program locks the database.
    Locked,
    /// The file is damaged.
    Damaged,
    /// The file was deleted, moved or replaced while the program had it open.
    Gone,
    /// The server does not answer, or refuses the connection.
    Unreachable,
    /// Any other problem.
    Other,
}

impl Cause {
    fn of(error: &sqlx::Error) -> Self {
        let Some(database) = error.as_database_error() else {
            return match error {
                sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut => Cause::Unreachable,
                _ => Cause::Other,
            };
        };
        if let Some(error) = database.try_downcast_ref::<PgDatabaseError>() {
            return Self::of_sqlstate(error.code());
        }
        let code = database.try_downcast_ref::<SqliteError>().and_then(DatabaseError::code);
        let code = code.and_then(|code| code.parse::<u32>().ok());
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

    /// Advice to the bot's operator, to follow a message.
    fn advice(self) -> &'static str {
        match self {
            Cause::Full => "; make room on its disk, and play goes on by itself",
            Cause::Disk => "; check its disk: nothing is accepted until it can be written again",
            Cause::ReadOnly => "; give the program the right to write there, and play goes on by itself",
            Cause::Locked => "; stop the other program that holds it, and play goes on by itself",
            Cause::Damaged => "; stop the program and restore a copy with `battalion restore COPY`",
            Cause::Gone => {
                "; put the same file back, and play goes on by itself; otherwise stop the program and restore a copy with `battalion restore COPY`"
            }
            Cause::Unreachable => "; check its server: play goes on by itself when it can be reached again",
            Cause::Other => "",
        }
    }

    /// Cause by a code of PostgreSQL, or by its class: https://www.postgresql.org/docs/current/errcodes-appendix.html
    fn of_sqlstate(code: &str) -> Self {
        match code {
            "53100" => Cause::Full,
            "25006" | "42501" => Cause::ReadOnly,
            "40001" | "40P01" | "55P03" | "55006" => Cause::Locked,
            "53300" | "57P01" | "57P02" | "57P03" | "57P05" | "3D000" => Cause::Unreachable,
            _ => match code.get(..2) {
                Some("08" | "28") => Cause::Unreachable,
                Some("58" | "XX") => Cause::Disk,
                _ => Cause::Other,
            },
        }
    }
}

/// Failure of a whole transaction, shared by all jobs in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the database {database} could not be written ({reason}){}", self.cause.advice())]
pub struct Broken {
    /// Place of the database.
    pub database: Location,
    /// Kind of problem.
    pub cause: Cause,
    /// Message of the database.
    pub reason: String,
}

impl Broken {
    pub(super) fn new(database: &Location, error: &sqlx::Error) -> Self {
        Self { database: database.clone(), cause: Cause::of(error), reason: message(error) }
    }

    pub(super) fn other(database: &Location, error: &StoreError) -> Self {
        Self { database: database.clone(), cause: Cause::Other, reason: error.to_string() }
    }

    /// Failure of a server that does not answer in time.
    pub(super) fn slow(database: &Location) -> Self {
        Self { database: database.clone(), cause: Cause::Unreachable, reason: "it does not answer".to_owned() }
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
            StoreError::Unreachable { .. } => Cause::Unreachable,
            _ => Cause::Other,
        }
    }

    /// Converts an error that occurred while opening the database.
    pub(super) fn opening(database: &Location, error: sqlx::Error) -> StoreError {
        match Broken::new(database, &error) {
            Broken { cause: Cause::Gone | Cause::Other, .. } => StoreError::Sql(error),
            broken => broken.into_opening(),
        }
    }
}

impl Broken {
    /// Same problem, as the reason why the database cannot be opened.
    pub(super) fn into_opening(self) -> StoreError {
        let Broken { database, cause, reason } = self;
        match cause {
            Cause::Damaged => StoreError::Corrupt { database, reason },
            Cause::Full | Cause::Disk | Cause::ReadOnly => StoreError::Unwritable { database, reason },
            Cause::Locked => StoreError::Held { database, reason },
            Cause::Unreachable => StoreError::Unreachable { database, reason },
            Cause::Gone | Cause::Other => StoreError::Broken(Broken { database, cause, reason }),
        }
    }
}

/// Message of an error. That of a database has no details, which may contain values of rows.
fn message(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}
