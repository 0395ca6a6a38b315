//! A game that is played: in memory ([`game`]), as it is stored ([`course`]), and how it changes ([`change`], asked for by a
//! [`request`], prepared by [`play`], taken by [`take`]). [`games`] keeps those that are in use; [`acts`] says what can be played,
//! [`ending`] ends it from outside, [`conditional`] plays moves that were prepared, [`export`] writes it to a file, [`pgn`] for other programs.
//! [`clock`] says how long there is time, [`standstill`] stops and starts it.
//! [`seat`]: who holds a seat; [`pending`]: what people have asked one another; [`logged`]: what the log holds.

pub(super) mod acts;
pub(super) mod change;
pub(super) mod clock;
pub(super) mod conditional;
pub(super) mod course;
pub(super) mod ending;
pub(super) mod export;
pub(super) mod game;
pub(super) mod games;
pub(super) mod logged;
pub(super) mod pauses;
pub(super) mod pending;
pub(super) mod pgn;
pub(super) mod play;
pub(super) mod request;
pub(super) mod seat;
pub(super) mod seed;
pub(super) mod standstill;
pub(super) mod take;
