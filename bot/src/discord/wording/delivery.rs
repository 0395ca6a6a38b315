//! Texts about messages or games that could not be posted or opened.

/// Replacement for a message that could not be posted.
pub const LOST: &str =
    "A message about this game could not be posted here. `/match board` shows the game as it is now.";
/// Notice about a game that cannot be loaded.
pub const UNREADABLE: &str = "The bot cannot open this game at the moment, so its clock is stopped. The people who run the bot have been told; a moderator can close the game with `/match end`.";
/// Notice when a moderator closes such a game.
pub const CLOSED: &str = "This game could no longer be opened, so a moderator closed it.";
/// Notice above the board of a game that lost its newest turns.
pub const RESTORED: &str = "The bot's games were restored from a backup. This game continues from the position below; anything played after it has to be played again.";

/// Subject of a refused direct message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// The person is to act.
    Turn,
    /// The person is invited to a game.
    Invitation,
}

/// Text instead of a refused direct message; `who` names its recipients.
pub fn direct_refused(who: &str, what: Instead) -> String {
    let what = match what {
        Instead::Turn => "it is your turn",
        Instead::Invitation => "you are invited to play here",
    };
    format!(
        "{who}, {what}. Discord doesn't deliver my direct messages to you, so I mention you in the channel from now on. To get them again, \
         allow direct messages from this server and set `pings` in `/settings me` once more."
    )
}
