//! What must outlive the process, in SQLite: the only place with SQL.
//!
//! # Layout
//! * `schema`: the files of `migrations/`, applied when the database is opened.
//! * `games`: a game as it is stored, read as a whole; `rows`: its types.
//! * `writer`: the one connection that writes. `file`: the files of the database, and who uses them. `error`: what can be wrong with the file.
//! * `effects`: what actions have changed, in rows or packed. `commit`: the one job behind everything that is accepted; `change`: what it is given.
//! * `restore`: a copy in the place of the database. `results`: how finished games ended. `erase`: deleting everything about a person. `personal`: handing it to them.
//! * `outbox`: what is to be said, and the messages that were posted.
//! * `probe`: reading through the database, so that damage is noticed.
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
mod effects;
mod erase;
mod error;
mod file;
mod games;
mod ids;
mod invited;
mod lessons;
mod log;
mod openings;
mod outbox;
mod personal;
mod probe;
mod restore;
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
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

pub use battalions::{BattalionRow, BattalionState, NewVersion};
pub use change::{Change, NewAction, NewGame, NewNotice, NewSetup, Outcome, Time};
pub use conditional::LineRow;
pub use drafts::{DraftRow, NewDraft};
pub use erase::FORMER;
pub use error::{Broken, Cause, StoreError};
use file::Files;
pub use file::Lock;
pub use ids::{
    ChannelId, DraftId, GameId, GuildId, InteractionKey, MessageId, NoticeId, OpeningId, PersonId, RoleId, ShareId,
    Version,
};
pub use lessons::LessonRow;
pub use log::{LogRow, NewLog};
pub use outbox::{MessageRow, NoticeRow, To};
pub use probe::Cursor;
pub use restore::{RestoreError, restore};
pub use results::{NewResult, ResultRow, ResultSeat, ResultsStamp, Score};
pub use rows::{ActionRow, GameHead, GameRow, Kind, OpenGame, PastPlayerRow, PlaceRow, PlayerRow, SeatRow, State};
pub use settings::Settled;
pub use shares::{NewShare, NoteKind, NoteRow, PlayedRow, Reach, ShareRow};
pub use time::Due;
use writer::{Durability, Statements, Writer};

/// How long a statement waits for another process that holds the database.
const BUSY: Duration = Duration::from_secs(5);
/// Connections that read.
const READERS: u32 = 3;

/// What a check of the whole file finds.
async fn damage(check: &'static str, connection: &mut SqliteConnection) -> Result<Option<String>, sqlx::Error> {
    let found: String = sqlx::query_scalar(check).fetch_one(connection).await?;
    Ok(Some(found).filter(|found| found != "ok"))
}

/// After a crash the journal (`-wal`) holds what is not in the database yet. Opened for writing, SQLite would work a journal of another
/// database into this one and damage it: both are only read first.
async fn check_journal(path: &Path) -> Result<(), StoreError> {
    let journal = file::beside(path, "-wal");
    if std::fs::metadata(&journal).map_or(0, |journal| journal.len()) == 0 || !path.exists() {
        return Ok(());
    }
    let is_sound = async |options: SqliteConnectOptions| -> Result<bool, sqlx::Error> {
        let mut connection = options.connect().await?;
        let found = damage("PRAGMA integrity_check(1)", &mut connection).await;
        connection.close().await?;
        Ok(matches!(found, Ok(None)))
    };
    // Without settings that would be written.
    let reading = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY).disable_statement_logging();
    // What cannot even be opened like this is explained by the open that follows.
    let both = is_sound(reading.clone().read_only(true)).await.unwrap_or(true);
    if both || !is_sound(reading.immutable(true)).await.unwrap_or(false) {
        return Ok(());
    }
    Err(StoreError::StrayJournal { path: path.to_owned(), journal })
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Writer,
    read: SqlitePool,
    files: Arc<Files>,
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// [`StoreError`], a sentence for the person who runs the program.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        file::make_folder(path)?;
        if path.is_dir() {
            return Err(file::unwritable(path, &std::io::ErrorKind::IsADirectory.into()));
        }
        if restore::staged(path).exists() {
            return Err(StoreError::RestoreCutOff { path: path.to_owned() });
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
        check_journal(path).await?;
        let mut write = options.connect().await.map_err(explain)?;
        if let Some(reason) = damage("PRAGMA quick_check(1)", &mut write).await.map_err(explain)? {
            return Err(StoreError::Corrupt { path: path.to_owned(), reason });
        }
        schema::migrate(path, &mut write).await?;
        // From here on no connection may find another file, or make a new one.
        let options = options.create_if_missing(false);
        let files = Files::watch(path);
        let read = SqlitePoolOptions::new()
            .min_connections(READERS)
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options.clone())
            .await
            .map_err(explain)?;
        let writer = Writer::start(path.to_owned(), Arc::clone(&files), options, write);
        Ok(Store { writer, read, files })
    }

    /// Whether the files are still those that were opened.
    pub async fn is_in_place(&self) -> bool {
        self.files.check().await.is_ok()
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
