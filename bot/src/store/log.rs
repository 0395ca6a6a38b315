//! Administration log of a server: changes and the people who made them. An entry is written in the transaction of the
//! change.

use sqlx::FromRow;

use super::rows::Author;
use super::{Connection, GuildId, PlayerRow, Store, StoreError};

/// Number of entries kept per server; older ones are deleted.
const KEPT: i64 = 1000;

/// Entry to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewLog {
    /// Server.
    pub guild: GuildId,
    /// Time, in milliseconds since 1970.
    pub at: i64,
    /// Author; `None` for the bot's operators.
    pub by: Option<PlayerRow>,
    /// Content, as JSON.
    pub content: String,
}

/// Stored entry.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct LogRow {
    /// Time, in milliseconds since 1970.
    pub at: i64,
    /// Author; `None` for the bot's operators and for people whose data was deleted.
    #[sqlx(flatten, try_from = "Author")]
    pub by: Option<PlayerRow>,
    /// Content, as JSON.
    pub content: String,
}

/// Writes an entry and deletes those beyond the limit.
pub(super) async fn write_log(tx: &mut Connection, log: &NewLog) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO admin_log (guild, at, person, name, content) VALUES ($1, $2, $3, $4, $5)")
        .bind(log.guild)
        .bind(log.at)
        .bind(log.by.as_ref().map(|by| by.person))
        .bind(log.by.as_ref().map(|by| &by.name))
        .bind(&log.content)
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "DELETE FROM admin_log WHERE guild = $1 AND id <=
         (SELECT id FROM admin_log WHERE guild = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)",
    )
    .bind(log.guild)
    .bind(KEPT)
    .execute(tx)
    .await?;
    Ok(())
}

impl Store {
    /// Returns the log of a server, newest entry first.
    pub async fn admin_log(&self, guild: GuildId) -> Result<Vec<LogRow>, StoreError> {
        let log = sqlx::query_as("SELECT at, person, name, content FROM admin_log WHERE guild = $1 ORDER BY id DESC");
        Ok(log.bind(guild).fetch_all(&self.read).await?)
    }
}
