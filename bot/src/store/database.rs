//! The database behind the store, and what differs between SQLite and PostgreSQL.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::durability::Durability;
use super::error::Broken;
use super::file::Files;
use super::postgres::{self, Postgres};
use super::sqlite::{self, Purpose, TEMPORARY};
use super::{Connection, Location};

/// Open database.
#[derive(Clone, Debug)]
pub(super) enum Database {
    Sqlite { path: PathBuf, files: Arc<Files> },
    Postgres(Arc<Postgres>),
}

impl Database {
    pub fn location(&self) -> Location {
        match self {
            Database::Sqlite { path, .. } => Location::File(path.clone()),
            Database::Postgres(postgres) => postgres.location().clone(),
        }
    }

    /// Checks that the files of the database are still those that were opened.
    pub async fn check(&self) -> Result<(), Broken> {
        match self {
            Database::Sqlite { files, .. } => files.check().await,
            Database::Postgres(_) => Ok(()),
        }
    }

    /// Opens a connection for writes of this durability, and of less.
    pub async fn connect(&self, most: Durability) -> Result<Connection, Broken> {
        let path = match self {
            Database::Postgres(postgres) => return postgres.connect(most).await,
            Database::Sqlite { path, .. } => path,
        };
        let opened = async {
            let mut connection = sqlite::connect(path, Purpose::Write).await?;
            sqlx::raw_sql(TEMPORARY).execute(&mut connection).await?;
            Ok(connection)
        };
        opened.await.map_err(|error| Broken::new(&self.location(), &error))
    }

    /// Returns the statements that begin a transaction. `before` is the durability of the connection's last one.
    ///
    /// In SQLite, `IMMEDIATE` takes the write lock at once; a deferred transaction could fail to get it halfway.
    pub fn begin(&self, before: Option<Durability>, durability: Durability) -> &'static str {
        match (self, durability) {
            (Database::Sqlite { .. }, _) if before == Some(durability) => "BEGIN IMMEDIATE",
            (Database::Sqlite { .. }, Durability::Relaxed) => "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE",
            (Database::Sqlite { .. }, Durability::Lasting) => "PRAGMA synchronous = FULL; BEGIN IMMEDIATE",
            // Each connection has its highest durability from the start.
            (Database::Postgres(_), _) => "BEGIN",
        }
    }

    /// Returns true for a server, where notes and actions have connections of their own and change rows at the same time,
    /// as several processes do.
    pub const fn is_server(&self) -> bool {
        matches!(self, Database::Postgres(_))
    }

    /// Returns the time limit for a transaction.
    pub fn limit(&self) -> Duration {
        match self {
            Database::Sqlite { .. } => Duration::MAX,
            Database::Postgres(_) => postgres::WRITING,
        }
    }

    /// Returns the statement that removes deleted content from the disk, where there is one.
    pub fn checkpoint(&self) -> Option<&'static str> {
        match self {
            Database::Sqlite { .. } => Some("PRAGMA wal_checkpoint(TRUNCATE)"),
            Database::Postgres(_) => None,
        }
    }

    /// Ends the watch on the files, before the last connection is closed.
    pub fn close(&self) {
        if let Database::Sqlite { files, .. } = self {
            files.close();
        }
    }
}
