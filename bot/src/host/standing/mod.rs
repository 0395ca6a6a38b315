//! Standings: results of people and armies in finished games, separately for each server.
//!
//! # Layout
//! * `record`: creation of the result of a game, stored with the action that ends it. Also adds results of games that
//!   ended before results were stored.
//! * `result`: a result read from the database. `rating`: ratings of one pool, computed from its results in order.
//! * `rate`: win rates and confidence intervals. `book`: evaluation of all results of one server, cached until there is
//!   a new one.
//! * `person`, `server`, `army`: the statistics shown.
//!
//! Only results are stored. Ratings are recomputed after each change. A new formula or the deletion of a person's data
//! therefore needs no migration.

mod army;
mod book;
mod person;
mod rate;
mod rating;
pub(super) mod record;
#[cfg(test)]
mod recorded;
mod result;
mod server;

use std::sync::Arc;

use crate::host::battalions::roster::Rosters;
use crate::host::settings::Settings;
use crate::host::time::WallClock;
use crate::store::Store;

pub(super) use book::Books;
pub(super) use result::FEWEST_TURNS;

/// Ratings and statistics of finished games.
#[derive(Clone, Debug)]
pub struct Standings {
    pub(super) store: Store,
    pub(super) time: WallClock,
    pub(super) settings: Arc<Settings>,
    pub(super) rosters: Arc<Rosters>,
    pub(super) books: Arc<Books>,
}
