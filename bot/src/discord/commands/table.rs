//! Subcommands of `/match` for what people do beside playing: takebacks, seats that change hands, games that move.

use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::table;

game_command! {
    /// Ask the others to let you take back your last turn.
    #[poise::command(slash_command)]
    pub async fn takeback() => |app, responder, game| table::takeback(&app, &responder, game)
}

game_command! {
    /// Hand your seat to somebody, who accepts or declines.
    #[poise::command(slash_command, rename = "hand-over")]
    pub async fn hand_over(
        #[description = "Who is to have your seat"] to: serenity::all::User,
    ) => |app, responder, game| table::hand_over(&app, &responder, to, game)
}

game_command! {
    /// Take a free seat in the game here.
    #[poise::command(slash_command, rename = "take-seat")]
    pub async fn take_seat() => |app, responder, game| table::take_seat(&app, &responder, game)
}

game_command! {
    /// Free the seat of somebody who has been away for long: all the others together.
    #[poise::command(slash_command, rename = "free-seat")]
    pub async fn free_seat(
        #[description = "Who is away"] player: serenity::all::User,
    ) => |app, responder, game| table::free_seat(&app, &responder, player, game)
}

game_command! {
    /// Go on with your game in this channel, when its own is gone.
    #[poise::command(slash_command, rename = "move-here")]
    pub async fn move_here() => |app, responder, game| table::move_here(&app, &responder, game)
}

/// Remove somebody from the lobby that you have opened here.
#[poise::command(slash_command)]
pub async fn kick(
    ctx: Context<'_>,
    #[description = "Who has to leave"] player: serenity::all::User,
) -> Result<(), Error> {
    run(ctx, |app, responder| async move {
        table::kick(&app, &responder, player).await
    })
    .await
}
