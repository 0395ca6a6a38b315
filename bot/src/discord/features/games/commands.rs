//! `/games`: your games, games that want players, and moving a game to another channel.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::custom_id::ListOf;
use crate::discord::features::{games as lists, seats as table};

/// See your games, find one to join, or bring one to this channel
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    subcommands("list", "find", "move_here"),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn games(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// See your games, those waiting for you first
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { lists::show(&request, ListOf::Mine, 0).await }).await
}

/// Find games on this server that want players
#[poise::command(slash_command)]
async fn find(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { lists::show(&request, ListOf::Seeks, 0).await }).await
}

game_command! {
    /// Continue your game in this channel
    #[poise::command(slash_command, rename = "move-here")]
    async fn move_here() => |request, game| table::move_here(&request, game)
}
