//! Leases of notices in this process, and the signal that new ones wait.

use tokio::sync::Notify;

use crate::host::model::{Lease, Leased, Notice, NoticeKind, Recipient};
use crate::store::{NoticeRow, To};

/// Notices leased by this process.
#[derive(Debug, Default)]
pub struct Notices {
    /// Wakes the delivery task.
    waiting: Notify,
    leased: Leased,
}

impl Notices {
    /// Wakes the delivery task, because a notice waits.
    pub(in crate::host) fn wake(&self) {
        self.waiting.notify_one();
    }

    /// Waits until a notice waits.
    pub(in crate::host) async fn woken(&self) {
        self.waiting.notified().await;
    }

    /// Creates the in-process lease of a notice that the database has leased.
    pub(in crate::host) fn lease(&self, row: NoticeRow, kind: NoticeKind) -> Option<Notice> {
        Some(Notice {
            _lease: Lease::take(row.id, &self.leased)?,
            id: row.id,
            game: row.game,
            version: row.version,
            to: match row.to {
                To::Channel(channel) => Recipient::Channel(channel),
                To::Person(person) => Recipient::Person(person),
            },
            kind,
            attempts: row.attempts,
            unsure: row.unsure,
            failing_since: row.failing_since,
            acted_at: row.acted_at,
        })
    }
}
