//! Battalions that can be picked: those of a server at one moment ([`roster`]), those that it brings ([`own`], [`drafts`]), and looking at
//! their files ([`checking`]).

pub(super) mod checking;
pub(super) mod drafts;
pub(super) mod own;
pub(super) mod roster;
