//! The bot: a slash command becomes a game action, the engine judges it, the store saves it, the renderer draws it, and
//! Discord shows it.
//!
//! # Layout
//! * [`command_line`]: commands and flags of the program.
//! * [`config`]: settings from a file and the environment.
//! * [`store`]: SQLite storage, the only place with SQL. Independent of the game rules.
//! * [`host`]: use cases, such as opening a lobby, joining, acting and viewing a game. Uses engine, store and renderer,
//!   but neither Discord nor SQL.
//! * [`discord`]: front end, the only place with serenity and poise.
//! * [`backups`]: nightly backups. [`doctor`]: examination of a database, for the command line.
//! * [`check`]: validation of a Battalion file, for the command line.
//! * [`drawing`]: pictures for a Battalion file, for the command line.
//! * [`preview`]: a Battalion file as pictures and text, for the command line.
//! * [`exchange`]: armies in the formats of other programs, for the command line.
//! * `folded`: rate limit of repeated log lines.
//! * `text`: sanitising of text written by users.
//! * [`unzip`]: zip files from users, read within bounds.
//! * [`clock`]: reminders and forfeits.
//! * [`computers`]: decisions of computer players.
//! * [`testing`]: tests of armies by games of the computer player. [`fitting`]: piece values fitted to such games.
//! * `metrics` and [`monitoring`]: Prometheus metrics and the health check.
//! * [`shutdown`]: signals that end the program.
//! * [`trial`]: an army tried in the terminal.
//! * [`uci`]: UCI front end of the computer player.
//!
//! Dependencies point one way: `discord -> host -> store`.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

pub mod backups;
pub mod check;
pub mod clock;
pub mod command_line;
pub mod computers;
pub mod config;
pub mod discord;
pub mod doctor;
pub mod drawing;
pub mod exchange;
#[cfg(test)]
mod expected;
pub mod fitting;
mod folded;
pub mod host;
pub mod metrics;
pub mod monitoring;
pub mod moving;
pub mod preview;
pub mod shutdown;
pub mod store;
pub mod testing;
mod text;
pub mod trial;
pub mod uci;
pub mod unzip;
