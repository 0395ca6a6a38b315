//! A computer player for every army that the engine can judge, uploaded ones included: nothing here knows an army by name.
//!
//! Pure and synchronous: no I/O, no clock, no threads. What it may know is an [`engine::seen::Seen`], which holds no secret of another
//! seat. How long it thinks is counted in positions looked at ([`Budget`]); the same seed, budget and game always give the same action.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use engine::{battalion, board::Seat, titans::{Game, GameMode, Setup}};
//! use opponent::{Budget, Knowledge, Level, decide};
//!
//! let army = battalion::load_builtin("makpong")?;
//! let mut game = Game::new(Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32])?)?;
//! let know = Knowledge::new(game.rules());
//! let stop = AtomicBool::new(false);
//! let decision = decide(&game.seen(Seat(0)), Level::Captain, &know, Budget::new(2_000, &stop), 1);
//! game.apply(Seat(0), &decision.action.expect("it is the first seat's turn"))?;
//! assert_eq!(game.to_act(), [Seat(1)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layout
//! * [`decide`]: any decision of a seat. [`analyse`]: the best line and the win chance of a position.
//! * `search`: the search for two Players. `crowd`: for three to six.
//! * `value`: what pieces are worth, from how they move. `eval`: what a position is worth. [`Knowledge`] keeps both for one game's rules.
//! * [`Level`]: strength and taste; `oversight`: what weaker levels overlook.
//! * `placement`, `volatile`, `shop`, `auction`: decisions that are no turns.
//! * [`uci`]: chess and Makpong for chess interfaces.
//! * [`accepts_draw`], [`resigns`], [`allows_takeback`]: answers to what people ask.
#![deny(missing_docs)]

mod analysis;
mod answers;
mod auction;
mod budget;
mod candidate;
mod chance;
mod crowd;
mod decide;
mod eval;
mod knowledge;
mod level;
mod oversight;
mod placement;
mod random;
mod search;
mod shop;
mod turn;
pub mod uci;
mod value;
mod volatile;

pub use analysis::{Analysis, analyse};
pub use answers::{accepts_draw, allows_takeback, resigns};
pub use budget::Budget;
pub use chance::WinChance;
pub use decide::{Decision, decide};
pub use eval::{Terms, terms};
pub use knowledge::Knowledge;
pub use level::{Level, UnknownLevel};
pub use shop::suggest;
