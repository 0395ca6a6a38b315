//! Implementation of each request, from a command or a component: reads the request, calls the host and responds.
//! Each kind of request has a module.
//!
//! # Layout
//! The modules depend on each other without cycles: each module uses only those to its right.
//! * `secret` → `turn` → `chain` → `act`: private decisions, guided choices, acts.
//! * `history` → `look` → `lobby` → `clash` → `opening` → `place`: boards, lobbies, challenges, channels of new
//!   games.
//! * `start` → `lobby`, `clash`, `learn`: dialog for newcomers.
//! * `lists`: lists of games. `conditional`: conditional moves.
//! * `table` → `look`: takebacks, and seats that change hands.
//! * `settings` → `admin` → `rules`: settings and Battalions of servers, rulebook. `offer`, `replay`: draws and
//!   resigning, animations.
//! * `gallery`, `reports`, `remarks`, `log` → `admin`, `paging`: shared Battalions with reports and remarks, log of
//!   changes on a server.
//! * `stats` → `rules`: ratings; `privacy`: stored data of a person.
//! * `standstill` → `look`: pauses and adjourned games.

pub mod act;
pub mod admin;
pub mod art;
pub mod battlefields;
pub mod chain;
pub mod clash;
pub mod computer;
pub mod conditional;
pub mod gallery;
pub mod history;
pub mod invitation;
pub mod learn;
pub mod lists;
pub mod lobby;
pub mod log;
pub mod look;
pub mod offer;
pub mod opening;
mod paging;
pub mod place;
pub mod privacy;
pub mod remarks;
pub mod replay;
pub mod reports;
pub mod rules;
pub mod secret;
pub mod settings;
pub mod standstill;
pub mod start;
pub mod stats;
pub mod table;
pub mod turn;
