//! Copying a whole database into an empty one, of the same kind or the other: `battalion move`.

use std::fmt::Write as _;
use std::path::PathBuf;

use futures_util::TryStreamExt as _;
use sha2::{Digest as _, Sha256};
use sqlx::any::{AnyArguments, AnyRow, AnyTypeInfoKind};
use sqlx::query::Query;
use sqlx::{
    Any, AssertSqlSafe, Column as _, Connection as _, Executor as _, Row as _, SqlSafeStr as _, Statement as _,
    ValueRef as _,
};

use super::column::Flag;
use super::file::Lock;
use super::postgres::Postgres;
use super::{Connection, Location, Shards, StoreError, prepare_file, prepare_server};

/// Tables, parents before their children, each with the key by which its rows are read in order. A test lists every
/// table.
const TABLES: [(&str, &str); 35] = [
    ("heartbeats", "total_shards, first_shard, last_shard"),
    ("games", "id"),
    ("seats", "game, seat"),
    ("players", "game, person"),
    ("past_players", "game, version"),
    ("actions", "game, seq"),
    ("secrets", "game, name"),
    ("effects", "game, seq"),
    ("packed_effects", "game"),
    ("interactions", "id"),
    ("outbox", "id"),
    ("messages", "message"),
    ("publications", "game, version"),
    ("invited", "game, person"),
    ("conditional_moves", "id"),
    ("lobby_drafts", "id"),
    ("results", "game"),
    ("result_seats", "game, seat"),
    ("result_people", "game, seat, place"),
    ("results_missing", "only_row"),
    ("unlisted", "person"),
    ("erasures", "person"),
    ("lessons", "person, lesson"),
    ("guild_settings", "guild"),
    ("person_settings", "person"),
    ("shares", "id"),
    ("share_notes", "id"),
    ("battalions", "guild, id, version"),
    ("battalion_drafts", "id"),
    ("trials", "id"),
    ("trial_pairs", "trial, opponent, pair"),
    ("fits", "guild, battalion"),
    ("admin_log", "id"),
    ("restored", "only_row"),
    ("departures", "guild"),
];

/// Tables that number their rows. Numbers are never used again, not even those of deleted rows.
const NUMBERED: [&str; 9] = [
    "games",
    "outbox",
    "conditional_moves",
    "lobby_drafts",
    "shares",
    "share_notes",
    "battalion_drafts",
    "trials",
    "admin_log",
];

/// Rows written by one statement.
const WRITTEN: usize = 50;

/// Reason why a database was not moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The source does not exist.
    #[error("there is no database {}; nothing was changed", .0.display())]
    Missing(PathBuf),
    /// A database cannot be opened, or a process uses it.
    #[error("{0}; nothing was moved")]
    Store(#[from] StoreError),
    /// The destination has content.
    #[error(
        "the database {database} is not empty (it has rows in `{table}`); choose an empty one: nothing was changed"
    )]
    NotEmpty {
        /// Place of the destination.
        database: Location,
        /// Table with rows.
        table: &'static str,
    },
    /// The destination has other content after the copy, which is then undone.
    #[error("the rows of `{table}` differ after the copy; nothing was moved")]
    Differs {
        /// Table with the difference.
        table: &'static str,
    },
}

impl From<sqlx::Error> for MoveError {
    fn from(error: sqlx::Error) -> Self {
        MoveError::Store(error.into())
    }
}

/// Value of a column. Truth values are numbers, as in SQLite.
enum Cell {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Cell {
    fn read(row: &AnyRow, index: usize) -> Result<Cell, sqlx::Error> {
        Ok(match row.try_get_raw(index)?.type_info().kind() {
            AnyTypeInfoKind::Null => Cell::Null,
            AnyTypeInfoKind::Text => Cell::Text(row.try_get(index)?),
            AnyTypeInfoKind::Blob => Cell::Bytes(row.try_get(index)?),
            AnyTypeInfoKind::Bool => Cell::Number(row.try_get::<Flag, _>(index)?.0.into()),
            _ => Cell::Number(row.try_get(index)?),
        })
    }

    /// Adds the value to a checksum, with its kind and length, so that no two rows look the same.
    fn digest(&self, sum: &mut Sha256) {
        let (kind, bytes): (u8, &[u8]) = match self {
            Cell::Null => (0, &[]),
            Cell::Number(number) => (1, &number.to_le_bytes()),
            Cell::Text(text) => (2, text.as_bytes()),
            Cell::Bytes(bytes) => (3, bytes),
        };
        sum.update([kind]);
        sum.update((bytes.len() as u64).to_le_bytes());
        sum.update(bytes);
    }

    /// Binds the value to a column of this type.
    fn bind<'q>(self, query: Query<'q, Any, AnyArguments>, kind: AnyTypeInfoKind) -> Query<'q, Any, AnyArguments> {
        match (self, kind) {
            (Cell::Null, AnyTypeInfoKind::Bool) => query.bind(None::<bool>),
            (Cell::Null, AnyTypeInfoKind::Text) => query.bind(None::<String>),
            (Cell::Null, AnyTypeInfoKind::Blob) => query.bind(None::<Vec<u8>>),
            (Cell::Null, _) => query.bind(None::<i64>),
            (Cell::Number(number), AnyTypeInfoKind::Bool) => query.bind(number != 0),
            (Cell::Number(number), _) => query.bind(number),
            (Cell::Text(text), _) => query.bind(text),
            (Cell::Bytes(bytes), _) => query.bind(bytes),
        }
    }
}

/// Columns of a table in the destination.
struct Columns(Vec<(String, AnyTypeInfoKind)>);

impl Columns {
    async fn of(connection: &mut Connection, table: &str) -> Result<Self, sqlx::Error> {
        let statement = AssertSqlSafe(format!("SELECT * FROM {table}")).into_sql_str();
        let statement = connection.prepare(statement).await?;
        let columns = statement.columns().iter();
        Ok(Self(columns.map(|column| (column.name().to_owned(), column.type_info().kind())).collect()))
    }

    fn names(&self) -> String {
        self.0.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn cells(&self, row: &AnyRow) -> Result<Vec<Cell>, sqlx::Error> {
        (0..self.0.len()).map(|index| Cell::read(row, index)).collect()
    }

    /// Writes rows, all by one statement.
    async fn write(&self, connection: &mut Connection, table: &str, rows: Vec<Vec<Cell>>) -> Result<(), sqlx::Error> {
        let mut insert = format!("INSERT INTO {table} ({}) VALUES", self.names());
        let mut number = 0;
        for row in 0..rows.len() {
            insert.push_str(if row == 0 { " (" } else { ", (" });
            for column in 0..self.0.len() {
                number += 1;
                let comma = if column == 0 { "" } else { ", " };
                let _ = write!(insert, "{comma}${number}");
            }
            insert.push(')');
        }
        let mut query = sqlx::query(AssertSqlSafe(insert));
        for row in rows {
            for (cell, (_, kind)) in row.into_iter().zip(&self.0) {
                query = cell.bind(query, *kind);
            }
        }
        query.execute(connection).await?;
        Ok(())
    }
}

/// Number of rows of a table, and their checksum.
#[derive(PartialEq, Eq)]
struct Content {
    rows: u64,
    sum: [u8; 32],
}

/// Reads a whole table in the order of its key, and writes its rows to `to`.
async fn content(
    columns: &Columns,
    (table, key): (&str, &str),
    from: &mut Connection,
    mut to: Option<&mut Connection>,
) -> Result<Content, sqlx::Error> {
    let select = format!("SELECT {} FROM {table} ORDER BY {key}", columns.names());
    let mut chunks = sqlx::query(AssertSqlSafe(select)).fetch(from).try_chunks(WRITTEN);
    let (mut rows, mut sum) = (0, Sha256::new());
    while let Some(chunk) = chunks.try_next().await.map_err(|failed| failed.1)? {
        let read = chunk.iter().map(|row| columns.cells(row)).collect::<Result<Vec<_>, _>>()?;
        rows += read.len() as u64;
        read.iter().flatten().for_each(|cell| cell.digest(&mut sum));
        if let Some(to) = &mut to {
            columns.write(to, table, read).await?;
        }
    }
    Ok(Content { rows, sum: sum.finalize().into() })
}

/// One of the two databases. No other process can use it meanwhile.
struct Side {
    connection: Connection,
    is_server: bool,
    _lock: Option<Lock>,
}

impl Side {
    async fn open(at: &Location) -> Result<Side, StoreError> {
        match at {
            Location::File(path) => {
                let lock = Lock::take(path)?;
                Ok(Side { connection: prepare_file(path).await?, is_server: false, _lock: Some(lock) })
            }
            Location::Server(server) => {
                let connection = prepare_server(&Postgres::new(server.clone(), Shards::ALL)).await?;
                Ok(Side { connection, is_server: true, _lock: None })
            }
        }
    }
}

/// Returns the last number that a table has given.
async fn last_number(side: &mut Side, table: &str) -> Result<i64, sqlx::Error> {
    let select = if side.is_server {
        "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass), 0)"
    } else {
        "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = $1"
    };
    sqlx::query_scalar(select).bind(table).fetch_one(&mut side.connection).await
}

/// Lets a table continue after this number.
async fn continue_after(tx: &mut Connection, is_server: bool, table: &str, last: i64) -> Result<(), sqlx::Error> {
    let statements: &[&str] = match (last, is_server) {
        (0, _) => &[],
        (_, true) => &["SELECT setval(pg_get_serial_sequence($1, 'id')::regclass, $2)"],
        (_, false) => &[
            "DELETE FROM sqlite_sequence WHERE name = $1 AND seq <= $2",
            "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)",
        ],
    };
    for statement in statements {
        sqlx::query(*statement).bind(table).bind(last).execute(&mut *tx).await?;
    }
    Ok(())
}

/// Copies a database into an empty one. Everything is copied in one transaction and compared, or nothing. `progress`
/// receives each table with its number of rows and the beginning of its checksum.
///
/// # Errors
/// After an error the destination is empty and the source unchanged, apart from a migration to the newest schema.
pub async fn copy(
    from: &Location,
    to: &Location,
    mut progress: impl FnMut(&'static str, u64, String),
) -> Result<(), MoveError> {
    if let Some(path) = from.file().filter(|path| !path.exists()) {
        return Err(MoveError::Missing(path.to_owned()));
    }
    let mut source = Side::open(from).await?;
    let mut target = Side::open(to).await?;
    let mut numbers = Vec::with_capacity(NUMBERED.len());
    for table in NUMBERED {
        numbers.push((table, last_number(&mut source, table).await?));
    }
    let mut tx = target.connection.begin().await?;
    for (table, _) in TABLES {
        let exists = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        if sqlx::query_scalar::<_, Flag>(AssertSqlSafe(exists)).fetch_one(&mut *tx).await?.0 {
            return Err(MoveError::NotEmpty { database: to.clone(), table });
        }
    }
    for table in TABLES {
        let columns = Columns::of(&mut tx, table.0).await?;
        let sent = content(&columns, table, &mut source.connection, Some(&mut tx)).await?;
        let received = content(&columns, table, &mut tx, None).await?;
        if sent != received {
            return Err(MoveError::Differs { table: table.0 });
        }
        let sum = sent.sum.iter().take(8).fold(String::new(), |mut sum, byte| {
            let _ = write!(sum, "{byte:02x}");
            sum
        });
        progress(table.0, sent.rows, sum);
    }
    for (table, last) in numbers {
        continue_after(&mut tx, target.is_server, table, last).await?;
    }
    tx.commit().await?;
    source.connection.close().await?;
    target.connection.close().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn every_table_is_moved_and_every_number_continued() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("x.sqlite")).await.unwrap();
        let of = async |select: &'static str| -> Vec<String> {
            sqlx::query_scalar(select).fetch_all(&store.read).await.unwrap()
        };
        let tables = of(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx%' ORDER BY name",
        );
        let mut known = TABLES.map(|(table, _)| table);
        known.sort_unstable();
        assert_eq!(tables.await, known);
        let numbered =
            of("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' ORDER BY name");
        let mut known = NUMBERED;
        known.sort_unstable();
        assert_eq!(numbered.await, known);
        store.close().await;
    }
}
