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

use std::future::Future;

use super::app::{Context, Error, Shared};
use super::features;
use super::interaction;
use super::request::{Outcome, Request};

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

/// Request of a slash command. `None` for prefix commands, which the bot does not have.
pub fn request(ctx: Context<'_>) -> Option<Request> {
    match ctx {
        poise::Context::Application(app) => {
            let http = app.serenity_context().http.clone();
            Some(Request::command(app.framework.user_data, http, app.interaction))
        }
        poise::Context::Prefix(_) => None,
    }
}

/// Runs the flow of a command.
pub async fn run<F, R>(ctx: Context<'_>, flow: F) -> Result<(), Error>
where
    F: FnOnce(Request) -> R + Send,
    R: Future<Output = Outcome> + Send + 'static,
{
    if let Some(request) = request(ctx) {
        let name = ctx.command().qualified_name.clone().into_owned();
        let task = flow(request.clone());
        interaction::run(request, name, None, task).await;
    }
    Ok(())
}
