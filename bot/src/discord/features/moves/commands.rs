//! The commands that play: `/move`, `/moves`, `/place`, `/target`.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::{board as look, moves as turn, private as secret};

game_command! {
    /// Play a move, such as e2e4, Nf3, e7e8=Queen, O-O or Supporter@d2
    #[poise::command(slash_command, rename = "move", interaction_context = "Guild|BotDm")]
    pub async fn play(
        #[description = "The move, with any choices it calls for after commas: exd5, Deputy a6"]
        #[rename = "move"]
        #[autocomplete = "complete::turn"]
        #[max_length = 200]
        text: String,
    ) => |request, game| turn::typed(&request, game, &text)
}

game_command! {
    /// See where a piece can go (only you see it)
    #[poise::command(slash_command, interaction_context = "Guild|BotDm")]
    pub async fn moves(
        #[description = "The Space it is on, such as e2"]
        #[autocomplete = "complete::piece"]
        #[max_length = 100]
        piece: Option<String>,
    ) => |request, game| look::moves(&request, game, piece.as_deref())
}

game_command! {
    /// Place your army or choose Volatile pieces (only you see it)
    #[poise::command(slash_command, interaction_context = "Guild|BotDm")]
    pub async fn place() => |request, game| secret::decision(&request, game)
}

game_command! {
    /// See your Targets (only you see them)
    #[poise::command(slash_command, interaction_context = "Guild|BotDm")]
    pub async fn target() => |request, game| secret::target(&request, game)
}
