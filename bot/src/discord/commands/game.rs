//! `/match`: commands about a game in progress or finished, except moves.

use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::{
    computer as computers, conditional, history, invitation, lobby, look, offer, replay, standstill, table,
};

/// Formats of `/match export`.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Format {
    #[name = "JSON"]
    Json,
    #[name = "PGN"]
    Pgn,
}

impl From<Option<Format>> for look::Format {
    fn from(format: Option<Format>) -> Self {
        match format {
            Some(Format::Pgn) => look::Format::Pgn,
            Some(Format::Json) | None => look::Format::Json,
        }
    }
}

/// Look at, pause, end or analyse the game in this channel
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    rename = "match",
    subcommands(
        "board", "resign", "draw", "takeback", "pause", "resume", "premove", "hint", "history", "replay", "analyse",
        "rematch", "export", "end"
    ),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn game(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

game_command! {
    /// See the board as it is now (only you see it)
    #[poise::command(slash_command)]
    async fn board(
        #[description = "As text instead of a picture"] text: Option<bool>,
    ) => |request, game| look::board(&request, game, text)
}

game_command! {
    /// Resign the game
    #[poise::command(slash_command)]
    async fn resign() => |request, game| offer::ask_resign(&request, game)
}

game_command! {
    /// Offer a draw, or agree to one
    #[poise::command(slash_command)]
    async fn draw() => |request, game| offer::draw_here(&request, game)
}

game_command! {
    /// Ask the others to let you take back your last turn
    #[poise::command(slash_command)]
    async fn takeback() => |request, game| table::takeback(&request, game)
}

game_command! {
    /// Prepare answers to your opponent's moves, played at once (only you see them)
    #[poise::command(slash_command)]
    async fn premove(
        #[description = "What your opponent may play; leave it out to see your lines"]
        #[autocomplete = "complete::theirs"]
        #[max_length = 200]
        theirs: Option<String>,
        #[description = "What you answer"]
        #[max_length = 200]
        answer: Option<String>,
        #[description = "The line that this goes on with, if it is not about the next move"]
        #[autocomplete = "complete::line"]
        #[max_length = 100]
        after: Option<String>,
    ) => |request, game| conditional::here(&request, game, theirs, answer, after)
}

game_command! {
    /// Get a move suggested, with the reason (only against computers, only you see it)
    #[poise::command(slash_command)]
    async fn hint() => |request, game| computers::hint(&request, game)
}

game_command! {
    /// See the win chances of a finished duel and its costliest moves (only you see it)
    #[poise::command(slash_command)]
    async fn analyse() => |request, game| computers::analyse(&request, game)
}

game_command! {
    /// Ask the others to stop the clocks for a while
    #[poise::command(slash_command)]
    async fn pause() => |request, game| standstill::pause_here(&request, game)
}

game_command! {
    /// Go on with a paused game, or bring an adjourned one back here
    #[poise::command(slash_command)]
    async fn resume() => |request, game| standstill::resume_here(&request, game)
}

game_command! {
    /// Step through the moves so far (only you see it)
    #[poise::command(slash_command)]
    async fn history(
        #[description = "As a list of all turns instead of boards"] text: Option<bool>,
    ) => |request, game| history::here(&request, game, text)
}

game_command! {
    /// Replay the game so far as an animation
    #[poise::command(slash_command)]
    async fn replay(
        #[description = "Show it to everyone here"] everyone: Option<bool>,
    ) => |request, game| replay::here(&request, game, everyone.unwrap_or(false))
}

game_command! {
    /// Once the game is over, ask for a rematch with the seats exchanged
    #[poise::command(slash_command)]
    async fn rematch() => |request, game| invitation::rematch_here(&request, game)
}

game_command! {
    /// Get the game as a file (only you see it)
    #[poise::command(slash_command)]
    async fn export(
        #[description = "JSON holds everything; PGN is for other chess programs"] format: Option<Format>,
    ) => |request, game| look::export(&request, game, format.into())
}

/// End the game for everyone: moderators, or until its second turn the person who opened it
#[poise::command(slash_command)]
async fn end(
    ctx: Context<'_>,
    #[description = "Why, for everyone to read"]
    #[max_length = 200]
    reason: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { lobby::end(&request, reason).await }).await
}
