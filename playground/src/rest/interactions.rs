//! Responses to interactions: the initial one, its edits, and follow-ups.

use serde_json::{Value, json};

use super::Op;
use super::call::{Answer as Reply, Call, nothing, ok};
use crate::check;
use crate::error::ApiError;
use crate::id::{InteractionId, MessageId};
use crate::limits;
use crate::record::ViolationKind;
use crate::world::{Answer, Attempt, Choice, Draft, EPHEMERAL, InteractionKind, Record, Upload, World};

pub(super) fn run(op: Op, call: Call<'_>) -> Reply {
    let Call { state, params, query, body, files, .. } = call;
    let world = &mut state.world;
    if op == Op::CreateInteractionResponse {
        let id = params.interaction()?;
        let known = world.record(id).is_some_and(|r| r.token == params.text("token"));
        if !known {
            return Err(ApiError::unknown("interaction", 10062));
        }
        callback(world, id, body, files)?;
        return if query.get("with_response").is_some_and(|v| v == "true") {
            ok(resource(world, id))
        } else {
            nothing()
        };
    }

    let id = hook(world, params.number("app")?, params.text("token"))?;
    let record = world.interactions.get(&id).ok_or_else(|| ApiError::unknown("Webhook", 10015))?;
    if op == Op::CreateFollowup {
        return follow_up(world, id, body, files).map(|m| (200, message_json(world, m)));
    }
    let message = match op {
        Op::GetOriginal | Op::UpdateOriginal | Op::DeleteOriginal => record.original,
        _ => {
            let id = params.message()?;
            record.original.into_iter().chain(record.followups.iter().copied()).find(|m| *m == id)
        }
    };
    let message = message
        .filter(|m| world.messages.get(m).is_some_and(|m| !m.deleted))
        .ok_or_else(|| ApiError::unknown("Message", 10008))?;
    match op {
        Op::GetOriginal | Op::GetFollowup => ok(message_json(world, message)),
        Op::UpdateOriginal | Op::UpdateFollowup => {
            world.edit(message, body, files)?;
            done(world, id);
            ok(message_json(world, message))
        }
        _ => {
            world.delete_message(message);
            done(world, id);
            nothing()
        }
    }
}

fn message_json(world: &World, id: MessageId) -> Value {
    world.messages.get(&id).map_or(Value::Null, |m| world.message_json(m))
}

/// Marks the initial response as final.
fn done(world: &mut World, id: InteractionId) {
    if let Some(record) = world.interactions.get_mut(&id) {
        record.done = true;
    }
}

/// Finds the interaction of a token that is still valid for edits and follow-ups.
fn hook(world: &mut World, app: u64, token: &str) -> Result<InteractionId, ApiError> {
    let unknown = || ApiError::unknown("Webhook", 10015);
    let id = world.tokens.get(token).copied().filter(|_| app == world.app()).ok_or_else(unknown)?;
    let record = world.record(id).ok_or_else(unknown)?;
    if record.answer.is_none() {
        let sentence = format!("an edit or follow-up of {} before its initial answer", record.name);
        return Err(unknown().violates(ViolationKind::Protocol, sentence));
    }
    let age = record.sent.elapsed();
    if age > world.token_life {
        let sentence = format!("the token of {} used after {age:?}", record.name);
        return Err(ApiError::new(401, 50027, "Invalid Webhook Token").violates(ViolationKind::Late, sentence));
    }
    Ok(id)
}

/// Handles the initial response.
fn callback(world: &mut World, id: InteractionId, body: &Value, files: &[Upload]) -> Result<(), ApiError> {
    let number = body["type"].as_u64().unwrap_or(0);
    let unknown = || ApiError::unknown("interaction", 10062);
    let record = world.interactions.get_mut(&id).ok_or_else(unknown)?;
    let after = record.sent.elapsed();
    record.attempts.push(Attempt { kind: number, after });
    let record = record.clone();
    // An interaction delivered twice may get two responses; the error tells the bot about it.
    let twice = record.deliveries > 1;
    if record.answer.is_some() {
        let mut error = ApiError::new(400, 40060, "Interaction has already been acknowledged.");
        if !twice {
            error = error.violates(ViolationKind::DoubleAnswer, format!("{} was answered a second time", record.name));
        }
        return Err(error);
    }
    if record.expired {
        let sentence = format!("{} was answered after {after:?}", record.name);
        return Err(if twice { unknown() } else { unknown().violates(ViolationKind::Late, sentence) });
    }
    let answer = Answer::from_number(number).filter(|a| a.fits(record.kind, record.message.is_some()));
    let Some(answer) = answer else {
        let sentence = format!("an answer of type {number} does not fit {}", record.name);
        return Err(ApiError::form("type", "INTERACTION_RESPONSE_TYPE_INVALID", sentence.clone())
            .violates(ViolationKind::Protocol, sentence));
    };

    let data = &body["data"];
    let mut changed = record;
    changed.done = true;
    match answer {
        Answer::Message | Answer::Deferred => {
            let loading = answer == Answer::Deferred;
            let draft = Draft { loading, ..draft(&changed, data, changed.message) };
            changed.original = Some(world.post(changed.channel, data, files, draft)?);
            changed.done = !loading;
        }
        Answer::DeferredUpdate => changed.original = changed.message,
        Answer::Update => {
            if let Some(message) = changed.message {
                world.edit(message, data, files)?;
            }
            changed.original = changed.message;
        }
        Answer::Choices => changed.choices = Some(choices(world, &changed, data)?),
        Answer::Modal => {
            check::modal(data)?;
            changed.modal = Some(data.clone());
        }
    }
    changed.answer = Some(answer);
    changed.latency = Some(after);
    world.interactions.insert(id, changed);
    Ok(())
}

/// Draft of a message that responds to an interaction.
fn draft(record: &Record, data: &Value, reply_to: Option<MessageId>) -> Draft {
    let ephemeral = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
    Draft {
        kind: match record.kind {
            InteractionKind::Command => 20,
            InteractionKind::Component => 19,
            InteractionKind::Autocomplete | InteractionKind::Modal => 0,
        },
        interaction: Some(record.id),
        only_for: ephemeral.then_some(record.user),
        loading: false,
        reply_to: reply_to.filter(|_| record.kind == InteractionKind::Component),
    }
}

/// Posts a follow-up message. The first one replaces "thinking…".
fn follow_up(world: &mut World, id: InteractionId, body: &Value, files: &[Upload]) -> Result<MessageId, ApiError> {
    let record = world.interactions.get(&id).cloned().ok_or_else(|| ApiError::unknown("Webhook", 10015))?;
    let waiting = record.original.filter(|m| world.messages.get(m).is_some_and(|m| m.loading() && !m.deleted));
    if let (Some(Answer::Deferred), Some(waiting)) = (record.answer, waiting) {
        let wanted = body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
        if world.messages.get(&waiting).is_some_and(|m| m.ephemeral() != wanted) {
            let sentence = "the first follow-up asks for another visibility than its deferred answer has";
            world.note(format!("{}: {sentence}", record.name));
        }
        world.edit(waiting, body, files)?;
        done(world, id);
        return Ok(waiting);
    }
    let message =
        world.post(record.channel, body, files, Draft { kind: 19, ..draft(&record, body, record.original) })?;
    if let Some(record) = world.interactions.get_mut(&id) {
        record.followups.push(message);
    }
    Ok(message)
}

/// Checks the choices of an autocomplete response.
fn choices(world: &mut World, record: &Record, data: &Value) -> Result<Vec<Choice>, ApiError> {
    let list = data["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
    if list.len() > limits::AUTOCOMPLETE_CHOICES {
        return Err(ApiError::length("data.choices", 0, limits::AUTOCOMPLETE_CHOICES));
    }
    let kind = crate::client::focused(&record.payload["data"]).map_or(3, |o| o["type"].as_u64().unwrap_or(3));
    let mut out = Vec::new();
    for (i, choice) in list.iter().enumerate() {
        let at = |part: &str| format!("data.choices.{i}.{part}");
        let name = choice["name"].as_str().unwrap_or_default();
        if name.is_empty() || check::len(name) > limits::CHOICE_TEXT {
            return Err(ApiError::length(&at("name"), 1, limits::CHOICE_TEXT));
        }
        let value = &choice["value"];
        if value.as_str().is_some_and(|v| v.is_empty() || check::len(v) > limits::CHOICE_TEXT) {
            return Err(ApiError::length(&at("value"), 1, limits::CHOICE_TEXT));
        }
        let fits = if kind == 3 { value.is_string() } else { value.is_number() };
        if !fits {
            let sentence = format!("the value {value} does not fit option type {kind}");
            world.violate(ViolationKind::Limit, sentence);
        }
        out.push(Choice { name: name.to_owned(), value: value.clone() });
    }
    Ok(out)
}

/// Discord's data about a response, for `with_response`.
fn resource(world: &World, id: InteractionId) -> Value {
    let Some(record) = world.record(id) else {
        return Value::Null;
    };
    let mut out = json!({"interaction": {
        "id": record.id, "type": record.kind.number(), "channel_id": record.channel,
    }});
    if let Some(message) = record.original.and_then(|m| world.messages.get(&m)) {
        let number = record.attempts.last().map_or(0, |a| a.kind);
        out["interaction"]["response_message_id"] = json!(message.id);
        out["interaction"]["response_message_loading"] = json!(message.loading());
        out["interaction"]["response_message_ephemeral"] = json!(message.ephemeral());
        out["resource"] = json!({"type": number, "message": world.message_json(message)});
    }
    out
}
