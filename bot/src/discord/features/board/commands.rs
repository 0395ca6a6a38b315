//! `/match board` and `export`.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::board;

/// Formats of `/match export`.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Format {
    #[name = "JSON"]
    Json,
    #[name = "PGN"]
    Pgn,
}

impl From<Option<Format>> for board::Format {
    fn from(format: Option<Format>) -> Self {
        match format {
            Some(Format::Pgn) => board::Format::Pgn,
            Some(Format::Json) | None => board::Format::Json,
        }
    }
}

game_command! {
    /// See the board as it is now (only you see it)
    #[poise::command(slash_command)]
    pub async fn board(
        #[description = "As text instead of a picture"] text: Option<bool>,
    ) => |request, game| board::board(&request, game, text)
}

game_command! {
    /// Get the game as a file (only you see it)
    #[poise::command(slash_command)]
    pub async fn export(
        #[description = "JSON holds everything; PGN is for other chess programs"] format: Option<Format>,
    ) => |request, game| board::export(&request, game, format.into())
}
