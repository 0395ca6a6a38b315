//! What must outlive the process, in SQLite: the only place with SQL.
//!
//! # Layout
//! * `schema`: the files of `migrations/`, applied when the database is opened.
//! * `games`: a game as it is stored, read as a whole.
//! * `commit`: the one transaction behind everything that is accepted.
//! * `outbox`: what is to be said, and the messages that were posted.
//! * `time`: deadlines, and the time the program was down.
//! * `settings`: what people and servers have decided. `battalions`: the Battalions that servers bring.
//!
//! The store knows no rules: setups, actions, answers and settings are text to it. One connection writes, so that writers
//! queue here rather than in SQLite's busy loop; others read beside it (WAL).
//!
//! An acknowledged action survives power loss: `synchronous = FULL` makes every commit wait for the disk. In WAL mode
//! the cheaper `NORMAL` would keep the file sound but could lose the last moves of people who were told they had moved.

mod battalions;
mod commit;
mod games;
mod ids;
mod outbox;
mod schema;
mod settings;
mod time;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

pub use battalions::{BattalionRow, BattalionState, DraftRow};
pub use commit::{Change, NewAction, NewGame, NewNotice, Outcome, Time};
pub use games::{ActionRow, GameRow, Kind, OpenGame, PlaceRow, PlayerRow, SeatRow, State};
pub use ids::{
    ChannelId, DraftId, GameId, GuildId, InteractionKey, MessageId, NoticeId, PersonId, RoleId,
    Version,
};
pub use outbox::{MessageRow, NoticeRow, To};
pub use time::Due;

/// How long a statement waits for another process that holds the database.
const BUSY: Duration = Duration::from_secs(5);
/// Connections that read.
const READERS: u32 = 3;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    write: SqlitePool,
    read: SqlitePool,
}

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
    /// The file is there, and is not a sound database.
    #[error("the file {} is not a database of this program, or is damaged ({reason}); restore it from a copy, or move it away to begin anew", path.display())]
    Corrupt {
        /// Which file.
        path: PathBuf,
        /// What SQLite says.
        reason: String,
    },
    /// The database has been used by a newer program.
    #[error("the database {} was made by a newer version of this program (schema {schema}); start that version", path.display())]
    Newer {
        /// Which file.
        path: PathBuf,
        /// The schema that is not known here.
        schema: i64,
    },
    /// The database's schema is not the one that its number promises.
    #[error("the schema of the database {} does not fit this program: {reason}", path.display())]
    Schema {
        /// Which file.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// Something stored cannot be read back.
    #[error("the database holds {0} that cannot be read")]
    Content(&'static str),
    /// The database refused.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
}

/// SQLite's code for "file is not a database", and for "the database disk image is malformed".
const DAMAGED: [&str; 2] = ["26", "11"];
/// SQLite's codes for what cannot be opened or written: read-only, I/O, full, cannot open, permissions.
const UNWRITABLE: [&str; 6] = ["8", "10", "13", "14", "3", "23"];

impl Store {
    /// Opens the database, makes it if it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// [`StoreError`], a sentence for whoever runs the program.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        let unwritable = |error: std::io::Error| StoreError::Unwritable {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder).map_err(unwritable)?;
        }
        if path.is_dir() {
            return Err(unwritable(std::io::ErrorKind::IsADirectory.into()));
        }
        let explain = |error: sqlx::Error| explain(path, error);
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY)
            // Statements are logged nowhere: a log holds no secrets.
            .disable_statement_logging();
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options.clone())
            .await
            .map_err(explain)?;
        let found: String = sqlx::query_scalar("PRAGMA quick_check(1)")
            .fetch_one(&write)
            .await
            .map_err(explain)?;
        if found != "ok" {
            return Err(StoreError::Corrupt {
                path: path.to_owned(),
                reason: found,
            });
        }
        schema::migrate(path, &write).await?;
        let read = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options)
            .await
            .map_err(explain)?;
        Ok(Store { write, read })
    }

    /// Closes the database when everything under way is done.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

/// What an error at the opening means for whoever runs the program.
fn explain(path: &Path, error: sqlx::Error) -> StoreError {
    let Some(database) = error.as_database_error() else {
        return StoreError::Sql(error);
    };
    // Extended codes hold the primary one in their lowest byte.
    let code = database
        .code()
        .and_then(|code| code.parse::<u32>().ok())
        .map(|code| (code & 255).to_string())
        .unwrap_or_default();
    let (path, reason) = (path.to_owned(), database.message().to_owned());
    if DAMAGED.contains(&code.as_str()) {
        StoreError::Corrupt { path, reason }
    } else if UNWRITABLE.contains(&code.as_str()) {
        StoreError::Unwritable { path, reason }
    } else {
        StoreError::Sql(error)
    }
}
