//! Battalions that can be picked.
//!
//! [`roster`] lists those available on a server at one moment. Administrators add and manage Battalions with [`own`],
//! [`drafts`] and [`packs`]. Servers share them with [`sharing`], [`gallery`] and [`reports`].
//!
//! [`judging`] and [`alike`] validate files, and [`checking`] limits the resources for that. [`queue`] serializes the
//! changes of one server.

pub(super) mod alike;
pub(super) mod checking;
pub(super) mod drafts;
pub(super) mod gallery;
pub(super) mod judging;
pub(super) mod own;
pub(super) mod packs;
pub(super) mod queue;
pub(super) mod reports;
pub(super) mod roster;
pub(super) mod sharing;
