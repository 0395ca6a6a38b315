//! Checks of submitted files, with limits on size, time and concurrency.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::host::battalions::judging::{self, Good, Terms};
use crate::host::error::{Error, FileRefusal, InternalError, refuse};
use crate::host::model::{FileProblem, FileWarning, Limits};

/// Maximum number of concurrent checks, over all servers.
const SIDE_BY_SIDE: usize = 2;
/// Maximum waiting time for a free slot.
const QUEUE: Duration = Duration::from_secs(5);

/// Semaphore for concurrent checks.
#[derive(Debug)]
pub(in crate::host) struct ValidationLimiter(Arc<Semaphore>);

impl Default for ValidationLimiter {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(SIDE_BY_SIDE)))
    }
}

/// Result of a check: the parsed file with warnings for its author, or its problems.
pub(in crate::host) type Found = Result<(Good, Vec<FileWarning>), Vec<FileProblem>>;

impl ValidationLimiter {
    /// Parses a file, tries it in games and returns all its problems. With `advised`, also returns warnings for its
    /// author.
    pub(in crate::host) async fn look_at(&self, bytes: Vec<u8>, terms: Terms, advised: bool) -> Result<Found, Error> {
        self.bounded(terms.limits, move |until| {
            let now = Instant::now();
            let judged = judging::judge(&bytes, &terms, until).map_err(refuse)?;
            Ok(judged.map(|good| {
                // Warnings get at most half of the remaining time, so they cannot cause a timeout.
                let left = until.saturating_duration_since(now) / 2;
                let until = if advised { now + left } else { now };
                let warnings = judging::warnings(&good.definition, until);
                (good, warnings)
            }))
        })
        .await
    }

    /// Runs work on a blocking thread once a slot is free, within the server's time limit. The work receives its
    /// deadline.
    pub(in crate::host) async fn bounded<T: Send + 'static>(
        &self,
        limits: Limits,
        work: impl FnOnce(Instant) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let bench = Arc::clone(&self.0);
        let place = match tokio::time::timeout(QUEUE, bench.acquire_owned()).await {
            Ok(Ok(place)) => place,
            _ => return Err(refuse(FileRefusal::Busy)),
        };
        let time = Duration::from_secs(limits.seconds.into());
        let began = Instant::now();
        let work = tokio::task::spawn_blocking(move || {
            // Hold the slot until the work ends, even if the caller is dropped.
            let _place = place;
            work(began + time)
        });
        match tokio::time::timeout(time, work).await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) => Err(InternalError::plain("checking a Battalion file", "it panicked").into()),
            Err(_) => Err(refuse(FileRefusal::TooSlow { seconds: limits.seconds })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Refusal;

    #[tokio::test(start_paused = true)]
    async fn a_file_that_gets_no_slot_is_told_that_all_are_busy() {
        let limiter = ValidationLimiter::default();
        let slots = u32::try_from(SIDE_BY_SIDE).unwrap();
        let busy = Arc::clone(&limiter.0).acquire_many_owned(slots).await.unwrap();
        let refused = limiter.bounded(Limits::default(), |_| Ok(())).await.unwrap_err();
        assert!(matches!(refused, Error::Refused(Refusal::File(FileRefusal::Busy))), "{refused:?}");
        drop(busy);
        limiter.bounded(Limits::default(), |_| Ok(())).await.unwrap();
    }

    /// Work has the time of the server. It keeps its slot until it ends, although nobody waits for it any more.
    #[tokio::test]
    async fn work_keeps_its_slot_until_it_ends() {
        let limiter = Arc::new(ValidationLimiter::default());
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let (limits, before) = (Limits { seconds: 7, ..Limits::default() }, Instant::now());
        let work = move |until: Instant| {
            let _ = begun.send(until);
            let _ = ended.recv();
            Ok(())
        };
        let waiting = tokio::spawn({
            let limiter = Arc::clone(&limiter);
            async move { limiter.bounded(limits, work).await }
        });
        let (until, seconds) = (begins.await.unwrap(), Duration::from_secs(7));
        assert!((before + seconds..=Instant::now() + seconds).contains(&until));
        waiting.abort();
        assert!(waiting.await.unwrap_err().is_cancelled());
        assert_eq!(limiter.0.available_permits(), SIDE_BY_SIDE - 1);
        drop(end);
        let slots = u32::try_from(SIDE_BY_SIDE).unwrap();
        let _all = limiter.0.acquire_many(slots).await.unwrap();
    }
}
