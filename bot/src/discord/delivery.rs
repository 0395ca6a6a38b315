//! Posts the notices of the host's outbox, for each channel and person in order, and records what became of each. A notice ends only by being posted, by being superseded by newer ones, or by being given up, which is logged.
//!
//! # Layout
//! * `compose`: what a notice says; `clash`: the same for Clash of the Armies; `table`: of takebacks and seats; `closed`: of direct
//!   messages that are refused.
//! * `send`: how it gets to Discord, and how a message is found again that may have been posted before.
//! * `as_answer`: a notice posted as the answer to the interaction that caused it, which Discord does not count.
//! * `buttons`: buttons come off old messages when there is room for it.

mod as_answer;
mod buttons;
mod clash;
mod closed;
mod compose;
#[cfg(test)]
mod interleavings;
#[cfg(test)]
mod overtaken;
#[cfg(test)]
mod secrecy;
mod send;
mod table;

use std::sync::Arc;
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use serenity::all::Http;
use tokio::sync::Semaphore;

use super::answer::Answer;
use super::api_error::{self, Refused};
use super::app::Shared;
use crate::host::{ChannelId, Error, Failure, MessageId, Notice, Posted, Recipient};
use crate::shutdown::Shutdown;
use compose::{DeliveryAction, compose};

pub use as_answer::as_answer;
pub use buttons::Buttons;

/// How long to wait after the outbox itself failed.
const PAUSE: Duration = Duration::from_secs(2);
/// Discord's code for a channel that does not exist.
const UNKNOWN_CHANNEL: isize = 10003;
/// Notices being posted at once.
const SIDE_BY_SIDE: usize = 128;

/// Delivers until it is time to stop.
pub async fn run(app: Shared, http: Arc<Http>, shutdown: Shutdown) {
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
            () = shutdown.wait() => return,
            notices = app.host.take_notices(free.max(1)) => notices,
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
                () = shutdown.wait() => return,
                () = tokio::time::sleep(PAUSE) => {}
            },
        }
        super::client::forget_routes(&http).await;
    }
}

/// Posts one notice, and notes what became of it. A panic counts as a failure of the message.
async fn deliver(app: &Shared, http: &Arc<Http>, notice: Notice) {
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

/// What became of an attempt.
enum Outcome {
    Posted(ChannelId, MessageId, Option<String>),
    Superseded,
    Failed(Failure),
}

impl Outcome {
    /// What an error of posting means. Where Discord gave no answer, or an answer of its own trouble, the message may be there.
    fn of(error: &serenity::Error) -> Self {
        let failure = match api_error::refused(error) {
            Refused::DirectMessagesClosed => Failure::Closed,
            Refused::Gone => Failure::Never,
            Refused::Malformed => Failure::Message,
            Refused::NoAccess | Refused::Archived => Failure::NoAccess,
            Refused::Trouble => Failure::Discord { unsure: api_error::unsure(error) },
        };
        Outcome::Failed(failure)
    }
}

async fn attempt(app: &Shared, http: &Arc<Http>, notice: &Notice) -> Outcome {
    let action = match compose(app, notice).await {
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
            // It may have been deleted while the program was down.
            if let (Recipient::Channel(channel), Some(UNKNOWN_CHANNEL)) = (notice.to, api_error::code(&error))
                && let Err(error) = app.host.channel_gone(channel).await
            {
                tracing::warn!(%error, "the people of a deleted channel's game could not be told");
            }
            Outcome::of(&error)
        }
    }
}

/// What became of editing a message: one that somebody has deleted is posted anew.
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

/// Notes what became of a notice. The notice stays leased until the database has taken the note, however long that takes: it is
/// not posted again meanwhile.
async fn settle(app: &Shared, notice: &Notice, outcome: Outcome) {
    let note = || async {
        match outcome {
            Outcome::Posted(channel, message, ref afterwards) => {
                let afterwards = afterwards.as_deref();
                let older = app.host.posted(notice, channel, message, afterwards).await?;
                app.buttons.take_off(notice.game, older);
            }
            Outcome::Superseded => app.host.superseded(notice).await?,
            Outcome::Failed(failure) => {
                let given_up = app.host.failed(notice, failure).await?;
                // Closed direct messages are no fault: the channel takes their place.
                if given_up && failure != Failure::Closed {
                    tracing::error!(notice = %notice.id, game = %notice.game, kind = ?notice.kind, ?failure, "a notice is given up");
                }
            }
        }
        Ok::<(), Error>(())
    };
    let patience = ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(200))
        .with_max_delay(Duration::from_secs(30))
        .with_jitter()
        .without_max_times();
    // It ends when the note is taken, or with the program.
    let _ = note.retry(patience).await;
}
