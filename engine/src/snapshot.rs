//! Stored form of a game in progress. It holds the complete state, so a game can be reopened without replaying its
//! past. Corrected rules and stricter checks of Battalion files then affect how a game continues, but never whether it
//! can be opened.
//!
//! ```
//! use engine::action::Action;
//! use engine::board::Seat;
//! use engine::clash::Setup;
//! use engine::game::Saved;
//!
//! let saved = Saved::Clash(Setup { en_passant: true, seed: [7; 32] }.saved());
//! let mut game = saved.open(&[])?;
//! game.apply(Seat(0), &Action::Resign)?;
//!
//! let stored = serde_json::to_string(&game.snapshot())?;
//! let again = saved.accepted()?.restore(&serde_json::from_str(&stored)?, game.log().to_vec())?;
//! assert_eq!(again.snapshot(), game.snapshot());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::Seat;
use crate::game::{Game, Saved};
use crate::titans::SetupError;
use crate::{clash, titans};

pub use error::SnapshotError;

/// Version of the format, increased with every change that an older program would misread. All earlier versions can be
/// read. Version 2: pieces in reserve can be Volatile.
const FORMAT: u32 = 2;

/// Stored game between two actions. Contains secrets: Targets, sealed choices, unfinished armies.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    format: u32,
    game: Kind,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Titans(Box<titans::GameSnapshot>),
    Clash(Box<clash::MatchSnapshot>),
}

/// Prints no content, because it contains secrets.
impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Snapshot(…)")
    }
}

/// Opened setup of a stored game.
#[derive(Clone, Debug)]
pub enum Opened {
    /// Titan's Battalion.
    Titans(Arc<titans::Setup>),
    /// Clash of the Armies.
    Clash(clash::Setup),
}

impl Saved {
    /// Opens the setup of a game that has begun. Its Battalion files were accepted then and are not checked again.
    ///
    /// # Errors
    /// A sentence if a part of it cannot be read.
    pub fn accepted(&self) -> Result<Opened, SetupError> {
        match self {
            Saved::Titans(setup) => Ok(Opened::Titans(Arc::new(setup.accepted()?))),
            Saved::Clash(setup) => setup
                .open()
                .map(Opened::Clash)
                .ok_or_else(|| SetupError::Other("The seed of a stored match cannot be read.".into())),
        }
    }
}

impl Opened {
    /// Restores a game without judging its past. `log` holds its earlier actions.
    ///
    /// # Errors
    /// [`SnapshotError`] if the snapshot does not fit the setup.
    pub fn restore(&self, snapshot: &Snapshot, log: Vec<(Seat, Action)>) -> Result<Game, SnapshotError> {
        if snapshot.format == 0 || snapshot.format > FORMAT {
            return Err(SnapshotError::Format(snapshot.format));
        }
        match (self, &snapshot.game) {
            (Opened::Titans(setup), Kind::Titans(game)) => {
                game.restore(setup, log).map(|game| Game::Titans(Box::new(game)))
            }
            (Opened::Clash(setup), Kind::Clash(game)) => {
                game.restore(setup, log).map(|game| Game::Clash(Box::new(game)))
            }
            _ => Err(SnapshotError::OtherGame),
        }
    }
}

impl Game {
    /// Creates the stored form of the game.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            format: FORMAT,
            game: match self {
                Game::Titans(game) => Kind::Titans(Box::new(titans::GameSnapshot::of(game))),
                Game::Clash(game) => Kind::Clash(Box::new(clash::MatchSnapshot::of(game))),
            },
        }
    }
}
