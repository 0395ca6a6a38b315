//! Thread pool for computer players. Its few threads have the lowest priority, so that they do not delay answers and
//! pictures. They start with the first task and end with the host. Tests of armies use what computer players leave: short
//! tasks that begin only while no decision is waiting. Fits of values use what both leave.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Once};
use std::thread;
use std::time::Duration;

use cpu_time::ThreadTime;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::oneshot;

use super::queue::{FairQueue, Whose};
use crate::host::{GameId, GuildId, TrialId, lock};
use crate::metrics;

/// Stop flag: ends a task within a millisecond.
pub(in crate::host) type Stop = Arc<AtomicBool>;

type Work = Box<dyn FnOnce() + Send>;

/// Threads and waiting tasks.
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
    /// Tasks of computer players.
    queue: FairQueue<GameId, Work>,
    /// Tasks of tests of armies.
    spare: FairQueue<TrialId, Work>,
    /// Tasks of fits.
    idle: VecDeque<Work>,
    closed: bool,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

/// Result of a task.
#[derive(Debug)]
pub(in crate::host) struct Worked<T> {
    /// Returned value; `None` if the task was stopped before it started, or panicked.
    pub result: Option<T>,
    /// Processor time used.
    pub took: Duration,
}

/// Owner of a task.
#[derive(Clone, Copy, Debug)]
enum Owner {
    /// A computer player.
    Game(Whose),
    /// A test of an army.
    Trial(GuildId, TrialId),
    /// A fit of values.
    Fit,
}

/// Number of threads: all cores but one.
pub(in crate::host) fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    cores.saturating_sub(1).max(1)
}

impl Pool {
    /// Runs a task when its turn comes. Dropping the future stops the task.
    pub async fn run<T: Send + 'static>(
        &self,
        whose: Whose,
        stop: &Stop,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Worked<T> {
        self.run_for(Owner::Game(whose), stop, work).await
    }

    /// Runs a task of a test when its turn comes and no computer player needs the thread. Tasks must be short, because
    /// decisions wait for those that have begun. Dropping the future stops the task.
    pub async fn run_spare<T: Send + 'static>(
        &self,
        guild: GuildId,
        trial: TrialId,
        stop: &Stop,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Worked<T> {
        self.run_for(Owner::Trial(guild, trial), stop, work).await
    }

    /// Runs a task of a fit when neither a computer player nor a test needs the thread. Tasks must be short. Dropping the
    /// future stops the task.
    pub async fn run_idle<T: Send + 'static>(
        &self,
        stop: &Stop,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Worked<T> {
        self.run_for(Owner::Fit, stop, work).await
    }

    async fn run_for<T: Send + 'static>(
        &self,
        owner: Owner,
        stop: &Stop,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Worked<T> {
        self.started.call_once(|| self.start());
        let (send, receive) = oneshot::channel();
        let flag = Arc::clone(stop);
        let job: Work = Box::new(move || {
            let begun = ThreadTime::now();
            // A panic affects only this task, because none of its data is used afterwards.
            let work = AssertUnwindSafe(|| (!flag.load(Ordering::Relaxed)).then(|| work(&flag)));
            let result = catch_unwind(work).ok().flatten();
            let took = begun.elapsed();
            let _ = send.send(Worked { result, took });
        });
        self.push(owner, job);
        let abandoned = StopWhenDropped(stop);
        let worked = receive.await;
        // After a complete run, dropping the guard would set the stop flag.
        std::mem::forget(abandoned);
        worked.unwrap_or(Worked { result: None, took: Duration::ZERO })
    }

    fn push(&self, owner: Owner, job: Work) {
        let mut state = lock(&self.shared.state);
        if !state.closed {
            match owner {
                Owner::Game(whose) => state.queue.push(whose, job),
                Owner::Trial(guild, trial) => state.spare.push((Some(guild), trial), job),
                Owner::Fit => state.idle.push_back(job),
            }
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
        state.spare = FairQueue::default();
        state.idle.clear();
        self.shared.more.notify_all();
    }
}

impl Shared {
    /// Worker loop.
    fn work(&self) {
        // Unit tests wait for computer players beside other tests, which would leave them no time.
        if cfg!(not(test)) {
            // If the system does not allow a lower priority, the threads run at normal priority.
            if let Err(error) = set_current_thread_priority(ThreadPriority::Min) {
                tracing::debug!(?error, "computer players think at the usual priority");
            }
        }
        while let Some(job) = self.next() {
            job();
        }
    }

    /// Waits for a task; `None` after the pool was closed.
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
            if let Some(job) = state.spare.pop().or_else(|| state.idle.pop_front()) {
                return Some(job);
            }
            state = self.more.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }
}

/// Sets the stop flag on drop.
struct StopWhenDropped<'a>(&'a Stop);

impl Drop for StopWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// With all threads busy, decisions that arrive later begin before the tests that wait, and these before fits.
    #[tokio::test]
    async fn tests_of_armies_wait_for_decisions_and_fits_for_both() {
        let pool = Arc::new(Pool::default());
        let (open, opened) = std::sync::mpsc::channel::<()>();
        let opened = Arc::new(Mutex::new(opened));
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for _ in 0..threads() {
            let (begun, wait) = oneshot::channel();
            let (pool, opened) = (Arc::clone(&pool), Arc::clone(&opened));
            let busy = async move {
                let work = move |_: &AtomicBool| {
                    let _ = begun.send(());
                    let _ = lock(&opened).recv();
                };
                pool.run(WHOSE, &Stop::default(), work).await;
            };
            tasks.push(tokio::spawn(busy));
            wait.await.unwrap();
        }
        let note = |what: &'static str| {
            let order = Arc::clone(&order);
            move |_: &AtomicBool| lock(&order).push(what)
        };
        for what in ["fit", "test", "decision"] {
            let (threads, work) = (Arc::clone(&pool), note(what));
            tasks.push(tokio::spawn(async move {
                let stop = Stop::default();
                let worked = match what {
                    "fit" => threads.run_idle(&stop, work).await,
                    "test" => threads.run_spare(GuildId(1), TrialId(1), &stop, work).await,
                    _ => threads.run(WHOSE, &stop, work).await,
                };
                assert!(worked.result.is_some());
            }));
            let waits = |state: &State| match what {
                "fit" => !state.idle.is_empty(),
                "test" => state.spare.len() > 0,
                _ => state.queue.len() > 0,
            };
            while !waits(&lock(&pool.shared.state)) {
                tokio::task::yield_now().await;
            }
        }
        // One thread is free from now on, so that the tasks run one after the other.
        open.send(()).unwrap();
        for task in tasks.split_off(threads()) {
            task.await.unwrap();
        }
        assert_eq!(*lock(&order), ["decision", "test", "fit"]);
        drop(open);
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
        // A task stopped before its turn never starts.
        let unused = pool.run(WHOSE, &stop, |_| ()).await;
        assert!(unused.result.is_none());
    }
}
