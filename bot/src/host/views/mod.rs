//! What people see of a game: the position and what is asked of one seat ([`look`], [`secret`]), pictures ([`pictures`], [`cards`]) and
//! [`replay`]s, and the course of a game step by step ([`steps`]).

pub(super) mod cards;
pub(super) mod look;
pub(super) mod pictures;
pub(super) mod replay;
pub(super) mod secret;
pub(super) mod steps;
