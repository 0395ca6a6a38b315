//! Changes to the Battalions of one server wait for each other, so that what was checked still holds when it is stored. Servers do not
//! wait for each other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::OwnedMutexGuard;

use crate::host::{GuildId, Host, lock};

/// A queue for each server where somebody is changing something.
#[derive(Debug, Default)]
pub(in crate::host) struct Queues(Mutex<HashMap<GuildId, Arc<tokio::sync::Mutex<()>>>>);

impl Host {
    /// Waits until nobody else changes the Battalions of this server. The change ends when the guard is dropped.
    pub(in crate::host) async fn change_battalions(&self, guild: GuildId) -> OwnedMutexGuard<()> {
        let queue = {
            let mut queues = lock(&self.0.battalion_queues.0);
            queues.retain(|_, queue| Arc::strong_count(queue) > 1);
            Arc::clone(queues.entry(guild).or_default())
        };
        queue.lock_owned().await
    }
}
