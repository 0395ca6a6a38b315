//! Conditional moves, as shown to their owner.

/// Remaining part of a line of conditional moves. Secret of its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionalLine {
    /// Id of the line.
    pub id: i64,
    /// Notation of the turns, alternating: opponent's turn, answer, and so on.
    pub moves: Vec<String>,
}
