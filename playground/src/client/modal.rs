//! Modals: filling in and submitting.

use serde_json::{Value, json};

use super::{Act, dispatch};
use crate::check::{self, modal_inputs};
use crate::error::Error;
use crate::id::{InteractionId, UserId};
use crate::limits;
use crate::world::{InteractionKind, World};

/// Submits the modal opened by `opened`, with a text for each input by `custom_id` or label.
pub(crate) fn submit(
    world: &mut World,
    user: UserId,
    opened: InteractionId,
    texts: &[(String, String)],
) -> Result<InteractionId, Error> {
    let record = world.record(opened).ok_or_else(|| Error::unknown(format!("interaction {opened}")))?;
    let modal = record.modal.as_ref().ok_or_else(|| Error::refused("no form was opened"))?;
    if record.user != user {
        return Err(Error::refused("that form is someone else's"));
    }
    let given = |input: &Value| texts.iter().find(|(key, _)| input["custom_id"] == *key || input["label"] == *key);
    if let Some((key, _)) =
        texts.iter().find(|(key, _)| !modal_inputs(modal).any(|i| i["custom_id"] == *key || i["label"] == *key))
    {
        return Err(Error::refused(format!("the form has no field “{key}”")));
    }
    let mut rows = Vec::new();
    for input in modal_inputs(modal) {
        let label = input["label"].as_str().unwrap_or_default();
        let text = given(input).map(|(_, t)| t.as_str()).or(input["value"].as_str()).unwrap_or_default();
        let length = check::len(text);
        let number = |field: &str| input[field].as_u64().and_then(|n| usize::try_from(n).ok());
        if length == 0 && input["required"] != false {
            return Err(Error::refused(format!("“{label}” is required")));
        }
        let (least, most) = (number("min_length").unwrap_or(0), number("max_length").unwrap_or(limits::INPUT_VALUE));
        if length > 0 && !(least..=most).contains(&length) {
            return Err(Error::refused(format!("“{label}” takes {least} to {most} characters, not {length}")));
        }
        let input = json!({"type": 4, "id": 2, "custom_id": input["custom_id"], "value": text});
        rows.push(json!({"type": 1, "id": 1, "components": [input]}));
    }
    let data = json!({"custom_id": modal["custom_id"], "components": rows});
    let name = format!("send {}", modal["title"].as_str().unwrap_or_default());
    let (channel, message) = (record.channel, record.message);
    Ok(dispatch(world, Act { kind: InteractionKind::Modal, user, channel, data, name, message }))
}
