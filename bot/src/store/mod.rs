//! SQLite storage of everything that outlives the process: the only place with SQL.
//!
//! # Layout
//! * `schema`: migrations from the files of `migrations/`, applied when the database is opened.
//! * `games`: loading of whole games; `rows`: its types. `column`: values of columns.
//! * `writer`: the one connection that writes. `file`: the database's files, and the lock on them. `error`: errors.
//! * `commit`: the job that stores an accepted change of a game; `change`: its input. `effects`: the effects of actions
//!   on the state of a game, as rows or packed. `packing`: jobs that add and pack them.
//! * `backup`: copies of the database. `restore`: replacing the database by one. `doctor`: examination of a database. `results`: results of finished games. `erase`: deletion of personal
//!   data. `personal`: export of personal data.
//! * `outbox`: notices to be posted, and the messages already posted. `conditional`: conditional moves. `invited`: open
//!   invitations.
//! * `probe`: background reading of the whole database, which detects damage.
//! * `openings`: new games that wait for a button press.
//! * `time`: deadlines, downtime and pruning.
//! * `settings`: settings of people and servers. `battalions`: servers' own Battalions; `drafts`: files waiting to
//!   become one; `shares`: Battalions that servers share. `log`: changes made by administrators of a server. `lessons`:
//!   progress in the lessons.
//!
//! The store is independent of the game rules: setups, actions, answers and settings are opaque text. One connection
//! writes; others read concurrently (WAL).
//!
//! An acknowledged action survives power loss: its commit waits for the disk (`synchronous = FULL`). Records of posted
//! notices do not wait (`NORMAL`); they reach the disk with the next action. A lost record does no harm: before a
//! notice that may have been posted is posted again, its channel is searched for it. So each turn waits for the disk
//! only once.

mod backup;
mod battalions;
mod change;
mod column;
mod commit;
mod conditional;
mod departures;
mod doctor;
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
mod packing;
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

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

pub use backup::{backup, delete as delete_backup};
pub use battalions::{BattalionRow, BattalionState, NewVersion};
pub use change::{Change, NewAction, NewGame, NewNotice, NewSetup, Outcome, Time, To};
pub use conditional::LineRow;
pub use doctor::{Condition, condition};
pub use drafts::{DraftRow, NewDraft};
pub use erase::FORMER;
pub use error::{BackupError, Broken, Cause, StoreError};
pub use file::Lock;
use file::{BUSY, Files};
pub use ids::{
    ChannelId, DraftId, GameId, GuildId, InteractionKey, MessageId, NoticeId, OpeningId, PersonId, RoleId, ShareId,
    Version,
};
pub use lessons::LessonRow;
pub use log::{LogRow, NewLog};
pub use outbox::{MessageRow, NoticeRow};
pub use probe::Cursor;
pub use restore::{RestoreError, restore};
pub use results::{NewResult, ResultRow, ResultSeat, ResultsStamp, Score};
pub use rows::{ActionRow, GameHead, GameRow, Kind, OpenGame, PastPlayerRow, Place, PlayerRow, SeatRow, State};
pub use settings::Settled;
pub use shares::{NewShare, NoteKind, NoteRow, PlayedRow, Reach, ShareRow};
pub use time::Due;
use writer::{Durability, Statements, Writer};

/// Size of the journal, in bytes, above which its file is truncated once its content is in the database.
const JOURNAL: &str = "67108864";
/// Number of read connections.
const READERS: u32 = 3;

/// Runs an integrity check of the whole file and returns the first problem, if any.
async fn damage(check: &'static str, connection: &mut SqliteConnection) -> Result<Option<String>, sqlx::Error> {
    let found: String = sqlx::query_scalar(check).fetch_one(connection).await?;
    Ok(Some(found).filter(|found| found != "ok"))
}

/// Rejects a journal (`-wal`) that belongs to another database. After a crash the journal holds commits that the
/// database file lacks. If SQLite opened the database with a foreign journal for writing, it would apply that journal
/// and damage the database. So both are first checked read-only.
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
    // Plain options: settings such as the journal mode would be written to the file.
    let reading = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY).disable_statement_logging();
    // If the read-only open fails, the regular open below reports the reason.
    let both = is_sound(reading.clone().read_only(true)).await.unwrap_or(true);
    if both || !is_sound(reading.immutable(true)).await.unwrap_or(false) {
        return Ok(());
    }
    Err(StoreError::StrayJournal { path: path.to_owned(), journal })
}

/// Handle to the database; clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Writer,
    read: SqlitePool,
    files: Arc<Files>,
}

impl Store {
    /// Opens the database and migrates its schema. The file is created if missing.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        file::make_folder(path)?;
        if path.is_dir() {
            return Err(file::unwritable(path, &std::io::ErrorKind::IsADirectory.into()));
        }
        if file::staged(path).exists() {
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
            // Deleted content is overwritten, because people may request the deletion of their data.
            .pragma("secure_delete", "ON")
            // A journal that grew during a long read shrinks again.
            .pragma("journal_size_limit", JOURNAL)
            // Statements are not logged, because logs must not contain secrets.
            .disable_statement_logging();
        check_journal(path).await?;
        let mut write = options.connect().await.map_err(explain)?;
        if let Some(reason) = damage("PRAGMA quick_check(1)", &mut write).await.map_err(explain)? {
            return Err(StoreError::Corrupt { path: path.to_owned(), reason });
        }
        schema::copy_old(path, &mut write).await?;
        schema::migrate(path, &mut write).await?;
        // Rollback data of a savepoint stays in memory; by default SQLite writes it to the system's temporary folder.
        // Not earlier: a migration may rewrite the whole file, by a temporary copy.
        sqlx::query("PRAGMA temp_store = MEMORY").execute(&mut write).await.map_err(explain)?;
        // Later connections must neither create nor open another file.
        let options = options.create_if_missing(false).pragma("temp_store", "MEMORY");
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

    /// Returns whether the database files are still those that were opened.
    pub async fn is_in_place(&self) -> bool {
        self.files.check().await.is_ok()
    }

    /// Closes the database after all pending work.
    pub async fn close(&self) {
        self.read.close().await;
        self.writer.close().await;
    }

    /// Runs statements whose effect is acknowledged to users: returns once they are on the disk.
    async fn store<T, F>(&self, statements: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Statements<'c, T> + Send + 'static,
    {
        self.writer.run(Durability::Lasting, statements).await
    }

    /// Runs statements whose loss in a power failure does no harm.
    async fn note<T, F>(&self, statements: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Statements<'c, T> + Send + 'static,
    {
        self.writer.run(Durability::Relaxed, statements).await
    }
}
