//! Piece values of the computer players, and the values fitted to uploaded armies.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use engine::board::Seat;
use engine::play::Rules;
use opponent::{Fitted, Knowledge};
use quick_cache::sync::Cache;

use crate::host::lock;

/// Maximum number of cached piece values, of about 100 kB each plus the rules.
const KEPT: usize = 16;

type Known = Arc<(Arc<Rules>, Knowledge)>;

/// Cache of piece values, by the compiled rules that games share.
pub(in crate::host) struct KnowledgeCache {
    known: Cache<usize, Known>,
    /// Accepted values by the SHA-256 of the army's file, of about 3 kB each.
    fits: Mutex<HashMap<String, Fitted>>,
}

impl std::fmt::Debug for KnowledgeCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KnowledgeCache").finish_non_exhaustive()
    }
}

impl Default for KnowledgeCache {
    fn default() -> Self {
        Self { known: Cache::new(KEPT), fits: Mutex::default() }
    }
}

impl KnowledgeCache {
    /// Piece values for these rules, computed on first use.
    pub fn of(&self, rules: &Arc<Rules>) -> Known {
        // The cache entry keeps the rules alive, so no other rules can get the same address.
        let place = Arc::as_ptr(rules).addr();
        let find = || {
            let known = Knowledge::with_fits(rules, |army| lock(&self.fits).get(&army.sha256).cloned());
            Ok::<_, Infallible>(Arc::new((Arc::clone(rules), known)))
        };
        match self.known.get_or_insert_with(&place, find) {
            Ok(known) => known,
            Err(never) => match never {},
        }
    }

    /// Uses these values from now on, also in games that are being played.
    pub fn accept(&self, fitted: Fitted) {
        let sha256 = fitted.sha256.clone();
        lock(&self.fits).insert(sha256.clone(), fitted);
        let has = |rules: &Rules| Seat::all(rules.seat_count()).any(|seat| rules.army(seat).sha256 == sha256);
        self.known.retain(|_, known| !has(&known.0));
    }
}
