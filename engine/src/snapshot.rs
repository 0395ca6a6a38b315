//! A game in progress as it is stored: what stands where and what is remembered, so that it can be opened again without judging its
//! past. A rule put right, or a stricter check of Battalion files, changes how a game goes on, never whether it can be opened.
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

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::Seat;
use crate::game::{Game, Saved};
use crate::titans::SetupError;
use crate::{clash, titans};

/// The version of the format. It grows with every change that an older program would misread; all earlier ones are understood.
/// 2: pieces in reserve can be Volatile.
const FORMAT: u32 = 2;

/// A game between two actions. It holds secrets: Targets, sealed choices, unfinished armies.
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

/// Nothing of it, as it holds secrets.
impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Snapshot(…)")
    }
}

/// Why a stored game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// It was stored by a newer program.
    #[error("it is stored in format {0}, which this program does not know")]
    Format(u32),
    /// Titan's Battalion with a match of Clash of the Armies, or the other way round.
    #[error("its setup is of another game")]
    OtherGame,
    /// Too few or too many seats.
    #[error("its seats do not fit its setup")]
    Seats,
    /// A piece type that the game does not have.
    #[error("it names the piece type {0:?}, which does not exist")]
    Type(String),
    /// A Space that the board does not have.
    #[error("it names the Space {0:?}, which does not exist")]
    Space(String),
    /// An unknown state of a piece.
    #[error("it names the state {0:?}, which does not exist")]
    Flag(String),
    /// Something counted that nobody counts.
    #[error("it counts {0:?}, which nothing in the game does")]
    Counter(String),
    /// The setup makes no game.
    #[error("{0}")]
    Setup(SetupError),
}

/// What a stored game was made from, ready to be played.
#[derive(Clone, Debug)]
pub enum Opened {
    /// Play Titan's Battalion
    Titans(Arc<titans::Setup>),
    /// Clash of the Armies.
    Clash(clash::Setup),
}

impl Saved {
    /// What a game was made from that has begun already: its Battalion files were accepted then, and are not checked again.
    ///
    /// # Errors
    /// A sentence when something of it cannot be understood.
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
    /// The game as it was stored. Nothing of its past is judged; `log` are the actions that it remembers.
    ///
    /// # Errors
    /// [`SnapshotError`] when it does not fit its setup.
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
    /// The game as it is stored.
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
