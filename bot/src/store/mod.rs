//! Storage of everything that outlives the process, in SQLite or PostgreSQL: the only place with SQL.
//!
//! # Layout
//! * `location`: place of a database. `database`: what differs between the two kinds; `sqlite`, `postgres`: their
//!   connections.
//! * `schema`: migrations from the files of `migrations/`, applied when the database is opened.
//! * `games`: loading of whole games; `rows`: its types. `column`: values of columns.
//! * `writer`: the connections that write; `durability`: what their transactions wait for. `file`: SQLite's files, and
//!   the lock on them. `error`: errors.
//! * `commit`: the job that stores an accepted change of a game; `change`: its input. `effects`: the effects of actions
//!   on the state of a game, as rows or packed. `packing`: jobs that add and pack them.
//! * `backup`: copies of the database. `restore`: replacing the database by one. `doctor`: examination of a database.
//! * `results`: results of finished games. `erase`: deletion of personal data. `personal`: export of personal data.
//! * `outbox`: notices to be posted, and the messages already posted. `conditional`: conditional moves. `invited`: open
//!   invitations.
//! * `moving`: copying a whole database into another, of either kind.
//! * `shards`: servers of a process; `elsewhere`: changes by other processes.
//! * `probe`: background reading of the whole database, which detects damage.
//! * `openings`: new games that wait for a button press.
//! * `time`: deadlines, downtime and pruning.
//! * `settings`: settings of people and servers. `battalions`: servers' own Battalions; `drafts`: files waiting to
//!   become one; `shares`: Battalions that servers share; `trials`: tests of armies; `fits`: values fitted to
//!   games of Battalions. `log`: changes made by administrators of a server. `lessons`:
//!   progress in the lessons.
//!
//! The store is independent of the game rules: setups, actions, answers and settings are opaque text. One connection
//! writes, on a server one for actions and one for notes; others read concurrently. Statements run on both databases:
//! numbered parameters, `ON CONFLICT`, `RETURNING`, columns qualified in `DO UPDATE`, truth values read as `Flag`, JSON
//! read and made in Rust.
//!
//! An acknowledged action survives power loss: its commit waits for the disk (`synchronous = FULL`, or
//! `synchronous_commit = on`). Records of posted notices do not wait (`NORMAL`, `off`); they reach the disk with the
//! next action. A lost record does no harm: before a notice that may have been posted is posted again, its channel is
//! searched for it. So each turn waits for the disk only once.

mod backup;
mod battalions;
mod change;
mod column;
mod commit;
mod conditional;
mod connection;
mod database;
mod departures;
mod doctor;
mod drafts;
mod durability;
mod effects;
mod elsewhere;
mod erase;
mod error;
mod file;
mod fits;
mod games;
mod ids;
mod invited;
mod lessons;
mod location;
mod log;
mod moving;
mod openings;
mod outbox;
mod packing;
mod personal;
mod postgres;
mod probe;
mod restore;
mod results;
mod rows;
mod schema;
mod settings;
mod settings_cache;
mod shards;
mod shares;
mod sqlite;
mod time;
mod trials;
mod writer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::AnyPool;

pub use backup::{backup, delete as delete_backup};
pub use battalions::{BattalionRow, BattalionState, NewVersion};
pub use change::{Change, NewAction, NewGame, NewNotice, NewSetup, Outcome, Time, To};
pub use conditional::LineRow;
use connection::Connection;
use database::Database;
pub use doctor::{Condition, condition};
pub use drafts::{DraftRow, NewDraft};
use durability::Durability;
pub use elsewhere::{Elsewhere, Listener};
pub use erase::FORMER;
pub use error::{BackupError, Broken, Cause, StoreError};
use file::Files;
pub use file::Lock;
pub use fits::{FitRow, FitState, Unfitted};
pub use ids::{
    ChannelId, DraftId, GameId, GuildId, InteractionKey, MessageId, NoticeId, OpeningId, PersonId, RoleId, ShareId,
    TrialId, Version,
};
pub use lessons::LessonRow;
pub use location::{Location, Server};
pub use log::{LogRow, NewLog};
pub use moving::{MoveError, copy};
pub use outbox::{AfterPost, MessageRow, NoticeRow};
use postgres::Postgres;
pub use probe::Cursor;
pub use restore::{RestoreError, restore};
pub use results::{Conditions, NewResult, ResultRow, ResultSeat, ResultsStamp, Score};
pub use rows::{ActionRow, GameHead, GameRow, Kind, OpenGame, PastPlayerRow, Place, PlayerRow, SeatRow, State};
pub use settings::Settled;
use settings_cache::SettingsCache;
pub use shards::{NotShards, Shards};
pub use shares::{NewShare, NoteKind, NoteRow, PlayedRow, Reach, ShareRow};
use sqlite::{Purpose, TEMPORARY};
pub use time::Due;
pub use trials::{NewTrial, TrialPair, TrialRow, TrialState};
use writer::{Statements, Writer};

/// Number of read connections.
const READERS: u32 = 3;
/// Number of times that a process looks whether another one has migrated the schema, and the pause between them.
const MIGRATION_CHECKS: u32 = 20;
const MIGRATION_PAUSE: Duration = Duration::from_millis(100);

/// Handle to the database; clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Writer,
    /// Writer of notes; for a file the same as `writer`, because only one connection can write.
    notes: Writer,
    read: AnyPool,
    database: Database,
    shards: Shards,
    settings: Arc<SettingsCache>,
}

impl Store {
    /// Opens the database and migrates its schema. A file is created if missing; the database of a server must exist.
    pub async fn open(at: impl Into<Location>) -> Result<Store, StoreError> {
        Self::open_part(at, Shards::ALL).await
    }

    /// Opens the database for one of several processes. Only one process can use a file, so it has all shards.
    pub async fn open_part(at: impl Into<Location>, shards: Shards) -> Result<Store, StoreError> {
        match at.into() {
            Location::File(path) => Self::open_file(&path).await,
            Location::Server(server) => Self::open_server(server, shards).await,
        }
    }

    /// Shards of this process.
    pub const fn shards(&self) -> Shards {
        self.shards
    }

    async fn open_file(path: &Path) -> Result<Store, StoreError> {
        let write = prepare_file(path).await?;
        let files = Files::watch(path);
        // Later connections must neither create nor open another file.
        let read = sqlite::readers(path, READERS).await;
        let read = read.map_err(|error| StoreError::opening(&path.into(), error))?;
        let database = Database::Sqlite { path: path.to_owned(), files };
        let writer = Writer::start(database.clone(), Durability::Lasting, write);
        Ok(Self::on(database, [writer.clone(), writer], read, Shards::ALL))
    }

    async fn open_server(server: Server, shards: Shards) -> Result<Store, StoreError> {
        let postgres = Postgres::new(server, shards);
        let write = prepare_server(&postgres).await?;
        let read = postgres.readers(READERS).await;
        let read = read.map_err(|error| StoreError::opening(postgres.location(), error))?;
        let notes = postgres.connect(Durability::Relaxed).await.map_err(Broken::into_opening)?;
        let database = Database::Postgres(Arc::new(postgres));
        let writers = [(Durability::Lasting, write), (Durability::Relaxed, notes)]
            .map(|(most, open)| Writer::start(database.clone(), most, open));
        Ok(Self::on(database, writers, read, shards))
    }

    fn on(database: Database, [writer, notes]: [Writer; 2], read: AnyPool, shards: Shards) -> Store {
        Store { writer, notes, read, database, shards, settings: Arc::new(SettingsCache::new(shards.is_all())) }
    }

    /// Waits until no other process connects its shards to Discord, which allows one new session every few seconds.
    /// `None` for the only process.
    ///
    /// # Errors
    /// [`StoreError`] if the server cannot be reached.
    pub async fn start_lock(&self) -> Result<Option<StartLock>, StoreError> {
        match &self.database {
            Database::Postgres(postgres) if !self.shards.is_all() => Ok(Some(StartLock(postgres.start_lock().await?))),
            _ => Ok(None),
        }
    }

    /// Returns whether the files of the database are still those that were opened.
    pub async fn is_in_place(&self) -> bool {
        self.database.check().await.is_ok()
    }

    /// Closes the database after all pending work.
    pub async fn close(&self) {
        self.read.close().await;
        self.notes.close().await;
        self.writer.close().await;
    }

    /// Runs statements whose effect is acknowledged to users: returns once they are on the disk.
    async fn store<T, F>(&self, statements: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Connection) -> Statements<'c, T> + Send + 'static,
    {
        self.writer.run(Durability::Lasting, statements).await
    }

    /// Runs statements whose loss in a power failure does no harm.
    async fn note<T, F>(&self, statements: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Connection) -> Statements<'c, T> + Send + 'static,
    {
        self.notes.run(Durability::Relaxed, statements).await
    }
}

/// Lock that a process holds while its shards connect. It ends with the value.
#[derive(Debug)]
pub struct StartLock(#[expect(dead_code, reason = "its lock ends with the connection")] Connection);

/// Connection with which tests simulate faults.
#[cfg(test)]
pub(crate) async fn connect(at: &Location) -> Connection {
    use sqlx::ConnectOptions as _;
    match at {
        Location::File(path) => sqlite::connect(path, Purpose::Copy).await.unwrap(),
        Location::Server(server) => server.options("test").connect().await.unwrap(),
    }
}

/// Opens a file and migrates its schema. Returns a connection that writes.
async fn prepare_file(path: &Path) -> Result<Connection, StoreError> {
    file::make_folder(path)?;
    if path.is_dir() {
        return Err(file::unwritable(path, &std::io::ErrorKind::IsADirectory.into()));
    }
    if file::staged(path).exists() {
        return Err(StoreError::RestoreCutOff { path: path.to_owned() });
    }
    let at = Location::from(path);
    let explain = |error: sqlx::Error| StoreError::opening(&at, error);
    sqlite::check_journal(path).await?;
    let mut write = sqlite::connect(path, Purpose::Create).await.map_err(explain)?;
    if let Some(reason) = sqlite::damage("PRAGMA quick_check(1)", &mut write).await.map_err(explain)? {
        return Err(StoreError::Corrupt { database: at, reason });
    }
    schema::copy_old(path, &mut write).await?;
    schema::migrate(path, &mut write).await?;
    sqlx::raw_sql(TEMPORARY).execute(&mut write).await.map_err(explain)?;
    Ok(write)
}

/// Returns true if the schema is old and stays so while other processes use the database. Another process of this version
/// may be migrating it at this moment, above all that of a new database.
async fn stays_old(postgres: &Postgres, write: &mut Connection) -> Result<bool, sqlx::Error> {
    for _ in 0..MIGRATION_CHECKS {
        if !schema::is_old(write).await? || !postgres.has_others(write).await? {
            return Ok(false);
        }
        tokio::time::sleep(MIGRATION_PAUSE).await;
    }
    Ok(true)
}

/// Opens a server's database and migrates its schema. Returns the connection that writes.
async fn prepare_server(postgres: &Postgres) -> Result<Connection, StoreError> {
    let mut write = postgres.connect(Durability::Lasting).await.map_err(Broken::into_opening)?;
    let explain = |error: sqlx::Error| StoreError::opening(postgres.location(), error);
    if stays_old(postgres, &mut write).await.map_err(explain)? {
        let reason = "this version changes the schema, and processes of the earlier one are running".to_owned();
        return Err(StoreError::Held { database: postgres.location().clone(), reason });
    }
    schema::apply(postgres.location(), &mut write, schema::POSTGRES).await?;
    Ok(write)
}
