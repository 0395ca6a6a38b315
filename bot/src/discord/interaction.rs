//! Runs the task of an interaction of any kind: once, with protection against panics, with metrics and a response.

use std::future::Future;

use tracing::Instrument as _;

use super::app::Shared;
use super::custom_id::ComponentContext;
use super::flow::{Outcome, apologise, missing};
use super::responder::Responder;
use super::wording::refusal;
use crate::host::ChannelId;
use crate::metrics::{self, Ended};

/// Runs a task to completion and sends a response to every result. Repeated deliveries are ignored. `name` is the
/// command or the kind of component; `of` is the game of a component.
pub async fn run(
    app: Shared,
    responder: Responder,
    name: String,
    of: Option<ComponentContext>,
    task: impl Future<Output = Outcome> + Send + 'static,
) {
    if !app.seen.first(responder.id.get()) {
        return;
    }
    let channel = ChannelId(responder.channel.get());
    if responder.bot_may.is_some() && missing(&responder).is_empty() && app.closed.remove(channel) {
        let host = app.host.clone();
        tokio::spawn(async move {
            if let Err(error) = host.may_post_again(channel).await {
                tracing::warn!(%error, "what waits for a channel could not be hurried");
            }
        });
    }
    let span = tracing::info_span!("interaction", id = responder.id.get(), name, game = of.map(|of| of.game.0));
    let answering = responder.clone();
    let answered = async move {
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
    let ended = app.work.run(answered.instrument(span)).await;
    if ended.is_none() {
        responder.say(refusal::APOLOGY).await;
    }
    let took = responder.age();
    metrics::interaction(name, ended.unwrap_or(Ended::Failed), took);
}
