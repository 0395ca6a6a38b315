//! Rate limit of repeated log lines: the first line of a cause is written at once, later ones at most once a minute,
//! with the number of occurrences.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Minimum time between two lines of one cause.
const EVERY: Duration = Duration::from_secs(60);
/// Number of causes above which outdated ones are dropped.
const CAUSES: usize = 256;

/// Rate limiter, by cause.
#[derive(Debug)]
pub struct Folded<K>(Mutex<HashMap<K, (Instant, u64)>>);

impl<K> Default for Folded<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> Folded<K> {
    /// Returns whether to write a line of this cause now: `Some` with the number of occurrences since the last line,
    /// this one included.
    pub fn line(&self, cause: K) -> Option<u64> {
        let now = Instant::now();
        let mut causes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if causes.len() >= CAUSES {
            causes.retain(|_, (last, _)| now.duration_since(*last) < EVERY);
        }
        match causes.get_mut(&cause) {
            Some((last, more)) if now.duration_since(*last) < EVERY => {
                *more += 1;
                None
            }
            Some((last, more)) => {
                *last = now;
                Some(std::mem::take(more) + 1)
            }
            None => {
                causes.insert(cause, (now, 0));
                Some(1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn lines_of_one_cause_are_counted_instead_of_written() {
        let folded = Folded::default();
        assert_eq!(folded.line("full"), Some(1));
        for _ in 0..1000 {
            assert_eq!(folded.line("full"), None);
        }
        assert_eq!(folded.line("gone"), Some(1), "another cause");
        tokio::time::advance(EVERY).await;
        assert_eq!(folded.line("full"), Some(1001));
        assert_eq!(folded.line("full"), None);
    }

    /// Among many causes, only outdated ones are dropped: each still has one line a minute.
    #[tokio::test(start_paused = true)]
    async fn many_causes_have_one_line_a_minute_each() {
        let folded = Folded::default();
        for cause in 0..CAUSES {
            assert_eq!(folded.line(cause), Some(1));
        }
        for cause in 0..2 * CAUSES {
            assert_eq!(folded.line(cause), (cause >= CAUSES).then_some(1), "{cause}");
        }
        tokio::time::advance(EVERY).await;
        assert_eq!(folded.line(3 * CAUSES), Some(1));
        assert_eq!(folded.0.lock().unwrap().len(), 1, "outdated causes take no memory");
    }
}
