//! Game and version of a component, and the error for every other text.

use crate::store::{GameId, Version};

/// Game and version that a component belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComponentContext {
    pub game: GameId,
    /// Version of the game for which the component was made.
    pub version: Version,
}

/// Error: the text is not an id of this version of the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownId;
