//! Balance lab: measures how strong armies are, with error bars. The program is `lab`; `lab --help` lists its commands.
//!
//! * [`balance`]: games and statistics. Its modules that all measurements use are re-exported.
//! * [`runner`]: jobs on all cores. [`resume`]: results in a file, from which a run continues.
//! * [`picture`]: tables drawn by `render`. [`report`]: tables as a document.
//! * [`suite`]: measurements of the computer player itself.
//!
//! Everything is computed from the run's seed: results depend neither on the machine nor on the number of threads.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

pub use balance::{army, dice, duel, games, ratings, replay, stats, table, verdict};

pub mod picture;
pub mod report;
pub mod resume;
pub mod runner;
pub mod suite;
