//! Positions, legal moves, and making and taking back moves: the code shared by both games. [`Rules`] bind piece types
//! to a board. A [`Position`] changes only through reversible primitives. Move generation, attacks, making a move and
//! ending a turn build on these.
//!
//! [`Rules::attempt`] defines legality: it makes an action with all its effects and then tests for Check. Most moves
//! need no such trial, because `generate` derives their legality from pins and lines of attack.
//!
//! # How it works
//! * `sets`: pieces as sets of cells, updated with the position.
//! * `route`: paths of movements; `tables`: the same as sets of cells for each type, seat and cell, filled by
//!   `tabulate`.
//! * `locust`: movements that capture in passing, as an ability.
//! * `class`: properties of types collected from abilities: captures, holding, binding, and types that need careful
//!   handling.
//! * `look`: attackers and destinations of pieces. `danger`: restrictions on a turn for the safety of a Titan. `check`:
//!   moves that give Check.
//! * `generate`: certainly legal moves go to a `sink`, doubtful ones to a list (`mover`: moves of one piece, `actions`:
//!   other actions). `judge`: verdicts on doubtful moves.
//! * `survey`: mobility, captures and exchanges, for evaluation.
//! * `turn`: legality and ending a turn. `make`: an action with its effects. `settle`: choices required before the turn
//!   ends.

mod actions;
mod aim;
mod attack;
mod check;
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
mod obstacle;
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

pub use aim::{COMPLETE, Stalemate};
pub use check::Uncovering;
pub use duty::Duty;
pub use event::{Event, Fall};
pub use kept::Kept;
pub use make::After;
pub use mover::{Mover, Target};
pub use moves::{Kind, Move, MoveList};
pub(crate) use obstacle::Obstacle;
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
