//! `/lobby`: commands about a game that is being set up.

use super::choice::Computer;
use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::{lobby as flow, seed, table};

/// Join, leave or start the game being set up in this channel
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    subcommands("join", "word", "leave", "start", "kick"),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn lobby(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Join the game being set up here, or change your Battalion
#[poise::command(slash_command)]
async fn join(
    ctx: Context<'_>,
    #[description = "Your Battalion"]
    #[autocomplete = "complete::battalion"]
    #[max_length = 100]
    battalion: Option<String>,
    #[description = "Play as a team with this person, in one seat"] with: Option<serenity::all::User>,
    #[description = "Seat a computer instead of yourself: how strong it is"] computer: Option<Computer>,
    #[description = "A secret word for the draws, so that nobody else decides them"]
    #[max_length = 64]
    word: Option<String>,
) -> Result<(), Error> {
    let with = with.map(|user| user.id);
    run(ctx, move |app, responder| async move {
        match computer {
            Some(level) => flow::add_computer(&app, &responder, level.into(), battalion).await,
            None => flow::join(&app, &responder, None, battalion, with, word).await,
        }
    })
    .await
}

/// Add a secret word to the draws of the game being set up here, so that nobody else decides them
#[poise::command(slash_command)]
async fn word(
    ctx: Context<'_>,
    #[description = "A word nobody can guess, or its SHA-256 if you tell the word only when the seats are fixed"]
    #[max_length = 64]
    word: String,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move { seed::add(&app, &responder, None, &word).await }).await
}

/// Leave the game being set up here
#[poise::command(slash_command)]
async fn leave(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move { flow::leave(&app, &responder, None).await }).await
}

/// Start the game being set up here
#[poise::command(slash_command)]
async fn start(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move { flow::start(&app, &responder, None, None).await }).await
}

/// Remove someone from the lobby you opened here
#[poise::command(slash_command)]
async fn kick(ctx: Context<'_>, #[description = "Who to remove"] player: serenity::all::User) -> Result<(), Error> {
    run(ctx, |app, responder| async move { table::kick(&app, &responder, player).await }).await
}
