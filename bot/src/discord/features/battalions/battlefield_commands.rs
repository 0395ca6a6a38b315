//! `/battalion-admin battlefield`: a server's own Battlefields.

use serenity::all::Attachment;

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::battalions::battlefields;

/// Manage this server's Battlefields
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(slash_command, subcommands("add", "remove", "list"), subcommand_required)]
pub async fn battlefield(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Add Battlefields from a file, or replace those with the same id
#[poise::command(slash_command)]
async fn add(
    ctx: Context<'_>,
    #[description = "The file (TOML, at most 16 KiB)"] file: Attachment,
) -> Result<(), Error> {
    run(ctx, move |request| async move { battlefields::add(&request, &file).await }).await
}

/// Remove a Battlefield of this server; games in progress continue
#[poise::command(slash_command)]
async fn remove(
    ctx: Context<'_>,
    #[description = "Which Battlefield"]
    #[autocomplete = "complete::own_battlefield"]
    #[max_length = 100]
    battlefield: String,
) -> Result<(), Error> {
    run(ctx, move |request| async move { battlefields::remove(&request, &battlefield).await }).await
}

/// List the Battlefields of this server
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { battlefields::list(&request).await }).await
}
