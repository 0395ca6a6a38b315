//! Connections to a PostgreSQL database.

use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyPool, ConnectOptions as _};

use super::error::{Broken, Cause};
use super::location::Server;
use super::{Connection, Location};

/// Key of the lock that only one process holds: "battalio" as a number. Such locks belong to one database.
const LOCK: i64 = 0x6261_7474_616c_696f;
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
    /// Name of the session that writes, different in each process.
    writer: String,
}

impl Postgres {
    pub fn new(server: Server) -> Self {
        let writer = format!("battalion writer {:016x}", rand::random::<u64>());
        Self { at: Location::Server(server.clone()), server, writer }
    }

    pub fn location(&self) -> &Location {
        &self.at
    }

    fn options(&self, name: &str) -> AnyConnectOptions {
        sqlx::any::install_default_drivers();
        // Statements are not logged, because logs must not contain secrets.
        self.server.options(name).disable_statement_logging()
    }

    /// Opens the connection that writes, with the lock that keeps other processes from writing. The lock ends with the
    /// connection.
    pub async fn connect(&self) -> Result<Connection, Broken> {
        let broken = |error: sqlx::Error| Broken::new(&self.at, &error);
        let options = self.options(&self.writer);
        let opened = tokio::time::timeout(CONNECTING, options.connect()).await;
        let mut connection = opened.map_err(|_| Broken::slow(&self.at))?.map_err(broken)?;
        #[cfg(test)]
        if self.server.is_shared {
            return Ok(connection);
        }
        for attempt in 0..ATTEMPTS {
            let taken: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
                .bind(LOCK)
                .fetch_one(&mut connection)
                .await
                .map_err(broken)?;
            if taken {
                return Ok(connection);
            }
            if attempt == 0 {
                // An earlier session of this process whose connection broke.
                sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()")
                    .bind(&self.writer)
                    .execute(&mut connection)
                    .await
                    .map_err(broken)?;
            }
            tokio::time::sleep(PAUSE).await;
        }
        let reason = "another process of this program uses it".to_owned();
        Err(Broken { database: self.at.clone(), cause: Cause::Locked, reason })
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
