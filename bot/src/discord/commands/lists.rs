//! `/match list` and `/match find`: lists of games.

use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::custom_id::ListOf;
use crate::discord::flow::lists;

/// See your games, those waiting for you first
#[poise::command(slash_command)]
pub async fn list(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move { lists::show(&app, &responder, ListOf::Mine, 0).await }).await
}

/// Find games on this server that want players
#[poise::command(slash_command)]
pub async fn find(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move { lists::show(&app, &responder, ListOf::Seeks, 0).await }).await
}
