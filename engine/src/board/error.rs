//! Errors of building a board.

/// Error of building a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Number of seats other than 2 to 6.
    #[error("a game has 2 to 6 Players, not {0}")]
    Seats(usize),
    /// Board wider or higher than 26.
    #[error("the board would be {0}×{1}, larger than 26×26")]
    TooLarge(u16, u16),
    /// Territory that does not fit its edge slot.
    #[error("the Territory of Player {0} does not fit its side of the Battlefield")]
    Misfit(usize),
}
