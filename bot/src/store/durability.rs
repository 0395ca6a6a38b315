//! Durability of writes.

/// Durability of a transaction against power failures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Durability {
    /// May be lost in a power failure before the next lasting write. For records of posted notices, which the outbox
    /// can recover.
    Relaxed,
    /// On the disk before the caller gets its reply. For everything that users see confirmed.
    Lasting,
}
