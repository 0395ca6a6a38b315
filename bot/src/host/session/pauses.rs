//! Where a change or a delivery can be overtaken by another. Tests hold it up there, to try many orders of events; in the program
//! these are nothing.

use crate::host::Host;

/// A moment between two things that others can see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Step {
    /// A change is decided, and not yet stored.
    Commit,
    /// A change is stored, and memory does not know it yet.
    Committed,
}

/// How long to wait at a step.
#[cfg(test)]
pub(crate) struct Pauses(pub Box<dyn Fn(Step) -> std::time::Duration + Send + Sync>);

#[cfg(test)]
impl std::fmt::Debug for Pauses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pauses")
    }
}

impl Host {
    #[cfg(test)]
    pub(in crate::host) async fn pause(&self, step: Step) {
        if let Some(pauses) = &self.0.pauses {
            tokio::time::sleep((pauses.0)(step)).await;
        }
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_async, reason = "the same call as in tests")]
    pub(in crate::host) async fn pause(&self, _step: Step) {}
}
