//! Runs the task of an interaction of any kind: once, with protection against panics, with metrics and a response.

use std::future::Future;

use serenity::all::ButtonStyle;
use tracing::Instrument as _;

use super::answer::Answer;
use super::custom_id::{ComponentContext, Intent};
use super::error::Error;
use super::request::{Outcome, Request};
use super::wording::{refusal, sentence};
use crate::metrics::{self, Ended};

/// Runs a task to completion and sends a response to every result. Repeated deliveries are ignored. `name` is the
/// command or the kind of component; `of` is the game of a component.
pub async fn run(
    request: Request,
    name: String,
    of: Option<ComponentContext>,
    task: impl Future<Output = Outcome> + Send + 'static,
) {
    if !request.app.seen.first(request.id.get()) {
        return;
    }
    let channel = request.channel;
    let may_post = request.bot_may.is_some() && request.missing_permissions().is_empty();
    let is_open_again = may_post && request.app.closed.remove(channel);
    let hurried = async {
        if is_open_again && let Err(error) = request.host().outbox.may_post_again(channel).await {
            tracing::warn!(%error, "what waits for a channel could not be hurried");
        }
    };
    let span = tracing::info_span!("interaction", id = request.id.get(), name, game = of.map(|of| of.game.0));
    let answering = request.clone();
    let task = async move {
        let outcome = task.await;
        let ended = match &outcome {
            Ok(()) => Ended::Done,
            Err(error) if error.is_fault() => Ended::Failed,
            Err(_) => Ended::Refused,
        };
        if let Err(error) = outcome {
            apologise(&answering, &error, of).await;
        }
        ended
    };
    let answered = async {
        let ended = request.app.work.run(task.instrument(span)).await;
        if ended.is_none() {
            request.say(refusal::APOLOGY).await;
        }
        metrics::interaction(name, ended.unwrap_or(Ended::Failed), request.age());
    };
    tokio::join!(answered, hurried);
}

/// Responds with the reason for an error.
async fn apologise(request: &Request, error: &Error, of: Option<ComponentContext>) {
    let mut answer = Answer::text(sentence(&refusal::error(error)));
    if let Some(of) = of.filter(|_| error.is_stale()) {
        let board = of.button("Show the Board", ButtonStyle::Primary, Intent::Board);
        answer = answer.buttons(vec![board]);
    }
    request.say(answer).await;
}
