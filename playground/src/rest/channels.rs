//! Channels and threads.

use serde_json::{Value, json};

use super::Op;
use super::call::{Answer, Call, nothing, ok};
use crate::check;
use crate::error::ApiError;
use crate::id::{ChannelId, MessageId, RoleId, UserId};
use crate::limits;
use crate::permissions::Permissions;
use crate::timestamp::iso;
use crate::world::{ChannelKind, Event, Overwrite, PageEvent, Whom, World};

pub(super) fn run(op: Op, call: Call<'_>) -> Answer {
    let Call { state, params, body, .. } = call;
    let world = &mut state.world;
    let id = params.channel()?;
    let channel = world.visible_channel(id)?;
    match op {
        Op::GetChannel => ok(world.channel_json(id)),
        Op::UpdateChannel => update(world, id, body),
        Op::DeleteChannel => {
            if channel.guild.is_some() {
                world.need(channel, manage(channel.is_thread()))?;
                world.delete_channel(id);
            }
            ok(world.channel_json(id))
        }
        Op::SetChannelPermission => {
            world.need(channel, Permissions::MANAGE_ROLES)?;
            let target = params.number("target")?;
            let whom = match body["type"].as_u64() {
                Some(1) => Whom::Member(UserId(target)),
                _ if channel.guild.is_some_and(|g| g.0 == target) => Whom::Everyone,
                _ => Whom::Role(RoleId(target)),
            };
            let set = |field: &str| Permissions::from_bits_retain(check::snowflake(&body[field]).unwrap_or(0));
            let overwrite = Overwrite { whom, allow: set("allow"), deny: set("deny") };
            if let Some(channel) = world.channels.get_mut(&id) {
                channel.overwrites.retain(|o| o.whom != whom);
                channel.overwrites.push(overwrite);
            }
            world.channel_changed(id);
            nothing()
        }
        Op::CreateThread | Op::CreateThreadFromMessage => {
            if channel.guild.is_none() || channel.is_thread() {
                return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
            }
            let from = if op == Op::CreateThreadFromMessage { Some(params.message()?) } else { None };
            create_thread(world, id, from, body)
        }
        Op::JoinThread | Op::LeaveThread => {
            let bot = world.bot;
            membership(world, id, bot, op == Op::JoinThread);
            nothing()
        }
        Op::AddThreadMember | Op::RemoveThreadMember => {
            let user = params.user()?;
            let member =
                channel.guild.and_then(|g| world.guilds.get(&g)).is_some_and(|g| g.members.contains_key(&user));
            if !member {
                return Err(ApiError::unknown("Member", 10007));
            }
            if op == Op::AddThreadMember {
                if channel.archived {
                    return Err(ApiError::archived());
                }
                world.need(channel, Permissions::SEND_MESSAGES_IN_THREADS)?;
            } else if channel.owner != Some(world.bot) {
                world.need(channel, Permissions::MANAGE_THREADS)?;
            }
            membership(world, id, user, op == Op::AddThreadMember);
            nothing()
        }
        Op::ListThreadMembers => ok(channel.members.iter().map(|u| thread_member(id, *u)).collect()),
        _ => Err(ApiError::new(501, 0, "not implemented")),
    }
}

fn manage(thread: bool) -> Permissions {
    if thread { Permissions::MANAGE_THREADS } else { Permissions::MANAGE_CHANNELS }
}

fn thread_member(thread: ChannelId, user: UserId) -> Value {
    json!({"id": thread, "user_id": user, "join_timestamp": iso(std::time::SystemTime::now()), "flags": 0})
}

fn membership(world: &mut World, thread: ChannelId, user: UserId, inside: bool) {
    if let Some(channel) = world.channels.get_mut(&thread) {
        if inside {
            channel.members.insert(user);
        } else {
            channel.members.remove(&user);
        }
    }
    world.channel_changed(thread);
}

fn name(body: &Value) -> Result<&str, ApiError> {
    let name = body["name"].as_str().unwrap_or_default();
    match check::len(name) {
        1..=limits::CHANNEL_NAME => Ok(name),
        _ => Err(ApiError::length("name", 1, limits::CHANNEL_NAME)),
    }
}

fn archive_after(body: &Value) -> Result<u64, ApiError> {
    match body["auto_archive_duration"].as_u64() {
        None => Ok(1440),
        Some(minutes) if limits::THREAD_ARCHIVE.contains(&minutes) => Ok(minutes),
        Some(_) => {
            let sentence = "Value must be one of {60, 1440, 4320, 10080}.";
            Err(ApiError::form("auto_archive_duration", "BASE_TYPE_CHOICES", sentence))
        }
    }
}

fn update(world: &mut World, id: ChannelId, body: &Value) -> Answer {
    let channel = world.visible_channel(id)?;
    // The creator of a thread may rename and archive it, but not lock it.
    let own =
        channel.is_thread() && channel.owner == Some(world.bot) && body.get("locked").is_none() && !channel.locked;
    if !own {
        world.need(channel, manage(channel.is_thread()))?;
    }
    let new_name = if body["name"].is_null() { None } else { Some(name(body)?.to_owned()) };
    let archive = if body["auto_archive_duration"].is_null() { None } else { Some(archive_after(body)?) };
    if channel.archived && body["archived"] != false {
        return Err(ApiError::archived());
    }
    if let Some(channel) = world.channels.get_mut(&id) {
        if let Some(name) = new_name {
            channel.name = name;
        }
        channel.auto_archive = archive.unwrap_or(channel.auto_archive);
        channel.archived = body["archived"].as_bool().unwrap_or(channel.archived);
        channel.locked = body["locked"].as_bool().unwrap_or(channel.locked);
        if let Some(topic) = body.get("topic") {
            channel.topic = topic.as_str().map(str::to_owned);
        }
    }
    world.channel_changed(id);
    ok(world.channel_json(id))
}

fn create_thread(world: &mut World, parent: ChannelId, from: Option<MessageId>, body: &Value) -> Answer {
    // Without a type, Discord creates a private thread.
    let kind = match body["type"].as_u64() {
        Some(11 | 10) => ChannelKind::PublicThread,
        _ if from.is_some() => ChannelKind::PublicThread,
        _ => ChannelKind::PrivateThread,
    };
    let wanted = match kind {
        ChannelKind::PrivateThread => Permissions::CREATE_PRIVATE_THREADS,
        _ => Permissions::CREATE_PUBLIC_THREADS,
    };
    world.need(world.visible_channel(parent)?, wanted)?;
    let (name, minutes) = (name(body)?.to_owned(), archive_after(body)?);
    if let Some(from) = from {
        world.public_message(parent, from)?;
        if world.channels.contains_key(&ChannelId(from.0)) {
            return Err(ApiError::new(400, 160_004, "A thread has already been created for this message"));
        }
    }
    let id = world.add_thread(parent, &name, kind, from, world.bot);
    if let Some(thread) = world.channels.get_mut(&id) {
        thread.auto_archive = minutes;
    }
    match from {
        Some(from) => world.outbox.push(Event::page(PageEvent::Message(from))),
        // Discord announces only public threads in their channel.
        None if kind == ChannelKind::PublicThread => world.announce_thread(parent, id),
        None => {}
    }
    let mut out = world.channel_json(id);
    out["member"] = thread_member(id, world.bot);
    Ok((201, out))
}
