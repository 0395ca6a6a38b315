//! The commands that play: `/move`, `/moves`, `/place`, `/target`.

use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::{look, secret, turn};

/// Play a move, such as e2e4, Nf3, e7e8=Queen, O-O or Supporter@d2.
#[poise::command(slash_command, rename = "move", interaction_context = "Guild|BotDm")]
pub async fn play(
    ctx: Context<'_>,
    #[description = "The move; after commas what it obliges to: exd5, Deputy a6"]
    #[rename = "move"]
    #[autocomplete = "complete::turn"]
    #[max_length = 200]
    text: String,
    #[description = "Which game, if not the one here"]
    #[autocomplete = "complete::game"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        turn::typed(&app, &responder, game, &text).await
    })
    .await
}

/// Show where a piece can go, to you alone.
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
pub async fn moves(
    ctx: Context<'_>,
    #[description = "The Space of the piece, such as e2"]
    #[autocomplete = "complete::piece"]
    #[max_length = 100]
    piece: Option<String>,
    #[description = "Which game, if not the one here"]
    #[autocomplete = "complete::game"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        look::moves(&app, &responder, game, piece.as_deref()).await
    })
    .await
}

/// Place your Territory and Instant Reinforcements, or choose Volatile pieces, privately.
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
pub async fn place(
    ctx: Context<'_>,
    #[description = "Which game, if not the one here"]
    #[autocomplete = "complete::game"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        secret::duty(&app, &responder, game).await
    })
    .await
}

/// Show your Targets, to you alone.
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
pub async fn target(
    ctx: Context<'_>,
    #[description = "Which game, if not the one here"]
    #[autocomplete = "complete::game"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        secret::target(&app, &responder, game).await
    })
    .await
}
