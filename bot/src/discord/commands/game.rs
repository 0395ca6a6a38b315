//! `/match`: table of the commands about a game in progress or finished, except moves.

use crate::discord::app::{Context, Error};
use crate::discord::features::{board, challenge, draw, history, lobby, opponent, pause, premove, takeback};

/// Look at, pause, end or analyse the game in this channel
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    rename = "match",
    subcommands(
        "board::commands::board",
        "draw::commands::resign",
        "draw::commands::draw",
        "takeback::takeback",
        "pause::commands::pause",
        "pause::commands::resume",
        "premove::commands::premove",
        "opponent::commands::hint",
        "history::commands::history",
        "history::commands::replay",
        "opponent::commands::analyse",
        "challenge::commands::rematch",
        "board::commands::export",
        "lobby::commands::end"
    ),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn game(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}
