//! `/rules` and `/battalions`: the rulebook.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::{gallery, rules as flow};
use crate::host::GalleryOrder;

/// Look up a rule or a piece
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    subcommands("game", "piece"),
    subcommand_required,
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn rules(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Read the rules of either game, by topic or number
#[poise::command(slash_command)]
async fn game(
    ctx: Context<'_>,
    #[description = "A topic, or a rule's number such as T-20"]
    #[autocomplete = "complete::topic"]
    #[max_length = 100]
    topic: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { flow::game(&request, topic.as_deref()).await }).await
}

/// See how a piece moves and what it can do
#[poise::command(slash_command)]
async fn piece(
    ctx: Context<'_>,
    #[description = "Which piece"]
    #[autocomplete = "complete::any_piece"]
    #[max_length = 100]
    piece: String,
) -> Result<(), Error> {
    run(ctx, move |request| async move { flow::piece(&request, &piece).await }).await
}

/// Browse the Battalions you can pick here
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    subcommands("list", "show", "icons", "browse", "add_code"),
    subcommand_required,
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn battalions(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// List the Battalions you can pick here
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { flow::battalions(&request).await }).await
}

/// Read about one Battalion: its pieces, its setup, how it plays
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[description = "Which Battalion"]
    #[autocomplete = "complete::book_battalion"]
    #[max_length = 100]
    battalion: String,
) -> Result<(), Error> {
    run(ctx, move |request| async move { flow::battalion(&request, &battalion).await }).await
}

/// See the icons that pieces can have
#[poise::command(slash_command)]
async fn icons(
    ctx: Context<'_>,
    #[description = "What to look for, such as horse or tower"]
    #[max_length = 50]
    search: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { flow::icons(&request, search.as_deref()).await }).await
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Order {
    #[name = "Best balanced first"]
    Rating,
    #[name = "Most played first"]
    Played,
    #[name = "Newest first"]
    Newest,
}

/// Browse the Battalions that other servers share
#[poise::command(slash_command)]
async fn browse(
    ctx: Context<'_>,
    #[description = "Words to look for in names, authors and summaries"]
    #[max_length = 60]
    search: Option<String>,
    #[description = "In which order"] order: Option<Order>,
) -> Result<(), Error> {
    let order = match order {
        None | Some(Order::Rating) => GalleryOrder::Rating,
        Some(Order::Played) => GalleryOrder::Played,
        Some(Order::Newest) => GalleryOrder::Newest,
    };
    run(ctx, move |request| async move { gallery::browse(&request, search.as_deref(), order).await }).await
}

/// See a Battalion that somebody shares with you by a code, and add it to this server
#[poise::command(slash_command, rename = "add-code")]
async fn add_code(
    ctx: Context<'_>,
    #[description = "The code, ten letters"]
    #[max_length = 40]
    code: String,
) -> Result<(), Error> {
    run(ctx, move |request| async move { gallery::by_code(&request, &code).await }).await
}
