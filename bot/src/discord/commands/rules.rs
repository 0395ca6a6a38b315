//! `/rules` and `/battalions`: the rulebook.

use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::rules as flow;

/// Look up a rule, a Battalion or a piece.
#[expect(
    clippy::unused_async,
    reason = "a command is async; this one only has subcommands"
)]
#[poise::command(
    slash_command,
    subcommands("game", "battalion", "piece"),
    subcommand_required,
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn rules(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// The rules of both games, by topic or by number.
#[poise::command(slash_command)]
async fn game(
    ctx: Context<'_>,
    #[description = "A topic, or a rule's number such as T-20"]
    #[autocomplete = "complete::topic"]
    #[max_length = 100]
    topic: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        flow::game(&app, &responder, topic.as_deref()).await
    })
    .await
}

/// What `/rules battalion` and `/battalions show` do.
async fn about(ctx: Context<'_>, battalion: String) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        flow::battalion(&app, &responder, &battalion).await
    })
    .await
}

/// What a Battalion is made of and how it plays.
#[poise::command(slash_command)]
async fn battalion(
    ctx: Context<'_>,
    #[description = "Which Battalion"]
    #[autocomplete = "complete::battalion"]
    #[max_length = 100]
    battalion: String,
) -> Result<(), Error> {
    about(ctx, battalion).await
}

/// How a piece moves and what it can do, with pictures.
#[poise::command(slash_command)]
async fn piece(
    ctx: Context<'_>,
    #[description = "Which piece"]
    #[autocomplete = "complete::any_piece"]
    #[max_length = 100]
    piece: String,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        flow::piece(&app, &responder, &piece).await
    })
    .await
}

/// The Battalions that can be picked here.
#[expect(
    clippy::unused_async,
    reason = "a command is async; this one only has subcommands"
)]
#[poise::command(
    slash_command,
    subcommands("list", "show"),
    subcommand_required,
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn battalions(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Every Battalion that can be picked here, with a sentence about each.
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move {
        flow::battalions(&app, &responder).await
    })
    .await
}

/// One Battalion: its Territory, its pieces, what Opponents receive.
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[description = "Which Battalion"]
    #[autocomplete = "complete::battalion"]
    #[max_length = 100]
    battalion: String,
) -> Result<(), Error> {
    about(ctx, battalion).await
}
