//! Replacing the database by a copy: `battalion restore`.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::Connection as _;
use time::OffsetDateTime;

use super::database::Database;
use super::file::{Lock, beside, staged};
use super::sqlite::{self, Purpose};
use super::{Connection, Store, StoreError, schema};

/// Number of ids skipped after a restore. Buttons posted after the copy was made contain ids that the restored database
/// would otherwise assign again.
const SKIPPED: i64 = 100_000;

/// Skips numbers in every sequence of a server.
const SKIP: &str = "SELECT setval(oid::regclass, nextval(oid::regclass) + $1) FROM pg_class
    WHERE relkind = 'S' AND relnamespace = current_schema()::text::regnamespace";

/// Reason for refusing to restore a copy.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The database is in use.
    #[error(transparent)]
    InUse(StoreError),
    /// The copy is missing or cannot be read.
    #[error("the copy {} cannot be read ({reason}); nothing was changed", path.display())]
    Unread {
        /// Path of the copy.
        path: PathBuf,
        /// Cause reported by the operating system.
        reason: String,
    },
    /// The copy is damaged, not a database of this program, or from a newer version of the program.
    #[error("the copy {} cannot be used ({reason}); nothing was changed, so choose another copy", path.display())]
    Unusable {
        /// Path of the copy.
        path: PathBuf,
        /// Explanation.
        reason: String,
    },
    /// A file could not be moved.
    #[error("{} could not be moved ({reason}); make that possible and run the same command again", path.display())]
    Unmoved {
        /// Path of the file.
        path: PathBuf,
        /// Cause reported by the operating system.
        reason: String,
    },
}

/// Replaces the database by a copy and returns the path of the old database, which is kept. The copy itself remains
/// unchanged.
///
/// # Errors
/// Any error except [`RestoreError::Unmoved`] leaves the database unchanged.
pub async fn restore(copy: &Path, database: &Path) -> Result<Option<PathBuf>, RestoreError> {
    let _lock = Lock::take(database).map_err(RestoreError::InUse)?;
    let unread = |error: &io::Error| RestoreError::Unread { path: copy.to_owned(), reason: error.to_string() };
    let unusable = |reason: String| RestoreError::Unusable { path: copy.to_owned(), reason };
    let source = copy.canonicalize().map_err(|error| unread(&error))?;
    if database.canonicalize().is_ok_and(|database| database == source) {
        return Err(unusable("it is the database itself".to_owned()));
    }
    super::backup::verify(&source).map_err(unusable)?;
    let staged = staged(database);
    forget(&staged);
    // A copy made by copying the files of a running database is complete only with its journal.
    for end in ["", "-wal"] {
        let (from, to) = (beside(&source, end), beside(&staged, end));
        if (end.is_empty() || from.exists())
            && let Err(error) = std::fs::copy(&from, &to)
        {
            forget(&staged);
            return Err(unread(&error));
        }
    }
    let prepared = match prepare(&staged).await {
        Ok(()) => File::open(&staged).and_then(|file| file.sync_all()).map_err(|error| error.to_string()),
        Err(reason) => Err(reason),
    };
    if let Err(reason) = prepared {
        forget(&staged);
        return Err(unusable(reason));
    }
    let kept = unused(beside(database, &format!(".before-restore-{}", now())));
    let mut old = None;
    for end in ["-wal", "-shm", ""] {
        let from = beside(database, end);
        if from.exists() {
            rename(&from, &beside(&kept, end))?;
            old = Some(kept.clone());
        }
    }
    rename(&staged, database)?;
    // Flushes the renamed entries to the disk before success is reported. Some systems do not support this for folders.
    if let Some(folder) = database.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(old)
}

/// This path, or with a number after it if that is taken: by another restore in the same second.
fn unused(path: PathBuf) -> PathBuf {
    let numbered = (2..).map(|number| beside(&path, &format!("-{number}")));
    let mut paths = std::iter::once(path.clone()).chain(numbered);
    paths.find(|path| !path.exists()).unwrap_or(path)
}

fn rename(from: &Path, to: &Path) -> Result<(), RestoreError> {
    std::fs::rename(from, to)
        .map_err(|error| RestoreError::Unmoved { path: from.to_owned(), reason: error.to_string() })
}

/// Deletes the prepared files, if they exist.
fn forget(staged: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(staged, end));
    }
}

/// Returns the current time in a form suitable for file names.
fn now() -> String {
    let now = OffsetDateTime::now_utc();
    let (year, month, day) = now.to_calendar_date();
    let (hour, minute, second) = now.to_hms();
    format!("{year}-{:02}-{day:02}-{hour:02}{minute:02}{second:02}", u8::from(month))
}

/// Checks a copy, migrates its schema and marks it as restored.
async fn prepare(staged: &Path) -> Result<(), String> {
    let plain = |error: sqlx::Error| match error.as_database_error() {
        Some(error) => error.message().to_owned(),
        None => error.to_string(),
    };
    let mut connection = sqlite::connect(staged, Purpose::Copy).await.map_err(plain)?;
    sqlx::raw_sql("PRAGMA secure_delete = ON").execute(&mut connection).await.map_err(plain)?;
    if let Some(found) = sqlite::damage("PRAGMA integrity_check(1)", &mut connection).await.map_err(plain)? {
        return Err(format!("it is damaged: {found}"));
    }
    let ours = schema::current(&mut connection).await.map_err(plain)?.is_some();
    if !ours {
        return Err("it is no database of this program".to_owned());
    }
    schema::migrate(staged, &mut connection).await.map_err(|error| error.to_string())?;
    mark(&mut connection).await.map_err(plain)?;
    connection.close().await.map_err(plain)
}

async fn mark(connection: &mut Connection) -> Result<(), sqlx::Error> {
    let mut tx = connection.begin().await?;
    sqlx::query("INSERT INTO restored (only_row) VALUES (1) ON CONFLICT DO NOTHING").execute(&mut *tx).await?;
    sqlx::query("UPDATE sqlite_sequence SET seq = seq + $1").bind(SKIPPED).execute(&mut *tx).await?;
    tx.commit().await
}

impl Store {
    /// Runs once after a restore: replaces the notices about the newest board of each running game by notices of these
    /// kinds. Returns the number of games, or `None` if there was no restore. On a server, whose copies are put back by
    /// other programs, this is where numbers are skipped.
    pub async fn after_restore(&self, kinds: [&'static str; 2], now: i64) -> Result<Option<u64>, StoreError> {
        let on_server = matches!(self.database, Database::Postgres(_));
        self.store(move |tx| {
            Box::pin(async move {
                if sqlx::query("DELETE FROM restored").execute(&mut *tx).await?.rows_affected() == 0 {
                    return Ok(None);
                }
                if on_server {
                    sqlx::query(SKIP).bind(SKIPPED).execute(&mut *tx).await?;
                }
                let mut games = 0;
                for kind in kinds {
                    sqlx::query(
                        "DELETE FROM outbox WHERE kind = $1 AND whom = 'channel' AND EXISTS (SELECT 1 FROM games
                         WHERE id = game AND games.state = 'running' AND NOT adjourned
                         AND (outbox.state IN ('waiting', 'leased') OR games.version = outbox.version))",
                    )
                    .bind(kind)
                    .execute(&mut *tx)
                    .await?;
                    let put = sqlx::query(
                        "INSERT INTO outbox (game, version, kind, whom, recipient, due_at)
                         SELECT id, version, $1, 'channel', channel, $2 FROM games
                         WHERE state = 'running' AND NOT adjourned AND NOT unreadable ORDER BY id",
                    )
                    .bind(kind)
                    .bind(now);
                    games = put.execute(&mut *tx).await?.rows_affected();
                }
                Ok(Some(games))
            })
        })
        .await
    }
}
