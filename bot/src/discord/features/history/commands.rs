//! `/match history` and `replay`.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::history;
use crate::discord::features::history::replay;

game_command! {
    /// Step through the moves so far (only you see it)
    #[poise::command(slash_command)]
    pub async fn history(
        #[description = "As a list of all turns instead of boards"] text: Option<bool>,
    ) => |request, game| history::here(&request, game, text)
}

game_command! {
    /// Replay the game so far as an animation
    #[poise::command(slash_command)]
    pub async fn replay(
        #[description = "Show it to everyone here"] everyone: Option<bool>,
    ) => |request, game| replay::here(&request, game, everyone.unwrap_or(false))
}
