//! Connections to a PostgreSQL database.

use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyPool, ConnectOptions as _};

use super::durability::Durability;
use super::error::{Broken, Cause};
use super::location::Server;
use super::{Connection, Location, Shards};

/// First keys of advisory locks, which belong to one database. The second keys are a shard, held by one process only,
/// and the number of shards, shared by all processes.
const SHARD: i32 = 0x6261_7474;
pub(super) const TOTAL: i32 = 0x616c_696f;
/// Key of the lock that a process holds while its shards connect.
const CONNECTS: i64 = 0x6261_7474_616c_696f;
/// Time limit for a connection, and for a read that waits for one.
const CONNECTING: Duration = Duration::from_secs(10);
/// Time limit for a transaction. A server that vanishes without closing its connections would be waited for much longer.
pub(super) const WRITING: Duration = Duration::from_secs(30);
/// Number of attempts to take the lock, and the pause between them. After a lost connection the server needs a moment to
/// end the session that held the lock.
const ATTEMPTS: u32 = 40;
const PAUSE: Duration = Duration::from_millis(50);

/// Database on a server, with the names of this process's sessions there.
#[derive(Debug)]
pub(super) struct Postgres {
    at: Location,
    server: Server,
    shards: Shards,
    /// Names of the sessions that write actions and notes, different in each process.
    writer: String,
    notes: String,
}

impl Postgres {
    pub fn new(server: Server, shards: Shards) -> Self {
        let process = rand::random::<u64>();
        let [writer, notes] = ["writer", "notes"].map(|task| format!("battalion {task} {process:016x}"));
        Self { at: Location::Server(server.clone()), server, shards, writer, notes }
    }

    pub fn location(&self) -> &Location {
        &self.at
    }

    fn options(&self, name: &str) -> AnyConnectOptions {
        sqlx::any::install_default_drivers();
        // Statements are not logged, because logs must not contain secrets.
        self.server.options(name).disable_statement_logging()
    }

    /// Options for a connection that listens to other processes.
    pub fn listening(&self) -> Result<PgConnectOptions, sqlx::Error> {
        let options = PgConnectOptions::from_url(&self.options("battalion listener").database_url)?;
        Ok(options.disable_statement_logging())
    }

    /// Opens a connection that writes. The one for actions holds the locks that keep other processes from the shards of
    /// this one; they end with the connection. Notes need no lock: a process that has lost its shards can only record what
    /// it has posted, and lease notices that nobody else has leased.
    pub async fn connect(&self, most: Durability) -> Result<Connection, Broken> {
        let broken = |error: sqlx::Error| Broken::new(&self.at, &error);
        let (name, durability) = match most {
            Durability::Lasting => (&self.writer, "SET synchronous_commit = on"),
            Durability::Relaxed => (&self.notes, "SET synchronous_commit = off"),
        };
        let opened = tokio::time::timeout(CONNECTING, self.options(name).connect()).await;
        let mut connection = opened.map_err(|_| Broken::slow(&self.at))?.map_err(broken)?;
        sqlx::raw_sql(durability).execute(&mut connection).await.map_err(broken)?;
        if most == Durability::Relaxed {
            self.end_earlier(&mut connection, name).await.map_err(broken)?;
            return Ok(connection);
        }
        #[cfg(test)]
        if self.server.is_shared {
            return Ok(connection);
        }
        let mut others = None;
        for attempt in 0..ATTEMPTS {
            others = self.lock(&mut connection).await.map_err(broken)?;
            if others.is_none() {
                return Ok(connection);
            }
            if attempt == 0 {
                self.end_earlier(&mut connection, name).await.map_err(broken)?;
            }
            tokio::time::sleep(PAUSE).await;
        }
        let reason = others.unwrap_or_default();
        Err(Broken { database: self.at.clone(), cause: Cause::Locked, reason })
    }

    /// Ends an earlier session of this name whose connection broke. It may still hold locks.
    async fn end_earlier(&self, connection: &mut Connection, name: &str) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()")
            .bind(name)
            .execute(connection)
            .await?;
        Ok(())
    }

    /// Takes the locks of the shards, or returns what other processes hold.
    async fn lock(&self, connection: &mut Connection) -> Result<Option<String>, sqlx::Error> {
        let [total, ..] = self.shards.bound();
        sqlx::query("SELECT CAST(pg_advisory_lock_shared($1, $2) AS TEXT)")
            .bind(TOTAL)
            .bind(key(self.shards.total()))
            .execute(&mut *connection)
            .await?;
        let other: Option<i64> = sqlx::query_scalar(
            "SELECT CAST(objid AS BIGINT) FROM pg_locks
             WHERE locktype = 'advisory' AND granted AND CAST(classid AS BIGINT) = $1 AND CAST(objid AS BIGINT) <> $2
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1",
        )
        .bind(i64::from(TOTAL))
        .bind(total)
        .fetch_optional(&mut *connection)
        .await?;
        let held = match other {
            Some(1) => Some("another process of this program uses it".to_owned()),
            Some(other) => Some(format!("other processes of this program divide it into {other} shards")),
            None => self.held(connection).await?,
        };
        if held.is_some() {
            sqlx::query("SELECT CAST(pg_advisory_unlock_all() AS TEXT)").execute(connection).await?;
        }
        Ok(held)
    }

    /// Takes the lock of each shard, or returns the first one that another process has.
    async fn held(&self, connection: &mut Connection) -> Result<Option<String>, sqlx::Error> {
        for shard in self.shards.range() {
            let taken: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1, $2)")
                .bind(SHARD)
                .bind(key(shard))
                .fetch_one(&mut *connection)
                .await?;
            match (taken, self.shards.is_all()) {
                (true, _) => {}
                (false, true) => return Ok(Some("another process of this program uses it".to_owned())),
                (false, false) => return Ok(Some(format!("another process of this program has shard {shard}"))),
            }
        }
        Ok(None)
    }

    /// Returns whether other processes use the database.
    pub async fn has_others(&self, connection: &mut Connection) -> Result<bool, sqlx::Error> {
        let others = "SELECT EXISTS (SELECT 1 FROM pg_locks
                      WHERE locktype = 'advisory' AND granted AND CAST(classid AS BIGINT) = $1 AND pid <> pg_backend_pid()
                      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
        sqlx::query_scalar(others).bind(i64::from(TOTAL)).fetch_one(connection).await
    }

    /// Waits until no other process connects its shards. The lock ends with the connection.
    pub async fn start_lock(&self) -> Result<Connection, sqlx::Error> {
        let mut connection = self.options("battalion start").connect().await?;
        sqlx::query("SELECT CAST(pg_advisory_lock($1) AS TEXT)").bind(CONNECTS).execute(&mut connection).await?;
        Ok(connection)
    }

    /// Opens the connections that read. All statements of a transaction read the same state of the database.
    pub async fn readers(&self, number: u32) -> Result<AnyPool, sqlx::Error> {
        AnyPoolOptions::new()
            .min_connections(number)
            .max_connections(number)
            .acquire_timeout(CONNECTING)
            .idle_timeout(None)
            .max_lifetime(None)
            .after_connect(|connection, _| {
                let settings = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ";
                Box::pin(async move { sqlx::raw_sql(settings).execute(connection).await.map(drop) })
            })
            .connect_with(self.options("battalion reader"))
            .await
    }
}

/// Second key of an advisory lock.
fn key(number: u32) -> i32 {
    i32::from_ne_bytes(number.to_ne_bytes())
}
