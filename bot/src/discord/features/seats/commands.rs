//! `/seat`: handing over, taking and freeing seats of a game in progress.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::seats as table;

/// Hand over, take or free a seat of the game in this channel
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    subcommands("hand_over", "take_seat", "free_seat"),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn seat(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

game_command! {
    /// Offer your seat to someone else
    #[poise::command(slash_command, rename = "hand-over")]
    async fn hand_over(
        #[description = "Who gets your seat"] to: serenity::all::User,
    ) => |request, game| table::hand_over(&request, to, game)
}

game_command! {
    /// Take a free seat in the game here
    #[poise::command(slash_command, rename = "take")]
    async fn take_seat() => |request, game| table::take_seat(&request, game)
}

game_command! {
    /// Vote to free the seat of someone who has been away for long
    #[poise::command(slash_command, rename = "free")]
    async fn free_seat(
        #[description = "Who is away"] player: serenity::all::User,
    ) => |request, game| table::free_seat(&request, player, game)
}
