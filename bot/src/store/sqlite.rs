//! Connections to an SQLite file.

use std::fmt::Write as _;
use std::path::Path;

use sqlx::ConnectOptions as _;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyPool, Connection as _};

use super::{Connection, StoreError, file};

/// Settings of each connection that writes.
///
/// * `secure_delete`: deleted content is overwritten, because people may request the deletion of their data.
/// * `journal_size_limit`: a journal that grew during a long read shrinks again, to 64 MiB.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
    PRAGMA journal_size_limit = 67108864";

/// Rollback data of a savepoint stays in memory; by default SQLite writes it to the system's temporary folder. Not set
/// during a migration, which may rewrite the whole file by a temporary copy.
pub(super) const TEMPORARY: &str = "PRAGMA temp_store = MEMORY";

/// Purpose of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Writing; the file is created if missing.
    Create,
    /// Writing to an existing file.
    Write,
    /// Copying the database. The settings of the file are not changed.
    Copy,
    /// Reading. Neither the file nor its settings can be changed.
    Read,
    /// Reading without the journal.
    ReadWithoutJournal,
}

/// Options for a file. A statement waits up to five seconds for another process that locks the database, and foreign
/// keys are enforced: both are defaults of sqlx.
fn options(path: &Path, purpose: Purpose) -> Result<AnyConnectOptions, sqlx::Error> {
    let Some(name) = path.to_str() else {
        return Err(sqlx::Error::Configuration("its path is not valid Unicode".into()));
    };
    // Every byte is encoded, so that no part of the path can be taken for something else.
    let mut url = String::from("sqlite:");
    for byte in name.bytes() {
        let _ = write!(url, "%{byte:02X}");
    }
    url.push_str(match purpose {
        Purpose::Create => "?mode=rwc",
        Purpose::Write | Purpose::Copy => "?mode=rw",
        Purpose::Read => "?mode=ro",
        Purpose::ReadWithoutJournal => "?mode=rw&immutable=true",
    });
    sqlx::any::install_default_drivers();
    // Statements are not logged, because logs must not contain secrets.
    Ok(url.parse::<AnyConnectOptions>()?.disable_statement_logging())
}

/// Opens a connection.
pub(super) async fn connect(path: &Path, purpose: Purpose) -> Result<Connection, sqlx::Error> {
    let mut connection = options(path, purpose)?.connect().await?;
    if matches!(purpose, Purpose::Create | Purpose::Write) {
        sqlx::raw_sql(SETTINGS).execute(&mut connection).await?;
    }
    Ok(connection)
}

/// Opens the connections that read.
pub(super) async fn readers(path: &Path, number: u32) -> Result<AnyPool, sqlx::Error> {
    AnyPoolOptions::new()
        .min_connections(number)
        .max_connections(number)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(|connection, _| {
            Box::pin(async move {
                for settings in [SETTINGS, TEMPORARY] {
                    sqlx::raw_sql(settings).execute(&mut *connection).await?;
                }
                Ok(())
            })
        })
        .connect_with(options(path, Purpose::Write)?)
        .await
}

/// Runs an integrity check of the whole file and returns the first problem, if any.
pub(super) async fn damage(check: &'static str, connection: &mut Connection) -> Result<Option<String>, sqlx::Error> {
    let found: String = sqlx::query_scalar(check).fetch_one(connection).await?;
    Ok(Some(found).filter(|found| found != "ok"))
}

/// Rejects a journal (`-wal`) that belongs to another database. After a crash the journal holds commits that the
/// database file lacks. If SQLite opened the database with a foreign journal for writing, it would apply that journal
/// and damage the database. So both are first checked read-only.
pub(super) async fn check_journal(path: &Path) -> Result<(), StoreError> {
    let journal = file::beside(path, "-wal");
    if std::fs::metadata(&journal).map_or(0, |journal| journal.len()) == 0 || !path.exists() {
        return Ok(());
    }
    let is_sound = async |purpose| -> Result<bool, sqlx::Error> {
        let mut connection = connect(path, purpose).await?;
        let found = damage("PRAGMA integrity_check(1)", &mut connection).await;
        connection.close().await?;
        Ok(matches!(found, Ok(None)))
    };
    // If the read-only open fails, the regular open reports the reason.
    let both = is_sound(Purpose::Read).await.unwrap_or(true);
    if both || !is_sound(Purpose::ReadWithoutJournal).await.unwrap_or(false) {
        return Ok(());
    }
    Err(StoreError::StrayJournal { path: path.to_owned(), journal })
}
