//! Messages in channels, threads and direct message channels.

use serde_json::{Value, json};

use super::Op;
use super::call::{Answer, Call, nothing, ok};
use crate::check;
use crate::error::ApiError;
use crate::id::{ChannelId, MessageId};
use crate::permissions::Permissions;
use crate::world::{ChannelKind, Draft, Event, Message, PageEvent, Upload, World};

pub(super) fn run(op: Op, call: Call<'_>) -> Answer {
    let Call { state, params, query, body, files, .. } = call;
    let world = &mut state.world;
    let place = params.channel()?;
    let channel = world.visible_channel(place)?;
    match op {
        Op::TriggerTyping => {
            world.outbox.push(Event::page(PageEvent::Typing(place)));
            return nothing();
        }
        Op::CreateMessage => return create(world, place, body, files),
        Op::ListMessages | Op::ListPins => {
            world.need(channel, Permissions::READ_MESSAGE_HISTORY)?;
            let number = |name: &str| query.get(name).and_then(|v| v.parse::<u64>().ok());
            let (before, after) = (number("before").unwrap_or(u64::MAX), number("after").unwrap_or(0));
            let all = channel.messages.iter().rev().filter_map(|m| world.messages.get(m));
            let fits = |m: &&Message| {
                !m.deleted && !m.ephemeral() && m.id.0 < before && m.id.0 > after && (op != Op::ListPins || m.pinned)
            };
            let most = usize::try_from(number("limit").unwrap_or(50).clamp(1, 100)).unwrap_or(100);
            return ok(all.filter(fits).take(most).map(|m| world.message_json(m)).collect());
        }
        Op::BulkDeleteMessages => {
            world.need(channel, Permissions::MANAGE_MESSAGES)?;
            let ids: Vec<MessageId> =
                body["messages"].as_array().into_iter().flatten().filter_map(check::snowflake).map(MessageId).collect();
            let here: Vec<MessageId> = ids.into_iter().filter(|m| channel.messages.contains(m)).collect();
            here.into_iter().for_each(|m| world.delete_message(m));
            return nothing();
        }
        _ => {}
    }

    let message = world.public_message(place, params.message()?)?;
    let id = message.id;
    let own = message.author == world.bot;
    match op {
        Op::GetMessage => {
            world.need(channel, Permissions::READ_MESSAGE_HISTORY)?;
            ok(world.message_json(message))
        }
        Op::UpdateMessage => {
            if !own {
                return Err(ApiError::new(403, 50005, "Cannot edit a message authored by another user"));
            }
            if channel.archived {
                return Err(ApiError::archived());
            }
            world.edit(id, body, files)?;
            ok(world.messages.get(&id).map_or(Value::Null, |m| world.message_json(m)))
        }
        Op::DeleteMessage => {
            if !own && channel.kind == ChannelKind::Dm {
                return Err(ApiError::new(403, 50003, "Cannot execute action on a DM channel"));
            }
            if !own {
                world.need(channel, Permissions::MANAGE_MESSAGES)?;
            }
            if channel.archived {
                return Err(ApiError::archived());
            }
            world.delete_message(id);
            nothing()
        }
        Op::Pin | Op::Unpin => {
            world.need(channel, Permissions::MANAGE_MESSAGES)?;
            change(world, id, |m| m.pinned = op == Op::Pin);
            nothing()
        }
        Op::AddReaction | Op::DeleteReaction => {
            world.need(channel, Permissions::ADD_REACTIONS)?;
            let emoji = params.text("emoji").to_owned();
            change(world, id, |m| {
                m.reactions.retain(|r| *r != emoji);
                if op == Op::AddReaction {
                    m.reactions.push(emoji);
                }
            });
            nothing()
        }
        _ => Err(ApiError::new(501, 0, "not implemented")),
    }
}

fn change(world: &mut World, id: MessageId, change: impl FnOnce(&mut Message)) {
    if let Some(message) = world.messages.get_mut(&id) {
        change(message);
    }
    world.outbox.push(Event::page(PageEvent::Message(id)));
}

fn create(world: &mut World, place: ChannelId, body: &Value, files: &[Upload]) -> Answer {
    let channel = world.visible_channel(place)?;
    if let Some(person) = channel.recipient {
        let open = world.users.get(&person).is_some_and(|u| u.dms_open);
        if !open || !world.shares_guild(person) {
            return Err(ApiError::cannot_dm());
        }
    }
    let send = if channel.is_thread() { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    world.need(channel, send)?;
    if !files.is_empty() {
        world.need(channel, Permissions::ATTACH_FILES)?;
    }
    if channel.archived && channel.locked {
        world.need(channel, Permissions::MANAGE_THREADS).map_err(|_| ApiError::archived())?;
    }
    let (archived, embeds) = (channel.archived, world.need(channel, Permissions::EMBED_LINKS).is_ok());

    if let (Some(nonce), true) = (nonce(body), body["enforce_nonce"] == true) {
        let recent = |m: &&Message| m.sent.elapsed().is_ok_and(|age| age < world.nonce_window);
        let here = channel.messages.iter().rev();
        let mut here = here.filter_map(|m| world.messages.get(m)).take_while(recent);
        if let Some(sent) = here.find(|m| m.nonce.as_deref() == Some(nonce.as_str())) {
            return ok(world.message_json(sent));
        }
    }
    let mut reply_to = check::snowflake(&body["message_reference"]["message_id"]).map(MessageId);
    if let Some(to) = reply_to {
        if world.public_message(place, to).is_err() {
            if body["message_reference"]["fail_if_not_exists"] != false {
                let sentence = "Unknown message";
                return Err(ApiError {
                    violation: None,
                    ..ApiError::form("message_reference", "REPLIES_UNKNOWN_MESSAGE", sentence)
                });
            }
            reply_to = None;
        } else {
            world.need(world.visible_channel(place)?, Permissions::READ_MESSAGE_HISTORY)?;
        }
    }
    let mut body = body.clone();
    if !embeds && body["embeds"].as_array().is_some_and(|e| !e.is_empty()) {
        world.note("embeds are left out where the bot has no permission for them");
        body["embeds"] = json!([]);
    }
    let draft = Draft { kind: if reply_to.is_some() { 19 } else { 0 }, reply_to, ..Draft::default() };
    let id = world.post(place, &body, files, draft)?;
    if archived {
        // A message in an archived thread reopens it.
        if let Some(channel) = world.channels.get_mut(&place) {
            channel.archived = false;
        }
        world.channel_changed(place);
    }
    let nonce = nonce(&body);
    if let Some(message) = world.messages.get_mut(&id) {
        message.nonce = nonce.clone();
    }
    let mut json = world.messages.get(&id).map_or(Value::Null, |m| world.message_json(m));
    if let Some(nonce) = nonce {
        json["nonce"] = json!(nonce);
    }
    ok(json)
}

fn nonce(body: &Value) -> Option<String> {
    match &body["nonce"] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
