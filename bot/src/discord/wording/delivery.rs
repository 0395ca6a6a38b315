//! What is posted when something could not be posted or opened.

/// In the place of a message that could not be posted.
pub const LOST: &str =
    "A message about this game could not be posted here. `/match board` shows the game as it is now.";
/// A game that was set aside.
pub const UNREADABLE: &str = "The bot cannot open this game at the moment, so its clock is stopped. The people who run the bot have been told; a moderator can close the game with `/match end`.";
/// The end of such a game.
pub const CLOSED: &str = "This game could no longer be opened, so a moderator closed it.";
/// Before the board of a game whose newest turns are gone.
pub const RESTORED: &str = "The bot's games were restored from a backup. This game continues from the position below; anything played after it has to be played again.";
