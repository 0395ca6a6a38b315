//! Jobs of a run, played by this program or by workers until the results file is complete.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::queue::{self, QueueError};
use crate::resume::{Log, ResumeError};
use crate::runner::{self, Limits, Progress};
use crate::work::Work;

/// Program that plays the games of a run, and its limits.
#[derive(Clone, Debug, clap::Args)]
pub struct Effort {
    /// PostgreSQL database through which workers play the games (`lab worker`), instead of this program
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "minutes"])]
    queue: Option<String>,
    #[command(flatten)]
    limits: Bounds,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Bounds {
    /// Number of threads; all cores if not given
    #[arg(long)]
    pub threads: Option<NonZeroUsize>,
    /// Minutes after which no new game starts
    #[arg(long)]
    pub minutes: Option<u64>,
}

impl From<Bounds> for Limits {
    fn from(Bounds { threads, minutes }: Bounds) -> Self {
        Self { threads, time: minutes.map(|minutes| Duration::from_secs(60 * minutes)) }
    }
}

/// Error of a run.
#[derive(Debug, thiserror::Error)]
pub enum EffortError {
    /// The results file cannot be used.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The queue cannot be used.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// A job or result that cannot be written or read.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Armies that cannot be set up.
    #[error("These armies cannot play against each other.")]
    Unplayable,
}

impl Effort {
    /// Plays the jobs that the results file lacks, and returns all results, in any order. Jobs can follow from results:
    /// `wanted` is called again when all that it returned are played. When the time is up, jobs are left.
    ///
    /// # Errors
    /// [`EffortError`] if the file or the queue cannot be used, or a job cannot be played.
    pub fn complete<H, J, R>(
        &self,
        plan: &H,
        wanted: impl Fn(&[R]) -> Vec<J>,
        out: &Path,
        job: impl Fn(&R) -> J,
        play: impl Fn(&J) -> Option<R> + Sync,
    ) -> Result<Vec<R>, EffortError>
    where
        H: Serialize + DeserializeOwned + PartialEq + Clone + Into<Work>,
        J: Serialize + Ord + Sync,
        R: Serialize + DeserializeOwned + Send,
    {
        let (mut log, mut results): (_, Vec<R>) = Log::open(out, plan)?;
        let mut known: BTreeSet<J> = results.iter().map(&job).collect();
        let mut limits: Limits = self.limits.into();
        let missing = |results: &[R], known: &BTreeSet<J>| -> Vec<J> {
            wanted(results).into_iter().filter(|job| !known.contains(job)).collect()
        };
        let mut jobs = missing(&results, &known);
        loop {
            eprintln!("{} results known from {}, {} to play", known.len(), out.display(), jobs.len());
            let mut keep = |result: R| -> Result<(), EffortError> {
                // A program that was killed while collecting has stored results that are still in the queue.
                if known.insert(job(&result)) {
                    log.append(&result)?;
                    results.push(result);
                }
                Ok(())
            };
            let begun = Instant::now();
            match &self.queue {
                Some(url) => {
                    let mut progress = Progress::new(jobs.len(), None);
                    let texts = jobs.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
                    queue::run(url, &plan.clone().into(), &texts, |text| {
                        keep(serde_json::from_str(text)?)?;
                        progress.advance();
                        Ok::<(), EffortError>(())
                    })?;
                }
                None => runner::run(&jobs, limits, &play, |result| keep(result.ok_or(EffortError::Unplayable)?))?,
            }
            limits.time = limits.time.map(|left| left.saturating_sub(begun.elapsed()));
            if !jobs.iter().all(|job| known.contains(job)) {
                eprintln!("The time is up. The same command plays the rest.");
                return Ok(results);
            }
            jobs = missing(&results, &known);
            if jobs.is_empty() {
                return Ok(results);
            }
        }
    }
}
