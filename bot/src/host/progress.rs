//! Progress of long work, such as a replay or an analysis.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Progress of long work, in percent.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU8>);

impl Progress {
    /// Percentage done.
    pub fn percent(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }

    pub(in crate::host) fn set(&self, done: usize, of: usize) {
        let percent = u8::try_from(100 * done / of.max(1)).unwrap_or(100).min(100);
        self.0.store(percent, Ordering::Relaxed);
    }
}
