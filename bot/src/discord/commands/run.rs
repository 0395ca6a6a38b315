//! Execution of a slash command.

use std::future::Future;

use crate::discord::app::{Context, Error};
use crate::discord::interaction;
use crate::discord::request::{Outcome, Request};

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
