//! Chess: The Clash of the Armies. Players buy armies with gold and place them. Armies survive from round to round and
//! meet in up to three rounds (C-1 … C-26).
//!
//! ```
//! use engine::action::{Action, ClashAction};
//! use engine::board::Seat;
//! use engine::clash::{Match, Setup};
//!
//! let mut game = Match::new(Setup { en_passant: false, seed: [0; 32] }).unwrap();
//! for seat in [Seat(0), Seat(1)] {
//!     assert_eq!(game.to_act(), [seat]);
//!     game.apply(seat, &Action::Clash(ClashAction::Suggest)).unwrap();
//!     game.apply(seat, &Action::Clash(ClashAction::Ready)).unwrap();
//! }
//! assert!(!game.legal(Seat(0)).is_empty());
//! ```

mod army;
mod asking;
mod auction;
mod catalogue;
mod end;
mod gold;
mod order;
mod plan;
mod playing;
mod preparing;
mod round;
mod scoring;
mod seen;
mod series;
mod setup;
mod shop;
mod snapshot;
mod view;
mod wares;

pub use crate::action::Order;
pub use army::{Army, MOST_OF_A_KIND, Owned};
pub use auction::{Auction, Outcome, STEP, commitment_text};
pub use catalogue::definition;
pub use end::{DrawReason, End, Loss};
pub use gold::{BadGold, Gold};
pub use order::{ranges, read_order, shorter};
pub use plan::{Preset, Template, presets};
pub use round::{QUIET_TURNS, Round, rules};
pub use scoring::{Next, ULTIMATE, income, next};
pub use series::{Match, Score};
pub use setup::{SavedSetup, Setup};
pub use shop::Shop;
pub(crate) use snapshot::MatchSnapshot;
pub use wares::{Class, ID, WARES, Ware, amazon, leader_cost, ware};
