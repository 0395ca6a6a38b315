//! Delay points at which concurrent changes and deliveries can overtake each other. Tests add delays there to try many
//! orders of events. In production they do nothing.

use crate::host::session::games::Games;

/// A delay point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Step {
    /// A change is decided but not stored.
    Commit,
    /// A change is stored but not yet in memory.
    Committed,
}

/// Delay at each point.
#[cfg(test)]
pub(crate) struct Pauses(pub Box<dyn Fn(Step) -> std::time::Duration + Send + Sync>);

#[cfg(test)]
impl std::fmt::Debug for Pauses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pauses")
    }
}

impl Games {
    #[cfg(test)]
    pub(in crate::host) async fn pause(&self, step: Step) {
        if let Some(pauses) = &self.pauses {
            tokio::time::sleep((pauses.0)(step)).await;
        }
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_async, reason = "the same call as in tests")]
    pub(in crate::host) async fn pause(&self, _step: Step) {}
}
