//! The graceful stop: one side pulls the [`Trigger`], everybody who holds a [`Shutdown`] hears of it.

use tokio::sync::watch;

/// Ends the program when pulled or dropped.
#[derive(Debug)]
pub struct Trigger(watch::Sender<bool>);

impl Trigger {
    /// Tells everybody to stop.
    pub fn pull(&self) {
        self.0.send_replace(true);
    }
}

/// Tells when to stop.
#[derive(Clone, Debug)]
pub struct Shutdown(watch::Receiver<bool>);

impl Shutdown {
    /// A trigger and what hears it.
    pub fn new() -> (Trigger, Shutdown) {
        let (send, receive) = watch::channel(false);
        (Trigger(send), Shutdown(receive))
    }

    /// Returns when it is time to stop; at once if it already is.
    pub async fn wait(&self) {
        // An error means that the trigger is gone, which is a stop as well.
        let _ = self.0.clone().wait_for(|stop| *stop).await;
    }

    /// Is it time to stop?
    pub fn is_on(&self) -> bool {
        *self.0.borrow()
    }
}

/// Returns when the operating system asks the program to end: Ctrl-C, or SIGTERM.
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
