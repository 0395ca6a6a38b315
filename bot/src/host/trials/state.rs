//! State of the tests in memory: progress and wake-ups.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use crate::host::model::TrialProgress;
use crate::host::opponent::Stop;
use crate::host::{TrialId, lock};

/// Number of pairs after which the remaining time is estimated.
const FIRST_PAIRS: usize = 3;

/// Tests of all servers.
#[derive(Debug)]
pub struct Tests {
    running: Mutex<HashMap<TrialId, Running>>,
    asked: mpsc::UnboundedSender<TrialId>,
    hear: tokio::sync::Mutex<mpsc::UnboundedReceiver<TrialId>>,
    ended: Notify,
}

/// Test whose games are being played by this process.
#[derive(Debug)]
struct Running {
    stop: Stop,
    /// Number of finished pairs, at the beginning and now, and of all pairs.
    before: usize,
    done: usize,
    pairs: usize,
    since: Instant,
}

impl Default for Tests {
    fn default() -> Self {
        let (asked, hear) = mpsc::unbounded_channel();
        Self { running: Mutex::default(), asked, hear: tokio::sync::Mutex::new(hear), ended: Notify::new() }
    }
}

impl Tests {
    /// Queues a new test.
    pub(super) fn ask(&self, id: TrialId) {
        // No receiver: the test starts with the program.
        let _ = self.asked.send(id);
    }

    pub(super) async fn asked(&self) -> Option<TrialId> {
        self.hear.lock().await.recv().await
    }

    /// Begins to play. Returns the stop flag.
    pub(super) fn begin(&self, id: TrialId, done: usize, pairs: usize) -> Stop {
        let stop = Stop::default();
        let running = Running { stop: Stop::clone(&stop), before: done, done, pairs, since: Instant::now() };
        lock(&self.running).insert(id, running);
        stop
    }

    /// Counts one more finished pair.
    pub(super) fn advance(&self, id: TrialId) {
        if let Some(running) = lock(&self.running).get_mut(&id) {
            running.done += 1;
        }
    }

    /// Forgets a test that is no longer played.
    pub(super) fn leave(&self, id: TrialId) {
        lock(&self.running).remove(&id);
    }

    /// Stops a test. Its running tasks end within a turn.
    pub(super) fn stop(&self, id: TrialId) {
        if let Some(running) = lock(&self.running).get(&id) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn progress(&self, id: TrialId) -> TrialProgress {
        let running = lock(&self.running);
        let Some(running) = running.get(&id) else { return TrialProgress::default() };
        let new = running.done - running.before;
        let left = (new >= FIRST_PAIRS).then(|| {
            let each = running.since.elapsed() / u32::try_from(new).unwrap_or(u32::MAX);
            each.saturating_mul(u32::try_from(running.pairs - running.done).unwrap_or(u32::MAX))
        });
        TrialProgress { played: 2 * running.done, games: 2 * running.pairs, left }
    }

    /// Wakes the delivery after the end of a test.
    pub(super) fn end(&self) {
        self.ended.notify_one();
    }

    pub(super) async fn ended(&self) {
        self.ended.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The rest is estimated from the pairs of this run, once there are a few: ten minutes each.
    #[tokio::test(start_paused = true)]
    async fn progress_counts_games_and_estimates_the_rest_from_this_run() {
        let tests = Tests::default();
        let id = TrialId(1);
        assert_eq!(tests.progress(id), TrialProgress::default());
        let minutes = |minutes: u64| Some(Duration::from_secs(60 * minutes));
        for before in [0, 4] {
            tests.begin(id, before, 20);
            for new in 0..=5 {
                let left = if new < FIRST_PAIRS { None } else { minutes(10 * (20 - before - new) as u64) };
                let expected = TrialProgress { played: 2 * (before + new), games: 40, left };
                assert_eq!(tests.progress(id), expected, "{before} + {new}");
                tokio::time::advance(Duration::from_secs(600)).await;
                tests.advance(id);
            }
        }
        tests.leave(id);
        assert_eq!(tests.progress(id), TrialProgress::default());
    }
}
