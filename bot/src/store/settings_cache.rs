//! Cache of the settings of people and servers.

use std::future::Future;
use std::hash::Hash;
use std::sync::Arc;

use quick_cache::sync::Cache;

use super::{GuildId, PersonId};

/// Maximum number of people, and of servers, whose settings are cached.
const MOST_CACHED: usize = 10_000;

/// Cache of settings: each turn needs those of its players and its server several times.
#[derive(Debug)]
pub(super) struct SettingsCache {
    pub people: CachedBy<PersonId>,
    pub guilds: CachedBy<GuildId>,
}

impl SettingsCache {
    /// `alone`: no other process changes the database.
    pub fn new(alone: bool) -> Self {
        Self { people: CachedBy::new(alone), guilds: CachedBy::new(alone) }
    }
}

/// Settings by person or server: the stored text, or `None` if the defaults apply. Without a cache if other processes may
/// change the settings.
pub(super) struct CachedBy<K>(Option<Cache<K, Option<Arc<str>>>>);

impl<K: Copy + Eq + Hash> CachedBy<K> {
    fn new(alone: bool) -> Self {
        Self(alone.then(|| Cache::new(MOST_CACHED)))
    }

    /// Returns the settings, by `read` if they are not cached.
    pub async fn get<E>(
        &self,
        key: K,
        read: impl Future<Output = Result<Option<String>, E>>,
    ) -> Result<Option<String>, E> {
        let Some(cache) = &self.0 else {
            return read.await;
        };
        let content = cache.get_or_insert_async(&key, async { Ok(read.await?.map(Arc::from)) }).await?;
        Ok(content.map(|content| content.as_ref().to_owned()))
    }

    /// Invalidates settings after a change. Those that are being read at this time are not cached.
    pub fn invalidate(&self, key: K) {
        if let Some(cache) = &self.0 {
            cache.remove(&key);
        }
    }
}

impl<K> std::fmt::Debug for CachedBy<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CachedBy").finish_non_exhaustive()
    }
}
