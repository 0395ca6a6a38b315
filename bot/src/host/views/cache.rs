//! Cache of public pictures.

use std::future::Future;
use std::sync::Arc;

use quick_cache::sync::Cache;
use render::Picture;

use crate::host::error::Error;
use crate::host::{GameId, Version};

/// Maximum number of cached pictures, of about 50 kB each.
const KEPT: usize = 128;

/// Cache of public pictures by game and version. Concurrent requests for one picture wait for a single rendering.
pub(in crate::host) struct Pictures(Cache<(GameId, Version), Arc<Picture>>);

impl std::fmt::Debug for Pictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pictures").finish_non_exhaustive()
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

impl Pictures {
    /// Clears the cache.
    pub(in crate::host) fn forget(&self) {
        self.0.clear();
    }

    /// Returns the picture of a version, rendered on the first request.
    pub(in crate::host) async fn get(
        &self,
        key: (GameId, Version),
        draw: impl Future<Output = Result<Arc<Picture>, Error>>,
    ) -> Result<Arc<Picture>, Error> {
        self.0.get_or_insert_async(&key, draw).await
    }
}
