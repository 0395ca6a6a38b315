//! Games of the computer player between armies, and their statistics. The program `lab` plays them on the command line.
//!
//! * [`games`]: players, openings and games, shared by all measurements. [`duel`]: pairs of games between two armies.
//! * [`army`]: built-in armies and Battalion files. [`replay`]: a game as the file that the bot exports.
//! * [`stats`]: intervals. [`ratings`]: Bradley–Terry ratings with draws. [`verdict`]: conclusions from several
//!   strengths.
//! * [`appraisal`]: report on one army for its designer. [`record`]: counted results of all pairings, with [`table`] as
//!   their table; [`measured`]: those of the built-in armies. [`clash`]: rounds of Clash, with [`prices`] as their table. [`party`]: games of four, with
//!   [`places`] as their table. [`logit`]: the model behind ratings, prices and places.
//! * [`fit`]: values of an army fitted to its games. [`network`]: a network that corrects its static evaluation. Both learn
//!   from [`selfplay`]; games of [`rivals`] test the result, until a test in [`sequential`] decides.
//!
//! The crate has no clock and no threads, and reads only the files that [`army::Army::load`] names. Everything is
//! computed from seeds: results depend neither on the machine nor on the number of threads.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

pub mod appraisal;
pub mod army;
pub mod clash;
pub mod dice;
pub mod duel;
pub mod fit;
pub mod games;
pub mod logit;
pub mod measured;
pub mod network;
pub mod party;
pub mod places;
pub mod prices;
pub mod ratings;
pub mod record;
pub mod replay;
pub mod rivals;
pub mod selfplay;
pub mod sequential;
pub mod stats;
pub mod table;
pub mod verdict;
