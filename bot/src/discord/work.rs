//! Running tasks. Every interaction and every delivery is a task. The count lets a shutdown wait for them. A panic
//! ends only its own task.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

#[derive(Clone, Debug)]
pub struct Work {
    running: Arc<watch::Sender<usize>>,
}

impl Default for Work {
    fn default() -> Self {
        Self { running: Arc::new(watch::Sender::new(0)) }
    }
}

/// Guard that counts one task until it is dropped.
#[derive(Debug)]
struct Counted(Arc<watch::Sender<usize>>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.send_modify(|n| *n = n.saturating_sub(1));
    }
}

impl Work {
    /// Runs a task to completion even if the caller is cancelled. Returns `None` after a panic.
    pub async fn run<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> Option<T> {
        let counted = self.count();
        let handle = tokio::spawn(async move {
            let _counted = counted;
            task.await
        });
        match handle.await {
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

    fn count(&self) -> Counted {
        self.running.send_modify(|n| *n += 1);
        Counted(Arc::clone(&self.running))
    }

    /// Waits until no task is running, up to this duration.
    pub async fn finish(&self, patience: Duration) -> bool {
        let mut running = self.running.subscribe();
        tokio::time::timeout(patience, running.wait_for(|n| *n == 0)).await.is_ok()
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
