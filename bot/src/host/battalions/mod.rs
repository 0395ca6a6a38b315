//! Battalions that can be picked: those of a server at one moment ([`roster`]), those that it brings ([`own`], [`drafts`], [`packs`]), and
//! those that servers share ([`sharing`], [`gallery`], [`reports`]). Files are judged ([`judging`], [`alike`]) within bounds
//! ([`checking`]); changes to one server's Battalions wait for each other ([`queue`]).

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
