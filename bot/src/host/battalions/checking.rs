//! Checking a file that somebody sent, within limits: of bytes, of time, and of how many are checked at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::host::Host;
use crate::host::battalions::judging::{self, Good, Taken};
use crate::host::error::{Error, FileRefusal, InternalError, refuse};
use crate::host::model::{FileProblem, FileWarning, Limits};

/// Files looked at side by side, of all servers.
const SIDE_BY_SIDE: usize = 2;
/// How long a file waits for others.
const QUEUE: Duration = Duration::from_secs(5);

/// The places to look at a file.
#[derive(Debug)]
pub(in crate::host) struct ValidationLimiter(Arc<Semaphore>);

impl Default for ValidationLimiter {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(SIDE_BY_SIDE)))
    }
}

/// What was found, with what the author should know of a good file.
pub(in crate::host) type Found = Result<(Good, Vec<FileWarning>), Vec<FileProblem>>;

impl Host {
    /// Reads a file, tries it in a game, and says everything that is wrong with it; where it is `advised`, also what its author should know.
    /// `others` are the Battalions of its server.
    pub(in crate::host) async fn look_at(
        &self,
        bytes: Vec<u8>,
        limits: Limits,
        others: Vec<Taken>,
        advised: bool,
    ) -> Result<Found, Error> {
        self.bounded(limits, move |until| {
            let now = Instant::now();
            let judged = judging::judge(&bytes, &limits, &others, until).map_err(refuse)?;
            Ok(judged.map(|good| {
                // Advice makes no file too slow to be checked.
                let left = until.saturating_duration_since(now) / 2;
                let until = if advised { now + left } else { now };
                let warnings = judging::warnings(&good.definition, until);
                (good, warnings)
            }))
        })
        .await
    }

    /// Works on what somebody sent, off the async threads: when there is room beside others, and within the time that the server allows. The
    /// work is told until when that is.
    pub(in crate::host) async fn bounded<T: Send + 'static>(
        &self,
        limits: Limits,
        work: impl FnOnce(Instant) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let bench = Arc::clone(&self.0.validation.0);
        let place = match tokio::time::timeout(QUEUE, bench.acquire_owned()).await {
            Ok(Ok(place)) => place,
            _ => return Err(refuse(FileRefusal::Busy)),
        };
        let time = Duration::from_secs(limits.seconds.into());
        let began = Instant::now();
        let work = tokio::task::spawn_blocking(move || {
            // Held until the work ends, whoever still waits for it.
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
