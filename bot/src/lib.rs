//! The bot: a slash command becomes a game action, the engine judges it, the store keeps it, the renderer draws it, and
//! Discord shows it.
//!
//! # Layout
//! * [`config`]: settings from a file and the environment.
//! * [`store`]: SQLite, the only place with SQL. Knows no rules.
//! * [`host`]: the use cases: open a lobby, join, act, look. Knows engine, store and renderer, and neither Discord nor SQL.
//! * [`discord`]: serenity and poise live here and nowhere else.
//! * [`check`]: what a server would say about a Battalion file, for the command line.
//! * [`drawing`]: pictures for a Battalion file, for the command line.
//! * [`preview`]: a Battalion file as pictures and text, for the command line.
//! * `folded`: log lines of one cause, folded.
//! * `text`: what people wrote, before others see it.
//! * [`unzip`]: a zip file that somebody sent, read within bounds.
//! * [`clock`]: reminders, and what happens when the time is up.
//! * [`shutdown`]: the graceful stop.
//! * [`uci`]: the computer player for chess interfaces.
//!
//! Arrows point one way: `discord -> host -> store`.

pub mod check;
pub mod clock;
pub mod computers;
pub mod config;
pub mod discord;
pub mod drawing;
pub mod exchange;
mod folded;
pub mod host;
pub mod metrics;
pub mod monitoring;
pub mod preview;
pub mod shutdown;
pub mod store;
mod text;
pub mod uci;
pub mod unzip;
