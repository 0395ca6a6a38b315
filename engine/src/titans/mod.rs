//! Titan's Battalion: set-up, placement, Volatile choices, turns, defeat and victory, for 2 to 6 Players.
//!
//! ```
//! use engine::battalion;
//! use engine::titans::{Game, GameMode, Setup};
//!
//! let medieval = battalion::load_builtin("medieval").unwrap();
//! let setup = Setup::new(GameMode::Duel, vec![medieval.clone(), medieval], [0; 32]).unwrap();
//! let mut game = Game::new(setup).unwrap();
//! let white = game.to_act()[0];
//! assert_eq!(game.legal(white).len(), 20); // M-5
//! ```

mod acts;
mod ending;
mod error;
mod game;
mod lots;
mod mode;
mod outcome;
mod placement;
mod seen;
mod setup;
mod shuffle;
mod snapshot;
mod targets;
mod view;
mod volatile;

pub use crate::context::{Choice, ChoiceKind};
pub use crate::hex::{from_hex, to_hex};
pub use ending::{LAST_TURN, QUIET_TURNS};
pub use error::SetupError;
pub use game::{Game, ReplayError};
pub(crate) use lots::Lots;
pub use mode::GameMode;
pub use outcome::Aims;
pub use placement::PlacementQuestion;
pub use setup::{PlacementStyle, SavedSetup, Setup, battlefield_for, check_pick};
pub(crate) use snapshot::GameSnapshot;
pub use targets::{commitment_text, deal};
