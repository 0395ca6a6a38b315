//! Support for the stories: a Discord stand-in in this process, the real bot as a child process, and helpers for users'
//! actions.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "support of tests: a failure is a panic with its reason")]

mod administration;
mod bot;
mod clash;
mod cluster;
mod disk;
pub mod load;
mod people;
mod picture;
mod postgres;
mod said;
mod table;

pub use administration::DRAGONS;
pub use bot::{Bot, program};
pub use clash::{ARMY, MATE, REPETITION};
pub use cluster::Cluster;
pub use disk::{Disk, Fault};
pub use people::{ASSASSIN, DUEL, FFA, FOUR, SIX, named};
pub use picture::Board;
pub use postgres::{Database, Postgres};
pub use said::{
    Said, alt, assert_says, assert_says_privately, assert_shows, response, without_hashes, without_moments,
    without_time,
};
pub use table::{PATIENCE, Table};
