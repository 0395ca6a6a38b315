//! Slash commands. Each command reads its options, creates a [`Request`] and calls the
//! same flows as the buttons.

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

mod admin;
mod art;
mod battlefields;
mod choice;
mod clash;
mod complete;
mod game;
mod games;
mod help;
#[cfg(test)]
mod limits;
mod lobby;
mod play;
mod rules;
mod seat;
mod server;
mod settings;
mod start;
mod stats;
mod titans;

use std::future::Future;

use super::app::{Context, Error, Shared};
use super::interaction;
use super::request::{Outcome, Request};

/// All commands: first those for players, then those for managing a server.
pub fn all() -> Vec<poise::Command<Shared, Error>> {
    vec![
        start::play(),
        start::learn(),
        start::challenge(),
        help::help(),
        titans::titans(),
        clash::root(),
        games::games(),
        lobby::lobby(),
        game::game(),
        seat::seat(),
        play::play(),
        play::moves(),
        play::place(),
        play::target(),
        rules::rules(),
        rules::battalions(),
        stats::stats(),
        settings::settings(),
        server::server(),
        admin::battalion_admin(),
    ]
}

/// Request of a slash command. `None` for prefix commands, which the bot does not have.
fn request(ctx: Context<'_>) -> Option<Request> {
    match ctx {
        poise::Context::Application(app) => {
            let http = app.serenity_context().http.clone();
            Some(Request::command(app.framework.user_data, http, app.interaction))
        }
        poise::Context::Prefix(_) => None,
    }
}

/// Runs the flow of a command.
async fn run<F, R>(ctx: Context<'_>, flow: F) -> Result<(), Error>
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
