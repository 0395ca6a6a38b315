//! Conditional moves, for the one who has prepared them.

/// A line of conditional moves as far as it has not been played. It is a secret of its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionalLine {
    /// Its number.
    pub id: i64,
    /// The notation of its turns: the opponent's, the answer, and so on.
    pub moves: Vec<String>,
}
