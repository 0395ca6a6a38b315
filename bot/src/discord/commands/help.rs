//! `/help`.

use super::run;
use crate::discord::answer::Answer;
use crate::discord::app::{Context, Error};
use crate::discord::flow::{reports, who};
use crate::discord::wording::help::TEXT;

/// How to play, and every command
#[poise::command(slash_command, interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn help(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move {
        let mut answer = Answer::text(TEXT);
        if app.host.operates(who(&responder).person) {
            answer = answer.buttons(vec![reports::way_in()]);
        }
        responder.say(answer).await;
        Ok(())
    })
    .await
}
