//! Which servers the bot is on, as Discord tells it at each connection. Nothing of this is stored.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use crate::host::{GuildId, Host, lock};

/// The servers of each shard that has connected.
#[derive(Debug, Default)]
pub(super) struct Servers(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    shards: u32,
    servers: HashMap<u32, BTreeSet<GuildId>>,
}

impl Known {
    /// The shard of a server, by Discord's formula.
    fn shard(&self, guild: GuildId) -> u32 {
        let shard = (guild.0 >> 22) % u64::from(self.shards.max(1));
        u32::try_from(shard).unwrap_or_default()
    }
}

impl Host {
    /// A shard has connected, one of so many: the bot is on these of its servers and on no others.
    pub fn serves(&self, shard: u32, shards: u32, guilds: impl IntoIterator<Item = GuildId>) {
        let mut known = lock(&self.0.servers.0);
        if known.shards != shards {
            known.shards = shards;
            known.servers.clear();
        }
        known.servers.insert(shard, guilds.into_iter().collect());
    }

    /// Somebody added the bot to a server.
    pub fn joined_server(&self, guild: GuildId) {
        let mut known = lock(&self.0.servers.0);
        let shard = known.shard(guild);
        if let Some(servers) = known.servers.get_mut(&shard) {
            servers.insert(guild);
        }
    }

    /// Somebody removed the bot from a server.
    pub fn left_server(&self, guild: GuildId) {
        let mut known = lock(&self.0.servers.0);
        let shard = known.shard(guild);
        if let Some(servers) = known.servers.get_mut(&shard) {
            servers.remove(&guild);
        }
    }

    /// Is the bot on this server? Yes, as long as the server's shard has not connected.
    pub(super) fn is_on(&self, guild: GuildId) -> bool {
        let known = lock(&self.0.servers.0);
        let servers = known.servers.get(&known.shard(guild));
        servers.is_none_or(|servers| servers.contains(&guild))
    }
}
