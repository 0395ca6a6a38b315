//! The threads on which computer players think: a few of its own, of the lowest priority, so that neither answers to people nor pictures
//! wait for them. They are started with the first piece of work, and end with the host.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Once};
use std::thread;
use std::time::Duration;

use cpu_time::ThreadTime;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::oneshot;

use super::queue::{FairQueue, Whose};
use crate::host::lock;
use crate::metrics;

/// Ends a piece of work within a millisecond once it is set.
pub(in crate::host) type Stop = Arc<AtomicBool>;

type Work = Box<dyn FnOnce() + Send>;

/// The threads, and what waits for them.
#[derive(Debug)]
pub(super) struct Pool {
    shared: Arc<Shared>,
    started: Once,
}

impl Default for Pool {
    fn default() -> Self {
        Self { shared: Arc::default(), started: Once::new() }
    }
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    queue: FairQueue<Work>,
    closed: bool,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

/// What became of a piece of work.
#[derive(Debug)]
pub(in crate::host) struct Worked<T> {
    /// What it came to; `None` if it was stopped before it began, or panicked.
    pub result: Option<T>,
    /// The time of the processor that it took.
    pub took: Duration,
}

/// How many threads think: one core is left for everything else.
fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    cores.saturating_sub(1).max(1)
}

impl Pool {
    /// Does a piece of work when its turn comes. Whoever no longer waits for it has stopped it.
    pub async fn run<T: Send + 'static>(
        &self,
        whose: Whose,
        stop: &Stop,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Worked<T> {
        self.started.call_once(|| self.start());
        let (send, receive) = oneshot::channel();
        let flag = Arc::clone(stop);
        let job: Work = Box::new(move || {
            let begun = ThreadTime::now();
            // What panics is nothing but this piece of work: nothing of it is used afterwards.
            let work = AssertUnwindSafe(|| (!flag.load(Ordering::Relaxed)).then(|| work(&flag)));
            let result = catch_unwind(work).ok().flatten();
            let took = begun.elapsed();
            let _ = send.send(Worked { result, took });
        });
        self.push(whose, job);
        let abandoned = StopWhenDropped(stop);
        let worked = receive.await;
        // Waited for to its end, it leaves the flag as it is.
        std::mem::forget(abandoned);
        worked.unwrap_or(Worked { result: None, took: Duration::ZERO })
    }

    fn push(&self, whose: Whose, job: Work) {
        let mut state = lock(&self.shared.state);
        if !state.closed {
            state.queue.push(whose, job);
            metrics::thoughts_waiting(state.queue.len());
            self.shared.more.notify_one();
        }
    }

    fn start(&self) {
        for number in 1..=threads() {
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().name(format!("computer {number}")).spawn(move || shared.work());
            if let Err(error) = thread {
                tracing::error!(%error, "a thread for computer players cannot be started");
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        state.closed = true;
        state.queue = FairQueue::default();
        self.shared.more.notify_all();
    }
}

impl Shared {
    /// One thread's life.
    fn work(&self) {
        // Where the system does not allow it the threads are as important as all others.
        if let Err(error) = set_current_thread_priority(ThreadPriority::Min) {
            tracing::debug!(?error, "computer players think at the usual priority");
        }
        while let Some(job) = self.next() {
            job();
        }
    }

    /// Waits for work; `None` once there will be no more.
    fn next(&self) -> Option<Work> {
        let mut state = lock(&self.state);
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.queue.pop() {
                metrics::thoughts_waiting(state.queue.len());
                return Some(job);
            }
            state = self.more.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }
}

/// Stops the work that nobody waits for any more.
struct StopWhenDropped<'a>(&'a Stop);

impl Drop for StopWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{GameId, GuildId};

    const WHOSE: Whose = (Some(GuildId(1)), GameId(1));

    #[tokio::test]
    async fn work_is_done_and_measured() {
        let pool = Pool::default();
        let stop = Stop::default();
        for number in [42, 43] {
            let done = pool.run(WHOSE, &stop, move |_| number).await;
            assert_eq!(done.result, Some(number));
        }
    }

    #[tokio::test]
    async fn a_panic_ends_one_piece_of_work_and_no_thread() {
        let pool = Pool::default();
        for _ in 0..2 * threads() {
            let stop = Stop::default();
            let failed: Worked<()> = pool.run(WHOSE, &stop, |_| panic!("on purpose")).await;
            assert!(failed.result.is_none());
        }
        let done = pool.run(WHOSE, &Stop::default(), |_| ()).await;
        assert!(done.result.is_some());
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_stopped() {
        let pool = Arc::new(Pool::default());
        let (begun, wait) = oneshot::channel();
        let (ended, end) = oneshot::channel();
        let stop = Stop::default();
        let running = tokio::spawn({
            let (pool, stop) = (Arc::clone(&pool), Arc::clone(&stop));
            async move {
                let work = move |stop: &AtomicBool| {
                    let _ = begun.send(());
                    while !stop.load(Ordering::Relaxed) {
                        thread::yield_now();
                    }
                    let _ = ended.send(());
                };
                pool.run(WHOSE, &stop, work).await
            }
        });
        wait.await.unwrap();
        running.abort();
        end.await.unwrap();
        // What is stopped before its turn is not begun.
        let unused = pool.run(WHOSE, &stop, |_| ()).await;
        assert!(unused.result.is_none());
    }
}
