//! Running tasks. Every interaction and every delivery is a task. The count lets a shutdown wait for them. A panic
//! ends only its own task.

use std::future::Future;
use std::time::Duration;

use tokio_util::task::TaskTracker;

#[derive(Clone, Debug, Default)]
pub struct Work(TaskTracker);

impl Work {
    /// Runs a task to completion even if the caller is cancelled. Returns `None` after a panic.
    pub async fn run<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> Option<T> {
        match self.0.spawn(task).await {
            Ok(value) => Some(value),
            Err(error) => {
                if error.is_panic() {
                    tracing::error!("a task panicked")
                } else {
                    tracing::debug!("a task was stopped, as the program stops")
                }
                None
            }
        }
    }

    /// Returns true while no task is running.
    #[cfg(test)]
    pub fn is_idle(&self) -> bool {
        self.0.is_empty()
    }

    /// Waits until no task is running, up to this duration.
    pub async fn finish(&self, patience: Duration) -> bool {
        self.0.close();
        tokio::time::timeout(patience, self.0.wait()).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_ends_one_task_alone() {
        let work = Work::default();
        assert_eq!(work.run(async { panic!("on purpose") }).await, None::<()>);
        assert_eq!(work.run(async { 7 }).await, Some(7));
        assert!(work.finish(Duration::from_millis(10)).await);
    }
}
