//! View of one person, as JSON for the page.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client;
use crate::id::{ChannelId, MessageId, UserId};
use crate::state::{Shared, State as Everything};
use crate::world::{Channel, Message, World};

/// Viewer and channel.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Look {
    #[serde(rename = "as")]
    pub(super) viewer: UserId,
    channel: Option<ChannelId>,
}

/// Latest messages of a channel.
pub(super) async fn messages(State(shared): State<Arc<Shared>>, Query(look): Query<Look>) -> Json<Value> {
    Json(shared.read(|s| {
        let w = &s.world;
        let ids = look.channel.and_then(|c| w.channels.get(&c)).map(|c| c.messages.as_slice()).unwrap_or_default();
        let seen = ids.iter().filter_map(|m| w.messages.get(m)).filter(|m| w.sees_message(look.viewer, m));
        let all: Vec<&Message> = seen.collect();
        all[all.len().saturating_sub(100)..].iter().map(|m| message_json(w, m)).collect()
    }))
}

/// Commands that a person can run in a channel.
pub(super) async fn commands(State(shared): State<Arc<Shared>>, Query(look): Query<Look>) -> Json<Value> {
    Json(shared.read(|s| {
        let w = &s.world;
        let Some(channel) = look.channel.filter(|c| client::here(w, look.viewer, *c).is_ok()) else {
            return json!([]);
        };
        let guild = w.channels.get(&channel).and_then(|c| c.guild);
        w.commands_in(guild)
            .filter(|c| c.command.kind() == 1 && client::available(w, look.viewer, channel, &c.command).is_ok())
            .map(|c| c.json.clone())
            .collect()
    }))
}

/// People, servers, channels, and the connection state of the bot.
pub(super) fn places(state: &Everything, viewer: Option<UserId>) -> Value {
    let w = &state.world;
    let viewer = viewer.filter(|v| w.users.contains_key(v));
    let viewer = viewer.or_else(|| w.users.values().find(|u| !u.bot).map(|u| u.id));
    let sees = |c: &&Channel| viewer.is_some_and(|v| w.sees_channel(v, c)) && !c.archived;
    let guild = |g: &crate::world::Guild| {
        let channels = g.channels.iter().filter_map(|c| w.channels.get(c)).filter(sees);
        json!({
            "id": g.id,
            "name": g.name,
            "members": g.members.keys().collect::<Vec<_>>(),
            "roles": g.roles.iter().map(|r| json!({"id": r.id, "name": r.name})).collect::<Vec<_>>(),
            "channels": channels.map(|c| json!({
                "id": c.id, "name": c.name, "thread": c.is_thread(), "parent": c.parent, "topic": c.topic,
            })).collect::<Vec<_>>(),
        })
    };
    let inside = |g: &&crate::world::Guild| viewer.is_some_and(|v| g.members.contains_key(&v));
    json!({
        "me": viewer,
        "base": w.files,
        "users": w.users.values().map(|u| json!({
            "id": u.id, "name": u.name, "display": u.display, "bot": u.bot,
        })).collect::<Vec<_>>(),
        "guilds": w.guilds.values().filter(inside).map(guild).collect::<Vec<_>>(),
        "dm": viewer.and_then(|v| w.find_dm(v)),
        "bot": w.bot,
        "connected": state.sessions.connected(),
    })
}

/// Message in Discord's form, with additional fields for the page.
pub(super) fn message_json(w: &World, message: &Message) -> Value {
    let mut out = w.message_json(message);
    out["ephemeral"] = json!(message.ephemeral());
    out["thinking"] = json!(message.loading());
    if let Some(to) = message.reply_to.and_then(|m: MessageId| w.messages.get(&m)) {
        let content: String = to.content.chars().take(400).collect();
        out["replied"] = json!({"author": to.author, "content": content, "deleted": to.deleted, "id": to.id,
            "ephemeral": to.ephemeral()});
    }
    let thread = message.thread.unwrap_or(ChannelId(message.id.0));
    let thread = w.channels.get(&thread).filter(|c| !c.deleted);
    if let Some(thread) = thread {
        out["thread"] = json!({"id": thread.id, "name": thread.name});
    }
    out
}
