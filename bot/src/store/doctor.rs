//! Examination of a database file for `battalion doctor`.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::{Connection as _, Row as _};

use super::sqlite::{self, Purpose};
use super::{Connection, GameId, Store, StoreError, schema};

/// Maximum number of problems that SQLite lists.
const LISTED: &str = "PRAGMA integrity_check(20)";

/// Condition of a database file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    /// Schema of the database; `None` for an empty or damaged one.
    pub schema: Option<i64>,
    /// Size in bytes, without the journal.
    pub bytes: u64,
    /// Problems found by SQLite.
    pub damage: Vec<String>,
    /// Number of rows by table that belong to a row which no longer exists.
    pub orphans: BTreeMap<String, u64>,
    /// Number of notices waiting to be posted.
    pub waiting: u64,
    /// Number of notices that could not be posted, for example because their channel was deleted.
    pub given_up: u64,
}

/// Reads the condition of a database, which may be in use. Nothing is changed.
///
/// # Errors
/// The file is missing, or is not a database.
pub async fn condition(database: &Path) -> Result<Condition, StoreError> {
    if !database.exists() {
        return Err(StoreError::Missing { path: database.to_owned() });
    }
    let explain = |error| StoreError::opening(&database.into(), error);
    let mut connection = sqlite::connect(database, Purpose::Read).await.map_err(explain)?;
    let found = read(&mut connection).await;
    let _ = connection.close().await;
    found.map_err(explain)
}

async fn read(connection: &mut Connection) -> Result<Condition, sqlx::Error> {
    let bytes: i64 = sqlx::query_scalar("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        .fetch_one(&mut *connection)
        .await?;
    let damage: Vec<String> = sqlx::query_scalar(LISTED).fetch_all(&mut *connection).await?;
    let mut found = Condition {
        bytes: unsigned(bytes),
        damage: damage.into_iter().filter(|line| line != "ok").collect(),
        ..Condition::default()
    };
    if !found.damage.is_empty() {
        return Ok(found);
    }
    found.schema = schema::current(connection).await?;
    if found.schema.is_none() {
        return Ok(found);
    }
    for row in sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut *connection).await? {
        *found.orphans.entry(row.try_get(0)?).or_default() += 1;
    }
    let notices = "SELECT count(*) FILTER (WHERE state IN ('waiting', 'leased')), count(*) FILTER (WHERE state = 'given-up') FROM outbox";
    let (waiting, given_up): (i64, i64) = sqlx::query_as(notices).fetch_one(connection).await?;
    (found.waiting, found.given_up) = (unsigned(waiting), unsigned(given_up));
    Ok(found)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

impl Store {
    /// Returns the next games by id, at most `most`.
    pub async fn games_after(&self, id: GameId, most: i64) -> Result<Vec<GameId>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(id)
            .bind(most)
            .fetch_all(&self.read)
            .await?)
    }
}
