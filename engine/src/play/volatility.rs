//! How pieces are chosen to be Volatile during Placement (V-2 … V-5).

use super::TypeId;

/// Who chooses a Player's Volatile pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chooser {
    /// Another Player (V-2).
    #[default]
    Opponent,
    /// The Player who owns them.
    Owner,
    /// Nobody: they are drawn at random.
    Lot,
}

/// The choice of Volatile pieces as a Battalion asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Volatility {
    /// How many pieces of each Player.
    pub count: u8,
    /// The type of the Supporter that they leave behind (V-5).
    pub leave: TypeId,
    /// Who chooses.
    pub chooser: Chooser,
    /// In a duel one choice follows the other, and everybody sees it; otherwise all are sealed.
    pub openly: bool,
}
