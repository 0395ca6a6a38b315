//! Servers that exist only in the gateway's events, to load a bot with many of them.

use serde_json::{Value, json};

use crate::GuildId;

/// Part of the first id that selects the shard.
const FIRST: u64 = 1 << 38;
/// Channels and roles of each server.
const CHANNELS: u64 = 25;
const ROLES: u64 = 12;

/// Ids of the servers of a shard, given the number of shards.
pub(crate) fn ids(count: u64, shard: (u64, u64)) -> impl Iterator<Item = GuildId> {
    (FIRST..FIRST + count).filter(move |number| number % shard.1 == shard.0).map(|number| GuildId(number << 22))
}

/// Payload of `GUILD_CREATE` for a server, after the payload of an existing one.
pub(crate) fn guild_create(like: &Value, id: GuildId) -> Value {
    let copies = |what: &str, count: u64| -> Value {
        let Some(first) = like[what].get(0) else { return json!([]) };
        let copy = |number: u64| {
            let mut copy = first.clone();
            copy["id"] = json!(GuildId(id.0 + number));
            copy["name"] = json!(format!("{what}-{number}"));
            copy
        };
        (0..count).map(copy).collect()
    };
    let mut guild = like.clone();
    guild["id"] = json!(id);
    guild["name"] = json!(format!("Server {}", id.0 >> 22));
    // The first role has the id of its server.
    guild["roles"] = copies("roles", ROLES);
    guild["channels"] = copies("channels", CHANNELS);
    guild
}
