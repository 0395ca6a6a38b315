//! The commands that play: `/move`, `/moves`, `/place`, `/target`.

use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::{look, secret, turn};

game_command! {
    /// Play a move, such as e2e4, Nf3, e7e8=Queen, O-O or Supporter@d2.
    #[poise::command(slash_command, rename = "move", interaction_context = "Guild|BotDm")]
    pub async fn play(
        #[description = "The move; after commas what it obliges to: exd5, Deputy a6"]
        #[rename = "move"]
        #[autocomplete = "complete::turn"]
        #[max_length = 200]
        text: String,
    ) => |app, responder, game| turn::typed(&app, &responder, game, &text)
}

game_command! {
    /// Show where a piece can go, to you alone.
    #[poise::command(slash_command, interaction_context = "Guild|BotDm")]
    pub async fn moves(
        #[description = "The Space of the piece, such as e2"]
        #[autocomplete = "complete::piece"]
        #[max_length = 100]
        piece: Option<String>,
    ) => |app, responder, game| look::moves(&app, &responder, game, piece.as_deref())
}

game_command! {
    /// Place your Territory and Instant Reinforcements, or choose Volatile pieces, privately.
    #[poise::command(slash_command, interaction_context = "Guild|BotDm")]
    pub async fn place() => |app, responder, game| secret::duty(&app, &responder, game)
}

game_command! {
    /// Show your Targets, to you alone.
    #[poise::command(slash_command, interaction_context = "Guild|BotDm")]
    pub async fn target() => |app, responder, game| secret::target(&app, &responder, game)
}
