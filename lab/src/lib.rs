//! Balance lab: measures how strong armies are, with error bars. The program is `lab`; `lab --help` lists its commands.
//!
//! * [`balance`]: games and statistics. Its modules that all measurements use are re-exported.
//! * [`runner`]: jobs on all cores. [`queue`]: jobs for workers on several machines, with any kind of [`work`]. [`resume`]: results in a file, from which a run continues.
//!   [`effort`]: jobs, played until that file is complete.
//! * [`picture`]: tables drawn by `render`. [`report`]: tables as a document.
//! * [`highlights`]: games worth watching.
//! * [`fair`]: edits that make an army even with another.
//! * [`tune`]: values fitted to an army's games. [`network`]: a network that corrects its static evaluation. [`trial`]: the
//!   test of both.
//! * [`suite`]: measurements of the computer player itself.
//!
//! Everything is computed from the run's seed: results depend neither on the machine nor on the number of threads.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

pub use balance::{army, dice, duel, games, ratings, record, replay, stats, table, verdict};

pub mod effort;
pub mod fair;
pub mod highlights;
pub mod network;
pub mod picture;
pub mod queue;
pub mod report;
pub mod resume;
pub mod runner;
pub mod suite;
pub mod trial;
pub mod tune;
pub mod work;
