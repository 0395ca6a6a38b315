//! What is posted when something could not be posted or opened.

/// In the place of a message that could not be posted.
pub const LOST: &str =
    "A message about this game could not be posted here. `/match board` shows where it stands.";
/// A game that was set aside.
pub const UNREADABLE: &str = "The bot cannot open this game as it is now, so its clock stands still. The host has been told; a moderator can close the game with `/match end`.";
/// The end of such a game.
pub const CLOSED: &str = "This game could not be opened any more and was closed by a moderator.";
