//! Queue of changes to the Battalions of one server. It guarantees that the checks of a change still hold when the
//! change is stored. Servers are independent of each other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::OwnedMutexGuard;

use crate::host::{GuildId, lock};

/// Queues of the servers with pending changes.
#[derive(Debug, Default)]
pub(in crate::host) struct Queues(Mutex<HashMap<GuildId, Arc<tokio::sync::Mutex<()>>>>);

impl Queues {
    /// Waits for exclusive access to the Battalions of this server, until the guard is dropped.
    pub(in crate::host) async fn enter(&self, guild: GuildId) -> OwnedMutexGuard<()> {
        let queue = {
            let mut queues = lock(&self.0);
            queues.retain(|_, queue| Arc::strong_count(queue) > 1);
            Arc::clone(queues.entry(guild).or_default())
        };
        queue.lock_owned().await
    }
}
