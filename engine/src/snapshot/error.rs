//! Errors of restoring a stored game.

use crate::titans::SetupError;

/// Error of restoring a stored game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// Stored by a newer program.
    #[error("it is stored in format {0}, which this program does not know")]
    Format(u32),
    /// Snapshot of the other game.
    #[error("its setup is of another game")]
    OtherGame,
    /// Wrong number of seats.
    #[error("its seats do not fit its setup")]
    Seats,
    /// Piece type missing from the game.
    #[error("it names the piece type {0:?}, which does not exist")]
    Type(String),
    /// Space missing from the board.
    #[error("it names the Space {0:?}, which does not exist")]
    Space(String),
    /// An unknown state of a piece.
    #[error("it names the state {0:?}, which does not exist")]
    Flag(String),
    /// Unknown counter.
    #[error("it counts {0:?}, which nothing in the game does")]
    Counter(String),
    /// Invalid setup.
    #[error("{0}")]
    Setup(SetupError),
}
