//! What must outlive the process, in SQLite: the only place with SQL.
//!
//! # Layout
//! * `schema`: the files of `migrations/`, applied when the database is opened.
//! * `games`: a game as it is stored, read as a whole; `rows`: its types.
//! * `writer`: the one connection that writes. `error`: what can be wrong with the file.
//! * `commit`: the one job behind everything that is accepted; `change`: what it is given.
//! * `results`: how finished games ended. `erase`: deleting everything about a person. `personal`: handing it to them.
//! * `outbox`: what is to be said, and the messages that were posted.
//! * `openings`: new games that wait for a button.
//! * `time`: deadlines, and the time the program was down.
//! * `settings`: what people and servers have decided. `battalions`: servers' own Battalions; `drafts`: files that wait to become
//!   one; `shares`: Battalions that servers share. `log`: who changed what on a server. `lessons`: how far people have come in the lessons.
//!
//! The store knows no rules: setups, actions, answers and settings are text to it. One connection writes; others read beside it (WAL).
//!
//! An acknowledged action survives power loss: its commit waits for the disk (`synchronous = FULL`). Notes about deliveries do
//! not wait (`NORMAL`): they are on the disk with the next action, and a note lost with the power is found out again, since a
//! notice that may have been posted is looked for in its channel before it is posted again. So a turn waits for the disk once.

mod battalions;
mod change;
mod commit;
mod conditional;
mod drafts;
mod erase;
mod error;
mod games;
mod ids;
mod invited;
mod lessons;
mod log;
mod openings;
mod outbox;
mod personal;
mod results;
mod rows;
mod schema;
mod settings;
mod shares;
mod time;
mod writer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, SqliteConnection};

pub use battalions::{BattalionRow, BattalionState, NewVersion};
pub use change::{Change, NewAction, NewGame, NewNotice, NewSetup, Outcome, Time};
pub use conditional::LineRow;
pub use drafts::{DraftRow, NewDraft};
pub use erase::FORMER;
pub use error::{Broken, Cause, StoreError};
pub use ids::{
    ChannelId, DraftId, GameId, GuildId, InteractionKey, MessageId, NoticeId, OpeningId, PersonId, RoleId, ShareId,
    Version,
};
pub use lessons::LessonRow;
pub use log::{LogRow, NewLog};
pub use outbox::{MessageRow, NoticeRow, To};
pub use results::{NewResult, ResultRow, ResultSeat, ResultsStamp, Score};
pub use rows::{ActionRow, GameHead, GameRow, Kind, OpenGame, PastPlayerRow, PlaceRow, PlayerRow, SeatRow, State};
pub use settings::Settled;
pub use shares::{NewShare, PlayedRow, Reach, ReportRow, ShareRow};
pub use time::Due;
use writer::{Durability, Statements, Writer};

/// How long a statement waits for another process that holds the database.
const BUSY: Duration = Duration::from_secs(5);
/// Connections that read.
const READERS: u32 = 3;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Writer,
    read: SqlitePool,
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// [`StoreError`], a sentence for the person who runs the program.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        let unwritable =
            |error: std::io::Error| StoreError::Unwritable { path: path.to_owned(), reason: error.to_string() };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(unwritable)?;
        }
        if path.is_dir() {
            return Err(unwritable(std::io::ErrorKind::IsADirectory.into()));
        }
        let explain = |error: sqlx::Error| StoreError::opening(path, error);
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY)
            // What is deleted is overwritten: people may have everything about them deleted.
            .pragma("secure_delete", "ON")
            // Statements are logged nowhere: a log holds no secrets.
            .disable_statement_logging();
        let mut write = options.connect().await.map_err(explain)?;
        let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut write).await.map_err(explain)?;
        if found != "ok" {
            return Err(StoreError::Corrupt { path: path.to_owned(), reason: found });
        }
        schema::migrate(path, &mut write).await?;
        let read =
            SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await.map_err(explain)?;
        let writer = Writer::start(path.to_owned(), options, write);
        Ok(Store { writer, read })
    }

    /// Closes the database when everything under way is done.
    pub async fn close(&self) {
        self.read.close().await;
        self.writer.close().await;
    }

    /// Stores what people are told was done: it is on the disk when this answers.
    async fn store<T, F>(&self, statements: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Statements<'c, T> + Send + 'static,
    {
        self.writer.run(Durability::Lasting, statements).await
    }

    /// Notes what can be found out again after a power failure.
    async fn note<T, F>(&self, statements: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Statements<'c, T> + Send + 'static,
    {
        self.writer.run(Durability::Relaxed, statements).await
    }
}
