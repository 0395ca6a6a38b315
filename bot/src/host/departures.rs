//! Servers that the bot was removed from: their data is deleted after a while.

use crate::host::privacy::Records;
use crate::host::{Error, GuildId};

/// Milliseconds from the removal of the bot to the deletion of a server's data: 30 days.
pub const KEEP_SERVERS: i64 = 30 * 24 * 60 * 60 * 1000;

impl Records {
    /// Compares the servers with data to those that the bot is on, and deletes the data of those that it was removed
    /// from long ago. Servers of shards that are not connected are left as they are.
    pub async fn review_servers(&self) -> Result<(), Error> {
        let now = self.time.now();
        for (guild, since) in self.store.servers_with_data().await? {
            match (self.servers.membership(guild), since) {
                (None, _) | (Some(true), None) => {}
                (Some(true), Some(_)) => self.store.come_back(guild).await?,
                (Some(false), None) => self.store.depart(guild, now).await?,
                (Some(false), Some(since)) if since + KEEP_SERVERS <= now => self.delete_server(guild).await?,
                (Some(false), Some(_)) => {}
            }
        }
        Ok(())
    }

    async fn delete_server(&self, guild: GuildId) -> Result<(), Error> {
        for game in self.store.games_of_server(guild).await? {
            let slot = self.games.slots.slot(game);
            let _change = slot.queue.lock().await;
            let deleted = self.store.delete_game(game).await;
            slot.forget();
            deleted?;
        }
        self.store.delete_server(guild).await?;
        self.books.forget();
        self.pictures.forget();
        tracing::info!("the data of a server was deleted, 30 days after the bot was removed from it");
        Ok(())
    }
}
