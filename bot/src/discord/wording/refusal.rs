//! Why something is not done, where the rules do not say it themselves.

/// A press on a board that has been left behind.
pub const STALE: &str = "The board has moved on.";
/// A press on something the bot does not know.
pub const UNKNOWN: &str = "This button is from another time. Use /match board to see the game.";
/// A command that Discord sent in another form than it was declared.
pub const NOT_UNDERSTOOD: &str = "I could not read that command. Reload Discord and try again.";
/// Something broke.
pub const APOLOGY: &str = "Sorry, something went wrong here. Nothing was lost; please try again.";
/// A command that only makes sense on a server.
pub const SERVER_ONLY: &str = "This works in a channel of a server.";
/// The game here has not begun.
pub const LOBBY: &str = "The game has not begun yet; see the buttons on its message.";
/// Nothing to choose.
pub const NO_MOVES: &str = "You have no move to choose now.";
/// Nothing is asked.
pub const NO_DUTY: &str = "Nothing is asked of you now.";
/// Nothing was chosen after all.
pub const NEVER_MIND: &str = "Nothing has changed.";

/// What the bot may not do in a channel where a game is to be opened.
pub fn cannot_open(missing: &[&str]) -> String {
    format!(
        "I cannot post in this channel: please give me {} there, or choose another channel.",
        named(missing)
    )
}

/// What the bot may not do in the channel of a game.
pub fn cannot_post(missing: &[&str]) -> String {
    format!(
        "I cannot post in this channel: please give me {} there. The game goes on; /match board shows it meanwhile.",
        named(missing)
    )
}

/// Permissions by the names that Discord's settings show.
fn named(permissions: &[&str]) -> String {
    let quoted = permissions.iter().map(|name| format!("\"{name}\""));
    super::list(&quoted.collect::<Vec<_>>())
}

/// A thread could not be opened.
pub fn no_thread(missing: Option<&str>) -> String {
    match missing {
        Some(name) => format!(
            "I cannot open a thread here: please give me {}, or choose \"Here\" for the option \"where\".",
            named(&[name])
        ),
        None => {
            "I could not open a thread here. Choose \"Here\" for the option \"where\".".to_owned()
        }
    }
}

/// Nothing was opened, but a thread for it.
pub fn thread_left(why: &str, thread: &str) -> String {
    format!(
        "{why} The thread {thread} was opened for nothing and could not be deleted: please delete it."
    )
}

/// A thread inside a thread.
pub const IN_THREAD: &str = "This is a thread already: choose \"Here\" for the option \"where\".";

/// Not here, but there.
pub fn not_here(games: usize) -> &'static str {
    match games {
        0 => "There is no game here. Start one with /titans new or /clash new.",
        1 => "There is no game here.",
        _ => {
            "You play in more than one game: use the command in the channel of the game, or its `game` option."
        }
    }
}
