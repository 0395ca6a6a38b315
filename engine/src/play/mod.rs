//! Playing: what both games share. [`Rules`] bind piece types to a board; a [`Position`] is changed only through
//! primitives that can be taken back; on top stand generation, attack, making a move and ending a turn.
//!
//! This is the *exact path*: every action is made with all its effects, then the question of Check is asked of what
//! stands there. It defines what is legal. Only a quiet move that can be seen to change nothing of that is not tried (`watch`).

mod attack;
mod event;
mod generate;
mod make;
mod moves;
mod piece;
mod position;
mod repetition;
mod restraint;
mod rules;
mod special;
mod state;
mod tracks;
mod turn;
mod watch;

pub use event::{Event, Fall};
pub use generate::Mover;
pub use make::After;
pub use moves::{Kind, Move, MoveList};
pub use piece::{Flags, Piece, TypeId};
pub use position::{LAYERS, Mark, Position, Slot};
pub use restraint::Restraint;
pub use rules::{PieceType, Promotion, Reserve, Rules, RulesError, SeatRules};
pub use state::{Debt, Debts, EnPassant, State};
pub(crate) use tracks::{Landing, Route, Track};
pub use turn::Fault;
