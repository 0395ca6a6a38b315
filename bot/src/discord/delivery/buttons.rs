//! Removes outdated buttons and deadlines from old messages. This has the lowest priority for requests. A press on an
//! outdated button is rejected anyway, so messages beyond the queue's limit wait until the game's next message. A
//! message that was a response is edited with its interaction token while the token lasts, because such edits do not
//! count towards the global rate limit.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{EditMessage, Http};
use tokio_util::sync::CancellationToken;

use super::send;
use crate::discord::api_error::{self, Refused};
use crate::discord::app::Shared;
use crate::discord::messages::lobby::begun;
use crate::discord::old_buttons::Old;
use crate::host::{Board, NoticeKind, Posted};

/// Maximum number of messages edited concurrently.
const SIDE_BY_SIDE: usize = 8;
/// Number of attempts per message, and the delay between them.
const TRIES: u32 = 4;
const RETRY: Duration = Duration::from_secs(5);

/// Works through the queue until the program stops. Only one caller may run it.
pub async fn remove_old(app: Shared, http: Arc<Http>, shutdown: CancellationToken) {
    let Some(mut waiting) = app.buttons.take_queue() else {
        return;
    };
    let places = Arc::new(tokio::sync::Semaphore::new(SIDE_BY_SIDE));
    loop {
        let old = tokio::select! {
            () = shutdown.cancelled() => return,
            old = waiting.recv() => old,
        };
        let (Some(old), Ok(place)) = (old, Arc::clone(&places).acquire_owned().await) else {
            return;
        };
        let (app, http) = (app.clone(), http.clone());
        tokio::spawn(async move {
            let done = remove(&app, &http, &old).await;
            drop(place);
            if done || old.tries + 1 == TRIES {
                app.buttons.finished(old.message.message);
                return;
            }
            tokio::time::sleep(RETRY * 2u32.pow(old.tries)).await;
            app.buttons.put(Old { tries: old.tries + 1, ..old });
        });
    }
}

/// Removes the buttons of one message. Returns true if it needs no further attempt.
pub(in crate::discord) async fn remove(app: &Shared, http: &Arc<Http>, old: &Old) -> bool {
    if uncounted(app, &old.message).await {
        return true;
    }
    app.limits.housekeeping().await;
    take_off(app, http, old).await
}

/// Removes the buttons of a message with its interaction token. Returns true on success.
async fn uncounted(app: &Shared, message: &Posted) -> bool {
    let Some(token) = app.buttons.take_token(message.message) else {
        return false;
    };
    let id = serenity::all::MessageId::new(message.message.0);
    let done = app.answers.take_buttons_off(&token, id, message.afterwards.as_deref()).await.is_ok();
    done && app.host.outbox.buttons_gone(message.message).await.is_ok()
}

/// Edit that removes the buttons and, if given, replaces the text. Without people to mention, it notifies nobody.
fn bare(text: Option<&str>) -> EditMessage {
    let edit = EditMessage::new().components(Vec::new());
    match text {
        Some(text) => edit.content(text),
        None => edit,
    }
}

/// Removes the buttons of one message. The picture stays. The text changes only if it differs once the turn is over;
/// a lobby's text then says that the game has begun. Returns true if the message needs no further attempt.
pub(super) async fn take_off(app: &Shared, http: &Arc<Http>, old: &Old) -> bool {
    let message = &old.message;
    let edit = match message.kind {
        NoticeKind::Lobby => match app.host.views.board(old.game).await {
            Ok(Board::Game(scene)) => begun(&scene).edit_whole_message(),
            _ => EditMessage::new().components(Vec::new()),
        },
        _ => bare(message.afterwards.as_deref()),
    };
    if let Err(error) = send::change(app, http, edit, message).await {
        if api_error::refused(&error) == Refused::Trouble {
            tracing::debug!(error = %api_error::brief(&error), "buttons could not be taken off an old message");
            return false;
        }
        tracing::debug!(error = %api_error::brief(&error), "buttons stay on an old message");
    }
    // If this is not recorded, the next message of the game repeats the removal.
    app.host.outbox.buttons_gone(message.message).await.is_ok()
}
