//! `/match hint` and `analyse`.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::opponent;

game_command! {
    /// Get a move suggested, with the reason (only against computers, only you see it)
    #[poise::command(slash_command)]
    pub async fn hint() => |request, game| opponent::hint(&request, game)
}

game_command! {
    /// See the win chances of a finished duel and its costliest moves (only you see it)
    #[poise::command(slash_command)]
    pub async fn analyse() => |request, game| opponent::analyse(&request, game)
}
