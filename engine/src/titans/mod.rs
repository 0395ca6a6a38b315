//! Titan's Battalion: set-up, placement, Volatile choices, turns, defeat and victory, for 2 to 6 Players.
//!
//! ```
//! # use std::sync::Arc;
//! # use engine::{battalion, board::Battlefield};
//! use engine::titans::{Game, GameMode, PlacementStyle, Setup};
//!
//! let medieval = battalion::load_builtin("medieval").unwrap();
//! let setup = Setup {
//!     mode: GameMode::Duel,
//!     battlefield: Battlefield::standard(2).unwrap(),
//!     armies: vec![medieval.clone(), medieval],
//!     placement: PlacementStyle::Usual,
//!     seed: [0; 32],
//! };
//! let mut game = Game::new(setup).unwrap();
//! let white = game.to_act()[0];
//! assert_eq!(game.legal(white).len(), 20); // M-5
//! ```

mod acts;
mod ending;
mod game;
mod placement;
mod setup;
mod targets;
mod view;
mod volatile;

pub use crate::table::{Choice, ChoiceKind};
pub use game::{Game, ReplayError};
pub use placement::PlacementQuestion;
pub use setup::{
    GameMode, PlacementStyle, SavedSetup, Setup, SetupError, battlefield_for, from_hex, to_hex,
};
pub use targets::{commitment_text, deal};
