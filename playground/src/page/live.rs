//! Websocket of the page: everything one person can see, in real time.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::view;
use crate::id::UserId;
use crate::state::Shared;
use crate::world::PageEvent;

/// Viewer; `None` before the page has selected one.
#[derive(Debug, Deserialize)]
pub(super) struct Viewer {
    #[serde(rename = "as")]
    viewer: Option<String>,
}

/// Opens a page's connection.
pub(super) async fn connect(
    State(shared): State<Arc<Shared>>,
    Query(viewer): Query<Viewer>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let viewer = viewer.viewer.and_then(|v| v.parse::<UserId>().ok());
    upgrade.on_upgrade(move |socket| run(shared, viewer, socket))
}

async fn run(shared: Arc<Shared>, viewer: Option<UserId>, mut socket: WebSocket) {
    let mut events = shared.page_events();
    let first = shared.read(|s| view::places(s, viewer));
    let viewer = crate::check::snowflake(&first["me"]).map(UserId);
    let mut next = Some(json!({"t": "places", "places": first}));
    loop {
        if let Some(payload) = next.take()
            && socket.send(Message::Text(payload.to_string().into())).await.is_err()
        {
            return;
        }
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            event = events.recv() => match event {
                Ok(event) => next = payload(&shared, viewer, event),
                // After too many events at once, the page reloads everything.
                Err(RecvError::Lagged(_)) => next = Some(json!({"t": "reload"})),
                Err(RecvError::Closed) => return,
            },
        }
    }
}

/// Message to the page about an event, if the viewer can see it.
fn payload(shared: &Shared, viewer: Option<UserId>, event: PageEvent) -> Option<Value> {
    let viewer = viewer?;
    shared.read(|s| {
        let w = &s.world;
        match event {
            PageEvent::Places => Some(json!({"t": "places", "places": view::places(s, Some(viewer))})),
            PageEvent::Bot => Some(json!({"t": "bot", "connected": s.sessions.connected()})),
            PageEvent::Typing(channel) => {
                let seen = w.channels.get(&channel).is_some_and(|c| w.sees_channel(viewer, c));
                seen.then(|| json!({"t": "typing", "channel": channel}))
            }
            PageEvent::Message(id) => {
                let message = w.messages.get(&id)?;
                if message.deleted {
                    let own = message.only_for.is_none_or(|only| only == viewer);
                    return own.then(|| json!({"t": "gone", "channel": message.channel, "id": id}));
                }
                let seen = w.sees_message(viewer, message);
                seen.then(
                    || json!({"t": "message", "channel": message.channel, "message": view::message_json(w, message)}),
                )
            }
        }
    })
}
