//! Posts the notices of the host's outbox and records the results. Order is kept per channel and per person. A notice
//! ends when it is posted, superseded by newer ones, or given up; giving up is logged.
//!
//! # Layout
//! * `compose`: messages for notices; `clash`: for Clash of the Armies; `table`: for takebacks and seats; `closed`:
//!   replacement for rejected direct messages.
//! * `send`: sends messages to Discord. `earlier`: finds messages that an earlier attempt may have posted.
//! * `as_answer`: posts a notice as the response to the interaction that caused it. Responses do not count towards
//!   the global rate limit.
//! * `buttons`: removes buttons from old messages with spare requests.

mod action;
mod as_answer;
mod buttons;
mod clash;
mod closed;
mod compose;
mod earlier;
#[cfg(test)]
mod failures;
#[cfg(test)]
mod interleavings;
#[cfg(test)]
mod loops;
#[cfg(test)]
mod overtaken;
mod reach;
mod record;
#[cfg(test)]
mod recorded;
#[cfg(test)]
mod refused;
#[cfg(test)]
mod repeated;
#[cfg(test)]
mod secrecy;
mod send;
mod table;

use std::sync::Arc;
use std::time::Duration;

use serenity::all::Http;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::answer::Answer;
use super::api_error::{self, Refused};
use super::app::Shared;
use crate::host::{ChannelId, Error, Failure, MessageId, Notice, Posted, Recipient};
use action::DeliveryAction;
use compose::compose;
use record::{Outcome, settle};

#[cfg(test)]
pub(in crate::discord) use buttons::remove;
pub use buttons::remove_old;
pub(in crate::discord) use send::direct;

/// Pause after an error of the outbox.
const PAUSE: Duration = Duration::from_secs(2);
/// Discord's code for a channel that does not exist.
const UNKNOWN_CHANNEL: isize = 10003;
/// Maximum number of notices posted concurrently.
const SIDE_BY_SIDE: usize = 128;

/// Delivers notices until the program stops.
pub async fn run(app: Shared, http: Arc<Http>, shutdown: CancellationToken) {
    let places = Arc::new(Semaphore::new(SIDE_BY_SIDE));
    loop {
        let free = match Arc::clone(&places).acquire_owned().await {
            Ok(first) => {
                drop(first);
                i64::try_from(places.available_permits()).unwrap_or(1)
            }
            Err(_) => return,
        };
        let notices = tokio::select! {
            () = shutdown.cancelled() => return,
            notices = app.host.outbox.take_notices(free.max(1)) => notices,
        };
        match notices {
            Ok(notices) => {
                for notice in notices {
                    let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                        return;
                    };
                    let (app, http) = (app.clone(), http.clone());
                    tokio::spawn(async move {
                        deliver(&app, &http, notice).await;
                        drop(place);
                    });
                }
            }
            Err(_) => tokio::select! {
                () = shutdown.cancelled() => return,
                () = tokio::time::sleep(PAUSE) => {}
            },
        }
        super::client::forget_routes(&http).await;
    }
}

/// Posts one notice and records the result. A panic counts as a failure to post.
pub(in crate::discord) async fn deliver(app: &Shared, http: &Arc<Http>, notice: Notice) {
    let task = {
        let (app, http, notice) = (app.clone(), http.clone(), notice.clone());
        async move {
            let outcome = attempt(&app, &http, &notice).await;
            settle(&app, &notice, outcome).await;
        }
    };
    if app.work.run(task).await.is_none() {
        settle(app, &notice, Outcome::Failed(Failure::Message)).await;
    }
}

async fn attempt(app: &Shared, http: &Arc<Http>, notice: &Notice) -> Outcome {
    let action = match Box::pin(compose(app, notice)).await {
        Ok(action) => action,
        Err(error) => {
            if let Error::Refused(why) = &error {
                tracing::error!(notice = %notice.id, game = %notice.game, kind = ?notice.kind, why = why.kind(), "what a notice says could not be found out");
            }
            return Outcome::Failed(Failure::Message);
        }
    };
    let afterwards = action.afterwards();
    let sent = match action {
        DeliveryAction::Supersede => return Outcome::Superseded,
        DeliveryAction::Post(answer) => send::post(app, http, notice, *answer).await,
        DeliveryAction::Edit(answer, earlier) => {
            let edited = send::edit(app, http, (*answer).clone(), &earlier).await;
            or_anew(app, http, notice, edited, *answer, &earlier).await
        }
        DeliveryAction::EditText(answer, earlier) => {
            let edited = send::edit_text(app, http, &answer, &earlier).await;
            or_anew(app, http, notice, edited, *answer, &earlier).await
        }
    };
    match sent {
        Ok((channel, message)) => Outcome::Posted(channel, message, afterwards),
        Err(error) => {
            let line = (notice.kind, api_error::brief(&error));
            if api_error::refused(&error) == Refused::DirectMessagesClosed {
                tracing::info!(notice = %notice.id, kind = ?notice.kind, "a person takes no direct messages");
            } else if let Some(times) = app.failures.line(line.clone()) {
                tracing::warn!(notice = %notice.id, kind = ?notice.kind, error = line.1, times, "a notice could not be posted and is tried again");
            }
            if let (Recipient::Channel(channel), Refused::NoAccess) = (notice.to, api_error::refused(&error)) {
                app.closed.insert(channel);
            }
            // The channel may have been deleted while the program was down.
            if let (Recipient::Channel(channel), Some(UNKNOWN_CHANNEL)) = (notice.to, api_error::code(&error))
                && let Err(error) = app.host.tables.channel_gone(channel).await
            {
                tracing::warn!(%error, "the people of a deleted channel's game could not be told");
            }
            Outcome::of(&error)
        }
    }
}

/// Handles the result of an edit: if the message was deleted, posts a new one.
async fn or_anew(
    app: &Shared,
    http: &Arc<Http>,
    notice: &Notice,
    edited: serenity::Result<()>,
    answer: Answer,
    earlier: &Posted,
) -> serenity::Result<(ChannelId, MessageId)> {
    match edited {
        Ok(()) => Ok((earlier.channel, earlier.message)),
        Err(error) if api_error::code(&error) == Some(10008) => send::post(app, http, notice, answer).await,
        Err(error) => Err(error),
    }
}
