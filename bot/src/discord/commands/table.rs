//! Subcommands of `/match` about takebacks, handing over seats, and moving games to other channels.

use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::table;

game_command! {
    /// Ask the others to let you take back your last turn
    #[poise::command(slash_command)]
    pub async fn takeback() => |app, responder, game| table::takeback(&app, &responder, game)
}

game_command! {
    /// Offer your seat to someone else
    #[poise::command(slash_command, rename = "hand-over")]
    pub async fn hand_over(
        #[description = "Who gets your seat"] to: serenity::all::User,
    ) => |app, responder, game| table::hand_over(&app, &responder, to, game)
}

game_command! {
    /// Take a free seat in the game here
    #[poise::command(slash_command, rename = "take-seat")]
    pub async fn take_seat() => |app, responder, game| table::take_seat(&app, &responder, game)
}

game_command! {
    /// Vote to free the seat of someone who has been away for long
    #[poise::command(slash_command, rename = "free-seat")]
    pub async fn free_seat(
        #[description = "Who is away"] player: serenity::all::User,
    ) => |app, responder, game| table::free_seat(&app, &responder, player, game)
}

game_command! {
    /// Continue your game in this channel if its own channel is gone
    #[poise::command(slash_command, rename = "move-here")]
    pub async fn move_here() => |app, responder, game| table::move_here(&app, &responder, game)
}

/// Remove someone from the lobby you opened here
#[poise::command(slash_command)]
pub async fn kick(ctx: Context<'_>, #[description = "Who to remove"] player: serenity::all::User) -> Result<(), Error> {
    run(ctx, |app, responder| async move { table::kick(&app, &responder, player).await }).await
}
