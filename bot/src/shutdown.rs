//! Graceful shutdown: pulling the [`Trigger`] wakes every holder of a [`Shutdown`].

use tokio::sync::watch;

/// Starts the shutdown when pulled or dropped.
#[derive(Debug)]
pub struct Trigger(watch::Sender<bool>);

impl Trigger {
    /// Starts the shutdown.
    pub fn pull(&self) {
        self.0.send_replace(true);
    }
}

/// Receiver of the shutdown signal; clones share it.
#[derive(Clone, Debug)]
pub struct Shutdown(watch::Receiver<bool>);

impl Shutdown {
    /// Creates a connected trigger and receiver.
    pub fn new() -> (Trigger, Shutdown) {
        let (send, receive) = watch::channel(false);
        (Trigger(send), Shutdown(receive))
    }

    /// Waits for the shutdown; returns at once if it has already started.
    pub async fn wait(&self) {
        // `wait_for` fails if the trigger is gone, which is a shutdown as well.
        let _ = self.0.clone().wait_for(|stop| *stop).await;
    }

    /// Returns whether the shutdown has started.
    pub fn is_on(&self) -> bool {
        *self.0.borrow()
    }
}

/// Waits until the operating system asks the program to end, with Ctrl-C or SIGTERM.
pub async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn pulling_and_dropping_both_stop() {
        let (trigger, shutdown) = Shutdown::new();
        assert!(!shutdown.is_on());
        trigger.pull();
        shutdown.wait().await;
        assert!(shutdown.is_on());
        let (trigger, shutdown) = Shutdown::new();
        drop(trigger);
        shutdown.wait().await;
    }
}
