//! `/match draw` and `resign`.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::draw;

game_command! {
    /// Resign the game
    #[poise::command(slash_command)]
    pub async fn resign() => |request, game| draw::ask_resign(&request, game)
}

game_command! {
    /// Offer a draw, or agree to one
    #[poise::command(slash_command)]
    pub async fn draw() => |request, game| draw::draw_here(&request, game)
}
