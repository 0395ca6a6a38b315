//! Administration log of a server: changes and the people who made them. An entry is written in the transaction of the
//! change.

use sqlx::SqliteConnection;

use super::ids::{restored, stored};
use super::{GuildId, PersonId, PlayerRow, Store, StoreError};

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogRow {
    /// Time, in milliseconds since 1970.
    pub at: i64,
    /// Author; `None` for the bot's operators and for people whose data was deleted.
    pub by: Option<PlayerRow>,
    /// Content, as JSON.
    pub content: String,
}

/// Writes an entry and deletes those beyond the limit.
pub(super) async fn write_log(tx: &mut SqliteConnection, log: &NewLog) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO admin_log (guild, at, person, name, content) VALUES (?, ?, ?, ?, ?)")
        .bind(stored(log.guild.0))
        .bind(log.at)
        .bind(log.by.as_ref().map(|by| stored(by.person.0)))
        .bind(log.by.as_ref().map(|by| &by.name))
        .bind(&log.content)
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "DELETE FROM admin_log WHERE guild = ?1 AND id <=
         (SELECT id FROM admin_log WHERE guild = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
    )
    .bind(stored(log.guild.0))
    .bind(KEPT)
    .execute(tx)
    .await?;
    Ok(())
}

impl Store {
    /// Returns the log of a server, newest entry first.
    pub async fn admin_log(&self, guild: GuildId) -> Result<Vec<LogRow>, StoreError> {
        let rows: Vec<(i64, Option<i64>, Option<String>, String)> =
            sqlx::query_as("SELECT at, person, name, content FROM admin_log WHERE guild = ? ORDER BY id DESC")
                .bind(stored(guild.0))
                .fetch_all(&self.read)
                .await?;
        let row = |(at, person, name, content): (i64, Option<i64>, Option<String>, String)| LogRow {
            at,
            by: person.zip(name).map(|(person, name)| PlayerRow { person: PersonId(restored(person)), name }),
            content,
        };
        Ok(rows.into_iter().map(row).collect())
    }
}
