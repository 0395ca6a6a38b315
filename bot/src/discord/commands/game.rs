//! `/match`: everything about a game that is not a move.

use super::choice::Computer;
use super::complete;
use super::{run, table};
use crate::discord::app::{Context, Error};
use crate::discord::flow::{
    computer as computers, history, invitation, lobby, look, offer, replay,
};

/// The game in this channel.
#[expect(
    clippy::unused_async,
    reason = "a command is async; this one only has subcommands"
)]
#[poise::command(
    slash_command,
    rename = "match",
    subcommands(
        "join",
        "leave",
        "start",
        "board",
        "resign",
        "draw",
        "table::takeback",
        "hint",
        "history",
        "replay",
        "analyse",
        "rematch",
        "export",
        "table::hand_over",
        "table::take_seat",
        "table::free_seat",
        "table::move_here",
        "table::kick",
        "end"
    ),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn game(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Take a seat in the game that is being set up here, or change your Battalion.
#[poise::command(slash_command)]
async fn join(
    ctx: Context<'_>,
    #[description = "Your Battalion"]
    #[autocomplete = "complete::battalion"]
    #[max_length = 100]
    battalion: Option<String>,
    #[description = "Share the seat of this person as a team"] with: Option<serenity::all::User>,
    #[description = "A computer joins in your place: how strong it is"] computer: Option<Computer>,
) -> Result<(), Error> {
    let with = with.map(|user| user.id);
    run(ctx, move |app, responder| async move {
        match computer {
            Some(level) => lobby::add_computer(&app, &responder, level.into(), battalion).await,
            None => lobby::join(&app, &responder, None, battalion, with).await,
        }
    })
    .await
}

/// Leave the game that is being set up here.
#[poise::command(slash_command)]
async fn leave(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move {
        lobby::leave(&app, &responder, None).await
    })
    .await
}

/// Start the game that is being set up here.
#[poise::command(slash_command)]
async fn start(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move {
        lobby::start(&app, &responder, None).await
    })
    .await
}

game_command! {
    /// Show the board to you alone.
    #[poise::command(slash_command)]
    async fn board(
        #[description = "As text instead of a picture"] text: Option<bool>,
    ) => |app, responder, game| look::board(&app, &responder, game, text)
}

game_command! {
    /// Give up.
    #[poise::command(slash_command)]
    async fn resign() => |app, responder, game| offer::ask_resign(&app, &responder, game)
}

game_command! {
    /// Offer a draw, or agree to one.
    #[poise::command(slash_command)]
    async fn draw() => |app, responder, game| offer::draw_here(&app, &responder, game)
}

game_command! {
    /// A move and why, to you alone: where you play against computers.
    #[poise::command(slash_command)]
    async fn hint() => |app, responder, game| computers::hint(&app, &responder, game)
}

game_command! {
    /// How likely a win was after each turn of a duel, and which turns cost the most, to you alone.
    #[poise::command(slash_command)]
    async fn analyse() => |app, responder, game| computers::analyse(&app, &responder, game)
}

game_command! {
    /// Step through the game, to you alone.
    #[poise::command(slash_command)]
    async fn history(
        #[description = "As a list of all turns instead of boards"] text: Option<bool>,
    ) => |app, responder, game| history::here(&app, &responder, game, text)
}

game_command! {
    /// The game so far as an animated picture.
    #[poise::command(slash_command)]
    async fn replay(
        #[description = "For everybody here instead of you alone"] everyone: Option<bool>,
    ) => |app, responder, game| replay::here(&app, &responder, game, everyone.unwrap_or(false))
}

game_command! {
    /// Ask for another game with the same armies and seats exchanged, once this one is over.
    #[poise::command(slash_command)]
    async fn rematch() => |app, responder, game| invitation::rematch_here(&app, &responder, game)
}

game_command! {
    /// The game as a file, to you alone.
    #[poise::command(slash_command)]
    async fn export() => |app, responder, game| look::export(&app, &responder, game)
}

/// End the game here for everybody: for moderators, and until the second turn for whoever opened it.
#[poise::command(slash_command)]
async fn end(
    ctx: Context<'_>,
    #[description = "Why, in a sentence for everyone"]
    #[max_length = 200]
    reason: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        lobby::end(&app, &responder, reason).await
    })
    .await
}
