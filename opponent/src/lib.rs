//! Computer player for every army that the engine can judge, including uploaded ones. No army is known by name.
//!
//! The crate is pure and synchronous: no I/O, no clock, no threads. Its input is an [`engine::seen::Seen`], which holds
//! no secret of another seat. Its budget is a number of nodes ([`Budget`]). Equal seeds, budgets and games always give
//! the same action.
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
//! * `search`: two-player search. `multiplayer`: search for three to six Players.
//! * `value`: piece values derived from movement. `eval`: static evaluation. [`Knowledge`] holds both for one game's
//!   rules.
//! * [`fitted`]: values fitted to games, as data files. [`network`]: networks that correct the static evaluation.
//! * [`Level`]: strength and error rates. `oversight`: replies that weaker levels overlook. `habits`: what beginners like
//!   to play.
//! * `placement`, `volatile`, `shop`, `auction`: decisions other than turns.
//! * [`uci`]: Universal Chess Interface. [`Memory`]: search results kept from one decision to the next.
//! * [`accepts_draw`], [`offers_draw`], [`resigns`]: draw offers and resignation.
#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]
#![deny(missing_docs)]

mod analysis;
mod answers;
mod auction;
mod budget;
mod candidate;
mod chance;
mod decide;
mod eval;
pub mod fitted;
mod habits;
mod knowledge;
mod level;
mod multiplayer;
pub mod network;
mod oversight;
mod placement;
mod random;
mod result;
mod search;
mod shop;
mod turn;
pub mod uci;
mod value;
mod volatile;

pub use analysis::{Wishes, analyse, analyse_aloud};
pub use answers::{accepts_draw, offers_draw, resigns};
pub use budget::Budget;
pub use chance::WinChance;
pub use decide::{decide, decide_recalling};
pub use eval::{Terms, correction, terms};
pub use fitted::Fitted;
pub use knowledge::Knowledge;
pub use level::{Level, UnknownLevel};
pub use network::Network;
pub use result::{Analysis, Decision};
pub use search::Memory;
pub use shop::suggest;
