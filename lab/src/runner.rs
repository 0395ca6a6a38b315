//! Jobs on all cores, with progress on standard error.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Interval of progress lines.
const TOLD_EVERY: Duration = Duration::from_secs(10);

/// Limits of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Number of threads; all cores if `None`.
    pub threads: Option<NonZeroUsize>,
    /// Time after which no new job starts.
    pub time: Option<Duration>,
}

/// Runs the jobs and passes each result to `done` on the calling thread, in the order in which they finish. Stops
/// early at the first error of `done`.
///
/// # Errors
/// The error of `done`.
pub fn run<J: Sync, R: Send, E>(
    jobs: &[J],
    limits: Limits,
    work: impl Fn(&J) -> R + Sync,
    mut done: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let mut progress = Progress::new(jobs.len(), limits.time);
    quietly(jobs, limits, work, |result| {
        done(result)?;
        progress.advance();
        Ok(())
    })
}

/// Like [`run`], without telling progress.
///
/// # Errors
/// The error of `done`.
pub fn quietly<J: Sync, R: Send, E>(
    jobs: &[J],
    limits: Limits,
    work: impl Fn(&J) -> R + Sync,
    mut done: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let begun = Instant::now();
    let is_late = || limits.time.is_some_and(|most| begun.elapsed() >= most);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (send, results) = mpsc::channel();
        for _ in 0..number(limits.threads) {
            let (send, next, work, is_late) = (send.clone(), &next, &work, &is_late);
            scope.spawn(move || {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !is_late()) {
                    if send.send(work(job)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        results.into_iter().try_for_each(&mut done)
    })
}

/// Number of threads; all cores if `None`.
fn number(threads: Option<NonZeroUsize>) -> usize {
    threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Does the same work on this many threads (all cores if `None`) and returns all results.
pub fn on_threads<R: Send>(threads: Option<NonZeroUsize>, work: impl Fn() -> R + Sync) -> Vec<R> {
    std::thread::scope(|scope| {
        let begun: Vec<_> = (0..number(threads)).map(|_| scope.spawn(&work)).collect();
        begun.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// Progress of a run, told on standard error.
#[derive(Debug)]
pub struct Progress {
    begun: Instant,
    told: Instant,
    finished: usize,
    all: usize,
    time: Option<Duration>,
}

impl Progress {
    /// Begins a run of `all` jobs that may take this time.
    pub fn new(all: usize, time: Option<Duration>) -> Self {
        let begun = Instant::now();
        Self { begun, told: begun, finished: 0, all, time }
    }

    /// Counts a finished job, and now and then tells how many there are.
    pub fn advance(&mut self) {
        self.finished += 1;
        if self.told.elapsed() < TOLD_EVERY && self.finished < self.all {
            return;
        }
        self.told = Instant::now();
        let spent = self.begun.elapsed();
        let left = remaining(spent, self.finished, self.all);
        let left = self.time.map_or(left, |most| left.min(most.saturating_sub(spent)));
        let pace = self.finished as f64 / spent.as_secs_f64();
        eprintln!("{} of {}, {pace:.2} a second, {} left", self.finished, self.all, clock(left));
    }
}

/// Time for the remaining jobs at the pace so far.
fn remaining(spent: Duration, finished: usize, all: usize) -> Duration {
    spent.mul_f64((all - finished.min(all)) as f64 / finished.max(1) as f64)
}

/// "1:05:09", or "5:09" below an hour.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_runs_once_with_any_number_of_threads() {
        let jobs: Vec<u64> = (0..200).collect();
        for threads in [1, 3, 16] {
            let mut results = Vec::new();
            let limits = Limits { threads: NonZeroUsize::new(threads), time: None };
            let done = |result| -> Result<(), ()> {
                results.push(result);
                Ok(())
            };
            run(&jobs, limits, |job| job * job, done).unwrap();
            results.sort_unstable();
            assert_eq!(results, jobs.iter().map(|job| job * job).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_and_the_time_end_a_run() {
        let jobs = [(); 1_000];
        let mut results = 0;
        let done = |()| {
            results += 1;
            if results == 3 { Err("full") } else { Ok(()) }
        };
        assert_eq!(run(&jobs, Limits::default(), |()| (), done), Err("full"));
        let limits = Limits { threads: None, time: Some(Duration::ZERO) };
        run(&jobs, limits, |()| (), |()| Err("started late")).unwrap();
    }

    #[test]
    fn the_remaining_time_is_as_the_pace() {
        let minute = Duration::from_secs(60);
        assert_eq!(clock(remaining(minute, 10, 40)), "3:00");
        assert_eq!(clock(remaining(minute, 1, 100)), "1:39:00");
        assert_eq!(remaining(minute, 40, 40), Duration::ZERO);
    }
}
