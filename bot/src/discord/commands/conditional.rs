//! `/match if`: conditional moves.

use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::conditional;

game_command! {
    /// Prepare answers to your opponent's moves, played at once (only you see them)
    #[poise::command(slash_command, rename = "if")]
    pub async fn if_then(
        #[description = "What your opponent may play; leave it out to see your lines"]
        #[autocomplete = "complete::theirs"]
        #[max_length = 200]
        theirs: Option<String>,
        #[description = "What you answer"]
        #[max_length = 200]
        answer: Option<String>,
        #[description = "The line that this goes on with, if it is not about the next move"]
        #[autocomplete = "complete::line"]
        #[max_length = 100]
        after: Option<String>,
    ) => |app, responder, game| conditional::here(&app, &responder, game, theirs, answer, after)
}
