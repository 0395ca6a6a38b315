//! Positions, legal moves, and making and taking back moves: the code shared by both games. [`Rules`] bind piece types
//! to a board. A [`Position`] changes only through reversible primitives. Move generation, attacks, making a move and
//! ending a turn build on these.
//!
//! [`Rules::attempt`] defines legality: it makes an action with all its effects and then tests for Check. Most moves
//! need no such trial, because `generate` derives their legality from pins and lines of attack.
//!
//! # How it works
//! * `sets`: pieces as sets of cells, updated with the position.
//! * `rules`: rules of a game and the interfaces of abilities; `build`: their construction; `settings`: settings of
//!   seats.
//! * `route`: paths of movements; `tables`: the same as sets of cells for each type, seat and cell, filled by `compile`
//!   and `tabulate`, asked through `queries`.
//! * `locust`: movements that capture in passing, as an ability.
//! * `class`: properties of types, collected from abilities by `classify`: captures, holding, binding, and types that
//!   need careful handling.
//! * `look`: attackers and destinations of pieces. `danger`: restrictions on a turn for the safety of a Titan. `check`:
//!   moves that give Check.
//! * `generate`: certainly legal moves go to a `sink`, doubtful ones to a list (`single`: moves of one piece,
//!   `actions`: other actions). `judge`: verdicts on doubtful moves.
//! * `survey`: mobility, captures and exchanges, for evaluation.
//! * `turn`: legality and ending a turn. `make`: an action with its effects. `settle`: choices required before the turn
//!   ends.

mod actions;
mod aim;
mod attack;
mod build;
mod check;
mod class;
mod classify;
mod compile;
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
mod queries;
mod repetition;
mod restraint;
mod returns;
mod route;
mod royalty;
mod rules;
mod score;
mod sets;
mod settings;
mod settle;
mod sight;
mod single;
mod sink;
mod snapshot;
mod spare;
mod special;
mod state;
mod stood;
mod survey;
mod tables;
mod tabulate;
mod traits;
mod turn;
mod uncovering;
mod volatility;
mod waiting;
mod walk;
mod ways;
mod zone;

pub use aim::COMPLETE;
pub use build::RulesError;
pub use event::{Event, Fall};
pub use kept::Kept;
pub use mover::{Mover, Target};
pub use moves::{Kind, Move, MoveList};
pub(crate) use obstacle::Obstacle;
pub use piece::{Flags, Piece, TypeId};
pub use piece_type::{PieceType, Promotion, Reserve};
pub use position::{Kinds, LAYERS, Mark, Position, Slot};
pub use restraint::Restraint;
pub use rules::{Ability, After, Aim, Power, Rules, SeatRules};
pub use score::Weights;
pub(crate) use settings::Phases;
pub use settings::{Duty, Royalty, Stalemate};
pub use sight::Sight;
pub(crate) use snapshot::PositionSnapshot;
pub(crate) use snapshot::type_named;
pub(crate) use spare::with_list;
pub use state::{Cost, EnPassant, PendingChoice, PendingChoices, State};
pub use traits::{Ban, Exposure, Traits};
pub use turn::Illegality;
pub use uncovering::Uncovering;
pub use volatility::{Chooser, Volatility};
pub use zone::Limit;
pub(crate) use zone::Limits;
