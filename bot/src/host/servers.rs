//! Servers that the bot is on, as reported by Discord at each connection. Not stored.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use crate::host::{GuildId, lock};

/// Servers that the bot is on.
#[derive(Debug, Default)]
pub struct Servers {
    known: Mutex<Known>,
}

/// Servers of each connected shard.
#[derive(Debug, Default)]
struct Known {
    shards: u32,
    servers: HashMap<u32, BTreeSet<GuildId>>,
}

impl Known {
    /// Shard of a server, by Discord's formula.
    fn shard(&self, guild: GuildId) -> u32 {
        let shard = (guild.0 >> 22) % u64::from(self.shards.max(1));
        u32::try_from(shard).unwrap_or_default()
    }
}

impl Servers {
    /// Sets the servers of a shard after it connected.
    pub fn serves(&self, shard: u32, shards: u32, guilds: impl IntoIterator<Item = GuildId>) {
        let mut known = lock(&self.known);
        if known.shards != shards {
            known.shards = shards;
            known.servers.clear();
        }
        known.servers.insert(shard, guilds.into_iter().collect());
    }

    /// The bot was added to a server.
    pub fn joined_server(&self, guild: GuildId) {
        let mut known = lock(&self.known);
        let shard = known.shard(guild);
        if let Some(servers) = known.servers.get_mut(&shard) {
            servers.insert(guild);
        }
    }

    /// The bot was removed from a server.
    pub fn left_server(&self, guild: GuildId) {
        let mut known = lock(&self.known);
        let shard = known.shard(guild);
        if let Some(servers) = known.servers.get_mut(&shard) {
            servers.remove(&guild);
        }
    }

    /// Returns whether the bot is on this server; `None` if the server's shard has not connected yet.
    pub(super) fn membership(&self, guild: GuildId) -> Option<bool> {
        let known = lock(&self.known);
        let servers = known.servers.get(&known.shard(guild));
        servers.map(|servers| servers.contains(&guild))
    }

    /// Returns true if the bot is on this server, or if the server's shard has not connected yet.
    pub(super) fn is_on(&self, guild: GuildId) -> bool {
        self.membership(guild).unwrap_or(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Server of this shard, if there are enough shards.
    fn server(shard: u64) -> GuildId {
        GuildId(shard << 22)
    }

    #[test]
    fn a_server_is_known_once_its_shard_has_connected() {
        let servers = Servers::default();
        assert_eq!(servers.membership(server(0)), None);
        servers.serves(0, 1, [server(0)]);
        assert_eq!([0, 1].map(|at| servers.membership(server(at))), [Some(true), Some(false)]);
        // With more shards, the servers are divided anew.
        servers.serves(1, 2, [server(1)]);
        assert_eq!([0, 1, 3].map(|at| servers.membership(server(at))), [None, Some(true), Some(false)]);
        assert!(servers.is_on(server(0)), "not known to be gone");
        servers.left_server(server(1));
        servers.joined_server(server(3));
        servers.joined_server(server(2));
        assert_eq!([1, 2, 3].map(|at| servers.membership(server(at))), [Some(false), None, Some(true)]);
    }
}
