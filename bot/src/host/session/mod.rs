//! A running game.
//!
//! [`game`] is its state in memory, [`running`] the engine's game in it, and [`course`] its stored form. [`games`] loads
//! games, and [`slots`] keeps them in memory. A [`request`] is prepared by [`play`], applied by [`take`] and stored by
//! [`change`]. [`logged`] defines the log entries, [`seat`] the holders of seats, and [`pending`] the open requests
//! between players.
//!
//! [`clock`] and [`tick`] compute deadlines, and [`standstill`] stops and resumes the clock. [`acts`] lists legal acts,
//! [`ending`] ends games from outside, and [`conditional`] plays prepared moves. [`export`] and [`pgn`] write files.

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
pub(super) mod running;
pub(super) mod seat;
pub(super) mod seed;
pub(super) mod slots;
pub(super) mod standstill;
pub(super) mod take;
pub(super) mod tick;
