//! Balance lab: measures how strong armies are, with error bars. The program is `lab`; `lab --help` lists its commands.
//!
//! * [`games`]: players, openings and games, shared by all measurements. [`duel`]: pairs of games between two armies.
//! * [`army`]: built-in armies and Battalion files. [`replay`]: a game as the file that the bot exports.
//! * [`runner`]: jobs on all cores. [`resume`]: results in a file, from which a run continues.
//! * [`stats`]: intervals. [`ratings`]: Bradley–Terry ratings with draws. [`verdict`]: conclusions from several
//!   strengths.
//! * [`table`]: results of all pairings, with their CSV and terminal forms; [`picture`] draws it, [`report`] writes the
//!   document.
//! * [`suite`]: measurements of the computer player itself.
//!
//! Everything is computed from the run's seed: results depend neither on the machine nor on the number of threads.

pub mod army;
pub mod dice;
pub mod duel;
pub mod games;
pub mod picture;
pub mod ratings;
pub mod replay;
pub mod report;
pub mod resume;
pub mod runner;
pub mod stats;
pub mod suite;
pub mod table;
pub mod verdict;
