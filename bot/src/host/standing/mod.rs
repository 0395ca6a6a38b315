//! Standing: how people and armies have fared, by the results of finished games. Each server has its own.
//!
//! # Layout
//! * `record`: the result of a game, stored with the action that ends it; and of games that ended before results were stored.
//! * `result`: a result as it is read. `rating`: one pool's ratings, made from results in order.
//! * `rate`: shares and their confidence. `book`: everything that the results of one server say, kept until there is a new one.
//! * `person`, `server`, `army`: what is shown.
//!
//! Nothing here is stored but results. Ratings are made from them whenever they have changed, so that another formula, or a
//! person who had everything about them deleted, needs no correction of anything.

mod army;
mod book;
mod person;
mod rate;
mod rating;
pub(super) mod record;
mod result;
mod server;

pub(super) use book::Books;
pub(super) use result::FEWEST_TURNS;
