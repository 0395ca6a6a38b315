//! `/help`.

use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::wording::help::TEXT;

/// How to play, and every command
#[poise::command(slash_command, interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn help(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |_, responder| async move {
        responder.say(TEXT).await;
        Ok(())
    })
    .await
}
