//! Actions of a Discord client, with the checks that it makes.
//!
//! Scripts and the page both act through this module. People cannot press what they cannot see, omit required options,
//! or run hidden commands. Such actions are refused here and never reach the bot.

mod command;
mod component;
mod modal;

use std::time::Instant;

use serde_json::{Value, json};

pub use command::Arg;
pub(crate) use command::{autocomplete, available, forge_command, slash};
pub(crate) use component::{click, forge, select};
pub(crate) use modal::submit;

use crate::error::Error;
use crate::id::{ChannelId, InteractionId, MessageId, UserId, random_hex};
use crate::permissions::Permissions;
use crate::world::{Event, Intent, InteractionKind, Record, World};

/// Checks that a person can act in a channel.
pub(crate) fn here(world: &World, user: UserId, channel: ChannelId) -> Result<(), Error> {
    let place = world.channels.get(&channel).ok_or_else(|| Error::unknown(format!("channel {channel}")))?;
    if !world.users.contains_key(&user) {
        return Err(Error::unknown(format!("user {user}")));
    }
    if world.sees_channel(user, place) {
        Ok(())
    } else {
        Err(Error::refused(format!("{} cannot see {}", world.name_of(user), place_name(world, channel))))
    }
}

/// Readable name of a channel.
pub(crate) fn place_name(world: &World, channel: ChannelId) -> String {
    match world.channels.get(&channel) {
        Some(c) if c.guild.is_some() => format!("#{}", c.name),
        Some(c) => c.recipient.map_or_else(String::new, |u| format!("the conversation with {}", world.name_of(u))),
        None => format!("channel {channel}"),
    }
}

/// Writes a message as a person.
pub(crate) fn say(world: &mut World, user: UserId, channel: ChannelId, text: &str) -> Result<MessageId, Error> {
    here(world, user, channel)?;
    let place = world.channels.get(&channel);
    let wanted = match place {
        Some(c) if c.is_thread() => Permissions::SEND_MESSAGES_IN_THREADS,
        _ => Permissions::SEND_MESSAGES,
    };
    if !world.permissions(user, channel).contains(wanted) || place.is_some_and(|c| c.archived && c.locked) {
        return Err(Error::refused(format!("{} may not write in {}", world.name_of(user), place_name(world, channel))));
    }
    if text.trim().is_empty() || crate::check::len(text) > crate::limits::CONTENT {
        return Err(Error::refused("a message has 1 to 2000 characters"));
    }
    Ok(world.say(channel, user, text))
}

/// Action of a person, ready to be sent to the bot.
pub(crate) struct Act {
    pub(crate) kind: InteractionKind,
    pub(crate) user: UserId,
    pub(crate) channel: ChannelId,
    pub(crate) data: Value,
    pub(crate) name: String,
    pub(crate) message: Option<MessageId>,
}

/// Sends an interaction to the bot.
pub(crate) fn dispatch(world: &mut World, act: Act) -> InteractionId {
    let Act { kind, user, channel, data, name, message } = act;
    let id = InteractionId(world.ids.next());
    let token = format!("{}{}{}", random_hex(), random_hex(), random_hex());
    let guild = world.channels.get(&channel).and_then(|c| c.guild);
    let mut place = world.channel_json(channel);
    place["permissions"] = json!(world.permissions(user, channel));
    let mut payload = json!({
        "id": id,
        "application_id": world.bot,
        "type": kind.number(),
        "data": data,
        "token": token,
        "version": 1,
        "channel_id": channel,
        "channel": place,
        "locale": world.users.get(&user).map(|u| u.locale.as_str()),
        "entitlements": [],
        "app_permissions": world.permissions(world.bot, channel),
        "authorizing_integration_owners": {"0": guild.map_or("0".into(), |g| g.to_string())},
        "context": u8::from(guild.is_none()),
        "attachment_size_limit": crate::limits::FILE_BYTES,
    });
    if let Some(guild) = guild {
        payload["guild_id"] = json!(guild);
        payload["guild_locale"] = json!("en-US");
        payload["guild"] = json!({"id": guild, "locale": "en-US", "features": []});
        payload["member"] = world.member_json(guild, user);
        payload["member"]["permissions"] = json!(world.permissions(user, channel));
    } else {
        payload["user"] = world.user_json(user);
    }
    if let Some(message) = message.and_then(|m| world.messages.get(&m)) {
        payload["message"] = world.message_json(message);
    }
    let record = Record {
        id,
        kind,
        token: token.clone(),
        user,
        channel,
        name,
        payload,
        message,
        sent: Instant::now(),
        deliveries: 0,
        delivered: None,
        attempts: Vec::new(),
        answer: None,
        latency: None,
        expired: false,
        original: None,
        followups: Vec::new(),
        modal: None,
        choices: None,
        done: false,
    };
    world.interactions.insert(id, record);
    world.tokens.insert(token, id);
    deliver(world, id);
    id
}

/// Sends an interaction's event to the bot; also for repeated deliveries.
pub(crate) fn deliver(world: &mut World, id: InteractionId) {
    let Some(record) = world.interactions.get_mut(&id) else {
        return;
    };
    record.deliveries += 1;
    let (payload, channel) = (record.payload.clone(), record.channel);
    let guild = world.channels.get(&channel).and_then(|c| c.guild);
    world.outbox.push(Event::gateway("INTERACTION_CREATE", Intent::NONE, guild, payload));
}

/// Focused option in the data of an autocomplete interaction.
pub(crate) fn focused(data: &Value) -> Option<&Value> {
    data["options"].as_array()?.iter().find_map(|o| if o["focused"] == true { Some(o) } else { focused(o) })
}
