//! Table of the slash commands, and their shared parts: options, completions and the execution of a command. The
//! commands themselves are in [`features`], beside the buttons that do the same.

/// Declares a command about a game. Its last option selects the game; the default is the game in this channel.
macro_rules! game_command {
    (
        $(#[$($attribute:tt)*])*
        $public:vis async fn $name:ident($($options:tt)*) => |$request:ident, $game:ident| $flow:expr
    ) => {
        $(#[$($attribute)*])*
        $public async fn $name(
            ctx: Context<'_>,
            $($options)*
            #[description = "Which game, if not the one in this channel"]
            #[autocomplete = "complete::game"]
            #[max_length = 100]
            $game: Option<String>,
        ) -> Result<(), Error> {
            run(ctx, move |$request| async move { $flow.await }).await
        }
    };
}

pub mod choice;
pub mod complete;
mod game;
#[cfg(test)]
mod limits;
pub mod run;

use super::app::{Error, Shared};
use super::features;

/// All commands: first those for players, then those for managing a server.
pub fn all() -> Vec<poise::Command<Shared, Error>> {
    vec![
        features::start::commands::play(),
        features::start::commands::learn(),
        features::start::commands::challenge(),
        features::help::help(),
        features::lobby::titans_commands::titans(),
        features::clash::commands::root(),
        features::games::commands::games(),
        features::lobby::commands::lobby(),
        game::game(),
        features::seats::commands::seat(),
        features::moves::commands::play(),
        features::moves::commands::moves(),
        features::moves::commands::place(),
        features::moves::commands::target(),
        features::rules::commands::rules(),
        features::rules::commands::battalions(),
        features::stats::commands::stats(),
        features::settings::commands::settings(),
        features::settings::server_commands::server(),
        features::battalions::commands::battalion_admin(),
    ]
}
