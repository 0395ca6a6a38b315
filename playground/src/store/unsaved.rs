//! Changes of a world that are not in its file yet.

use std::collections::BTreeSet;

use crate::id::MessageId;
use crate::world::PageEvent;

/// Changes since the last write. People, servers and channels are few, so they are compared with the last written
/// state.
#[derive(Debug, Default)]
pub(crate) struct Unsaved {
    pub(crate) messages: BTreeSet<MessageId>,
    pub(crate) commands: bool,
}

impl Unsaved {
    /// Events that redraw the page also require a write.
    pub(crate) fn note(&mut self, event: PageEvent) {
        match event {
            PageEvent::Message(id) => {
                self.messages.insert(id);
            }
            PageEvent::Bot => self.commands = true,
            PageEvent::Places | PageEvent::Typing(_) => {}
        }
    }
}
