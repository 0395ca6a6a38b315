//! Errors of the interface.

/// Error when reading a position or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciError {
    /// The army or its board cannot be built.
    #[error("this variant cannot be played: {0}")]
    Variant(String),
    /// The text is not a position.
    #[error("not a position: {0:?}")]
    Position(String),
    /// The side to move could capture the Titan.
    #[error("not a position: the side that is not to move is in check")]
    Capture,
    /// The text is not a legal move.
    #[error("not a legal move: {0:?}")]
    Move(String),
}
