//! The log of a server: who changed what. An entry is written in one transaction with the change.

use sqlx::SqliteConnection;

use super::ids::{restored, stored};
use super::{GuildId, PersonId, PlayerRow, Store, StoreError};

/// Entries of a server that are kept; older ones make room.
const KEPT: i64 = 1000;

/// An entry to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewLog {
    /// On which server.
    pub guild: GuildId,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who; `None` for the people who run the bot.
    pub by: Option<PlayerRow>,
    /// What, JSON.
    pub content: String,
}

/// An entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogRow {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who; `None` for the people who run the bot, and for people who had everything about them deleted.
    pub by: Option<PlayerRow>,
    /// What, JSON.
    pub content: String,
}

/// Writes an entry.
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
    /// The log of a server, the newest entry first.
    ///
    /// # Errors
    /// When the database fails.
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
