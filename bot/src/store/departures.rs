//! Servers that the bot was removed from, and the deletion of their data.
//!
//! New tables with data of a server must be handled here. A test lists every table with a column `guild`.

use super::elsewhere::notify_all;
use super::{GameId, GuildId, Store, StoreError};

/// Tables with data of a server besides its games.
const TABLES: [&str; 9] = [
    "results",
    "battalion_drafts",
    "battalions",
    "trials",
    "fits",
    "shares",
    "admin_log",
    "guild_settings",
    "departures",
];

impl Store {
    /// Returns every server with data, and the time since which the bot has been missing there.
    pub async fn servers_with_data(&self) -> Result<Vec<(GuildId, Option<i64>)>, StoreError> {
        let servers = sqlx::query_as(
            "SELECT known.guild, departures.since FROM (
                 SELECT guild FROM games WHERE guild IS NOT NULL
                 UNION SELECT guild FROM results WHERE guild IS NOT NULL
                 UNION SELECT guild FROM battalion_drafts
                 UNION SELECT guild FROM battalions
                 UNION SELECT guild FROM trials
                 UNION SELECT guild FROM shares
                 UNION SELECT guild FROM admin_log
                 UNION SELECT guild FROM guild_settings
                 UNION SELECT guild FROM departures
             ) AS known LEFT JOIN departures ON departures.guild = known.guild ORDER BY known.guild",
        );
        Ok(servers.fetch_all(&self.read).await?)
    }

    /// Stores that the bot is missing on a server since a time, unless an earlier time is stored.
    pub async fn depart(&self, guild: GuildId, since: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query("INSERT INTO departures (guild, since) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                    .bind(guild)
                    .bind(since)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Removes a server from the departed ones.
    pub async fn come_back(&self, guild: GuildId) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query("DELETE FROM departures WHERE guild = $1").bind(guild).execute(tx).await?;
                Ok(())
            })
        })
        .await
    }

    /// Returns the games of a server.
    pub async fn games_of_server(&self, guild: GuildId) -> Result<Vec<GameId>, StoreError> {
        let games = sqlx::query_scalar("SELECT id FROM games WHERE guild = $1 ORDER BY id");
        Ok(games.bind(guild).fetch_all(&self.read).await?)
    }

    /// Deletes a game and everything that belongs to it.
    pub async fn delete_game(&self, game: GameId) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query("DELETE FROM games WHERE id = $1").bind(game).execute(tx).await?;
                Ok(())
            })
        })
        .await
    }

    /// Deletes what is stored about a server besides its games. Copies of its Battalions on other servers remain.
    pub async fn delete_server(&self, guild: GuildId) -> Result<(), StoreError> {
        let shards = self.shards;
        let done = self.store(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE battalions SET share = NULL, share_version = NULL
                     WHERE share IN (SELECT id FROM shares WHERE guild = $1)",
                )
                .bind(guild)
                .execute(&mut *tx)
                .await?;
                for table in TABLES {
                    sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM {table} WHERE guild = $1")))
                        .bind(guild)
                        .execute(&mut *tx)
                        .await?;
                }
                notify_all(tx, shards).await
            })
        });
        let done = done.await;
        self.settings.guilds.invalidate(guild);
        done?;
        self.writer.checkpoint().await
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Connection as _;

    use super::*;

    /// A server is known as soon as one table has a row of it. Fits exist only beside Battalions.
    #[tokio::test]
    async fn a_row_in_any_table_makes_a_server_known() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.sqlite");
        let store = Store::open(&file).await.unwrap();
        let mut raw = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
        sqlx::query("PRAGMA foreign_keys = OFF").execute(&mut raw).await.unwrap();
        sqlx::query("PRAGMA ignore_check_constraints = ON").execute(&mut raw).await.unwrap();
        let tables = TABLES.into_iter().chain(["games"]).filter(|table| *table != "fits");
        let mut servers = Vec::new();
        for (table, number) in tables.zip(1_u64..) {
            let needed: Vec<String> = sqlx::query_scalar(
                "SELECT name FROM pragma_table_info($1) WHERE \"notnull\" AND dflt_value IS NULL AND name <> 'guild'",
            )
            .bind(table)
            .fetch_all(&mut raw)
            .await
            .unwrap();
            let (mut columns, mut values) = ("guild".to_owned(), number.to_string());
            for name in needed {
                columns += &format!(", {name}");
                values += ", 1";
            }
            let insert = format!("INSERT INTO {table} ({columns}) VALUES ({values})");
            sqlx::query(sqlx::AssertSqlSafe(insert)).execute(&mut raw).await.unwrap();
            servers.push((GuildId(number), (table == "departures").then_some(1)));
        }
        raw.close().await.unwrap();
        assert_eq!(store.servers_with_data().await.unwrap(), servers);
        store.close().await;
    }

    #[tokio::test]
    async fn every_table_with_a_server_is_deleted_from() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("x.sqlite")).await.unwrap();
        let mut tables: Vec<String> = sqlx::query_scalar(
            "SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c ON c.name = 'guild' WHERE t.type = 'table'",
        )
        .fetch_all(&store.read)
        .await
        .unwrap();
        tables.sort();
        let mut known: Vec<&str> = TABLES.into_iter().chain(["games"]).collect();
        known.sort_unstable();
        assert_eq!(tables, known);
        store.close().await;
    }
}
