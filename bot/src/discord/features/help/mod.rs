//! `/help`.

pub mod words;

use crate::discord::answer::Answer;
use crate::discord::app::{Context, Error};
use crate::discord::commands::run::run;
use crate::discord::features::gallery::reports;
use crate::discord::features::help::words::TEXT;

/// How to play, and every command
#[poise::command(slash_command, interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn help(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move {
        let mut answer = Answer::text(TEXT);
        if request.host().battalions.operates(request.who().person) {
            answer = answer.buttons(vec![reports::way_in()]);
        }
        request.say(answer).await;
        Ok(())
    })
    .await
}
