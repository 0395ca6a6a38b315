//! Views of a game.
//!
//! [`look`] and [`secret`] build the public view and that of one seat, [`pictures`] and [`cards`] render them.
//! [`replay`] creates animations, [`steps`] the course of a game step by step, and [`list`] lists of games.

pub(super) mod cards;
pub(super) mod list;
pub(super) mod look;
mod material;
pub(super) mod pictures;
pub(super) mod replay;
pub(super) mod secret;
pub(super) mod steps;
