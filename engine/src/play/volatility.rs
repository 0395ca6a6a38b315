//! Rules for choosing Volatile pieces during Placement (V-2 … V-5).

use super::TypeId;

/// Chooser of a Player's Volatile pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chooser {
    /// Another Player (V-2).
    #[default]
    Opponent,
    /// The owner.
    Owner,
    /// Nobody; the pieces are drawn at random.
    Lot,
}

/// Rules for Volatile pieces, as set by a Battalion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Volatility {
    /// Number of pieces per Player.
    pub count: u8,
    /// Type of the Supporter left behind (V-5).
    pub leave: TypeId,
    /// Chooser of the pieces.
    pub chooser: Chooser,
    /// In a duel the choices are public and made one after the other; otherwise they are sealed.
    pub openly: bool,
}
