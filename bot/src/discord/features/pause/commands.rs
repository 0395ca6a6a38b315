//! `/match pause` and `resume`.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::pause;

game_command! {
    /// Ask the others to stop the clocks for a while
    #[poise::command(slash_command)]
    pub async fn pause() => |request, game| pause::pause_here(&request, game)
}

game_command! {
    /// Resume a paused game, or bring an adjourned one back here
    #[poise::command(slash_command)]
    pub async fn resume() => |request, game| pause::resume_here(&request, game)
}
