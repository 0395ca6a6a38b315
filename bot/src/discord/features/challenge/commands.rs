//! `/match rematch`.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::challenge;

game_command! {
    /// Once the game is over, ask for a rematch with the seats exchanged
    #[poise::command(slash_command)]
    pub async fn rematch() => |request, game| challenge::rematch_here(&request, game)
}
