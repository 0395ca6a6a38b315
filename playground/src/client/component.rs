//! Buttons and select menus.

use serde_json::{Value, json};

use super::command::{resolve_role, resolve_user};
use super::{Act, dispatch, here};
use crate::error::Error;
use crate::id::{InteractionId, MessageId, UserId};
use crate::world::{InteractionKind, Message, World};

fn message(world: &World, id: MessageId) -> Result<&Message, Error> {
    let message = world.messages.get(&id);
    message.ok_or_else(|| Error::unknown(format!("message {id}")))
}

/// Returns the message if this person can see it.
fn seen(world: &World, user: UserId, id: MessageId) -> Result<&Message, Error> {
    let message = message(world, id)?;
    here(world, user, message.channel)?;
    if world.sees_message(user, message) {
        Ok(message)
    } else {
        Err(Error::refused(format!("{} cannot see that message", world.name_of(user))))
    }
}

/// Finds an enabled component by `custom_id`, label or emoji; menus also by placeholder.
fn usable<'a>(world: &'a World, user: UserId, id: MessageId, key: &str) -> Result<&'a Value, Error> {
    let message = seen(world, user, id)?;
    let by = |field: &'static str| message.leaves().find(move |c| c[field] == key);
    let emoji = || message.leaves().find(|c| c["emoji"]["name"] == key);
    let found = by("custom_id").or_else(|| by("label")).or_else(|| by("placeholder")).or_else(emoji);
    let found = found.ok_or_else(|| {
        let there: Vec<&str> =
            message.leaves().filter_map(|c| c["label"].as_str().or(c["custom_id"].as_str())).collect();
        Error::refused(format!("there is no “{key}” on that message; there is: {}", there.join(", ")))
    })?;
    if found["disabled"] == true { Err(Error::refused(format!("“{key}” cannot be used now"))) } else { Ok(found) }
}

/// Presses a button.
pub(crate) fn click(world: &mut World, user: UserId, message: MessageId, key: &str) -> Result<InteractionId, Error> {
    let button = usable(world, user, message, key)?;
    if button["type"] != 2 {
        return Err(Error::refused(format!("“{key}” is not a button")));
    }
    let Some(custom_id) = button["custom_id"].as_str() else {
        return Err(Error::refused(format!("“{key}” is a link")));
    };
    let name = format!("press {}", button["label"].as_str().unwrap_or(custom_id));
    let custom_id = custom_id.to_owned();
    press(world, user, message, &custom_id, name)
}

/// Sends a button press without checking that the button exists, as stale and forged ones do.
pub(crate) fn forge(world: &mut World, user: UserId, id: MessageId, custom_id: &str) -> Result<InteractionId, Error> {
    press(world, user, id, custom_id, format!("forged press {custom_id}"))
}

/// Sends a button press.
fn press(
    world: &mut World,
    user: UserId,
    id: MessageId,
    custom_id: &str,
    name: String,
) -> Result<InteractionId, Error> {
    let data = json!({"custom_id": custom_id, "component_type": 2, "id": 1});
    send(world, user, id, data, name)
}

/// Sends the use of a message component.
fn send(world: &mut World, user: UserId, id: MessageId, data: Value, name: String) -> Result<InteractionId, Error> {
    let act = Act {
        kind: InteractionKind::Component,
        user,
        channel: message(world, id)?.channel,
        data,
        name,
        message: Some(id),
    };
    Ok(dispatch(world, act))
}

/// Selects in a menu by values or labels of its options, or by ids.
pub(crate) fn select(
    world: &mut World,
    user: UserId,
    id: MessageId,
    key: &str,
    values: &[String],
) -> Result<InteractionId, Error> {
    let menu = usable(world, user, id, key)?.clone();
    let channel = seen(world, user, id)?.channel;
    let kind = menu["type"].as_u64().unwrap_or(0);
    let (least, most) = (menu["min_values"].as_u64().unwrap_or(1), menu["max_values"].as_u64().unwrap_or(1));
    if !(least..=most).contains(&(values.len() as u64)) {
        return Err(Error::refused(format!("“{key}” takes {least} to {most} choices, not {}", values.len())));
    }
    let mut resolved = json!({});
    let mut chosen = Vec::new();
    for value in values {
        match kind {
            3 => {
                let options = menu["options"].as_array().into_iter().flatten();
                let fits = |o: &&Value| o["value"] == *value || o["label"] == *value;
                let option = options.clone().find(fits);
                let option = option.ok_or_else(|| {
                    let labels: Vec<_> = options.filter_map(|o| o["label"].as_str()).collect();
                    let labels = labels.join(", ");
                    Error::refused(format!("“{key}” does not offer “{value}”; it offers: {labels}"))
                })?;
                chosen.push(option["value"].clone());
            }
            5..=8 => {
                let number: u64 = value.parse().map_err(|_| Error::unknown(format!("id {value}")))?;
                match kind {
                    5 => resolve_user(world, channel, UserId(number), &mut resolved)?,
                    6 => resolve_role(world, channel, crate::RoleId(number), &mut resolved)?,
                    7 => resolve_user(world, channel, UserId(number), &mut resolved)
                        .or_else(|_| resolve_role(world, channel, crate::RoleId(number), &mut resolved))?,
                    _ => resolved["channels"][value] = world.channel_json(crate::ChannelId(number)),
                }
                chosen.push(json!(value));
            }
            _ => return Err(Error::refused(format!("“{key}” is not a menu"))),
        }
    }
    let mut data = json!({"custom_id": menu["custom_id"], "component_type": kind, "id": 1, "values": chosen});
    if resolved.as_object().is_some_and(|r| !r.is_empty()) {
        data["resolved"] = resolved;
    }
    let name = format!("choose in {}", menu["custom_id"].as_str().unwrap_or_default());
    send(world, user, id, data, name)
}
