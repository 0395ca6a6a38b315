//! Playing: what both games share. [`Rules`] bind piece types to a board; a [`Position`] is changed only through
//! primitives that can be taken back; on top stand generation, attack, making a move and ending a turn.
//!
//! What is legal is defined by [`Rules::attempt`]: an action is made with all its effects, then the question of Check is asked of what
//! stands there. Most moves need not be tried: `generate` knows from pins and from the ways of what attacks that they are legal.
//!
//! # How it works
//! * `sets`: the pieces as sets of cells, kept in step by the position.
//! * `route`: the ways that movements take; `tables`: the same as sets of cells, for each type, seat and cell, filled by `tabulate`.
//! * `locust`: movements that capture in passing, as an ability.
//! * `class`: what abilities say about types, gathered once: who captures, holds or binds whom, and who must be looked at closely.
//! * `look`: attackers, and where each piece can go. `danger`: what the safety of a Titan asks of a turn.
//! * `generate`: moves that are legal for sure, into a `sink`; others are put aside (`mover`: of one piece, `actions`: what is no plain
//!   movement). `judge`: what can be told of those.
//! * `survey`: where pieces can go and capture, and what exchanges bring, for those who evaluate positions.
//! * `turn`: what is legal, and ending a turn. `make`: an action with its effects. `settle`: the choices it obliges to.

mod actions;
mod aim;
mod attack;
mod class;
mod compiled;
mod danger;
mod duty;
mod event;
mod generate;
mod judge;
mod kept;
mod locust;
mod look;
mod make;
mod meet;
mod mover;
mod moves;
mod passage;
mod perft;
mod phase;
mod piece;
mod piece_type;
mod position;
mod repetition;
mod restraint;
mod returns;
mod route;
mod royalty;
mod rules;
mod score;
mod sets;
mod settle;
mod sink;
mod snapshot;
mod spare;
mod special;
mod state;
mod stood;
mod survey;
mod tables;
mod tabulate;
mod turn;
mod volatility;
mod ways;
mod zone;

pub use aim::Stalemate;
pub use duty::Duty;
pub use event::{Event, Fall};
pub use kept::Kept;
pub use make::After;
pub use mover::{Mover, Target};
pub use moves::{Kind, Move, MoveList};
pub(crate) use phase::Phases;
pub use piece::{Flags, Piece, TypeId};
pub use piece_type::{PieceType, Promotion, Reserve};
pub use position::{LAYERS, Mark, Position, Slot};
pub use restraint::Restraint;
pub use royalty::Royalty;
pub use rules::{Rules, RulesError, SeatRules};
pub use score::Weights;
pub(crate) use snapshot::PositionSnapshot;
pub(crate) use snapshot::type_named;
pub(crate) use spare::with_list;
pub use state::{Cost, EnPassant, PendingChoice, PendingChoices, State};
pub use survey::Sight;
pub use turn::Illegality;
pub use volatility::{Chooser, Volatility};
