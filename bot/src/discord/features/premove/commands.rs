//! `/match premove`.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::premove;

game_command! {
    /// Prepare answers to your opponent's moves, played at once (only you see them)
    #[poise::command(slash_command)]
    pub async fn premove(
        #[description = "What your opponent may play; leave it out to see your lines"]
        #[autocomplete = "complete::theirs"]
        #[max_length = 200]
        theirs: Option<String>,
        #[description = "What you answer"]
        #[max_length = 200]
        answer: Option<String>,
        #[description = "The line that this continues, if it is not about the next move"]
        #[autocomplete = "complete::line"]
        #[max_length = 100]
        after: Option<String>,
    ) => |request, game| premove::here(&request, game, theirs, answer, after)
}
