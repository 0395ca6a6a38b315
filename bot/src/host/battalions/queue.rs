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

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    /// A change of another server in the meantime does not let two changes of one server in.
    #[tokio::test]
    async fn changes_of_one_server_wait_for_each_other() {
        let queues = Queues::default();
        let (here, there) = (GuildId(1), GuildId(2));
        let first = queues.enter(here).await;
        let elsewhere = queues.enter(there).now_or_never();
        assert!(elsewhere.is_some());
        assert!(queues.enter(here).now_or_never().is_none());
        drop(first);
        assert!(queues.enter(here).now_or_never().is_some());
        // Servers without changes are forgotten.
        drop(elsewhere);
        let _last = queues.enter(there).await;
        assert_eq!(lock(&queues.0).len(), 1);
    }
}
