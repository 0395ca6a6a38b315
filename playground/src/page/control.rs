//! Actions on the page: `POST /control/<action>` with a JSON body.
//!
//! An action for the bot is answered after the bot has responded or failed:
//! `{"id", "status": "answered" | "failed", "modal", "choices"}`. Actions that Discord's client would refuse are
//! answered with status 400 and `{"error"}`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::{self, Arg};
use crate::error::Error;
use crate::id::{AttachmentId, ChannelId, InteractionId, MessageId, UserId};
use crate::state::Shared;
use crate::world::World;

/// Body of all actions, with all possible fields; ids are strings.
#[derive(Debug, Deserialize)]
pub(super) struct Body {
    user: UserId,
    #[serde(default)]
    channel: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    interaction: String,
    #[serde(default)]
    text: String,
    /// Command name with group and subcommand.
    #[serde(default)]
    path: String,
    /// Options of a command, or texts of a modal. Files are given by the ids of their uploads.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Focused option.
    #[serde(default)]
    option: String,
    /// `custom_id` of a button or menu.
    #[serde(default)]
    component: String,
    #[serde(default)]
    values: Vec<String>,
}

/// Result of an action.
type Outcome = Result<Json<Value>, (StatusCode, Json<Value>)>;

fn refused(error: &Error) -> (StatusCode, Json<Value>) {
    let reason = match error {
        Error::Refused(sentence) => sentence.clone(),
        other => other.to_string(),
    };
    let mut letters = reason.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let sentence: String = first.chain(letters).collect();
    let end = if sentence.ends_with(['.', '!', '?']) { "" } else { "." };
    let sentence = format!("{sentence}{end}");
    (StatusCode::BAD_REQUEST, Json(json!({"error": sentence})))
}

/// Performs an action.
pub(super) async fn act(
    State(shared): State<Arc<Shared>>,
    Path(action): Path<String>,
    Json(body): Json<Body>,
) -> Outcome {
    let user = body.user;
    let channel = ChannelId(id(&body.channel));
    let message = MessageId(id(&body.message));
    let done = shared.with(|s| {
        let w = &mut s.world;
        match action.as_str() {
            "say" => client::say(w, user, channel, &body.text).map(|m| Done::Now(json!({"message": m}))),
            "dm" => Ok(Done::Now(json!({"channel": w.dm(user)}))),
            "dismiss" => {
                let own = w.messages.get(&message).is_some_and(|m| m.only_for == Some(user));
                if own {
                    w.delete_message(message);
                }
                Ok(Done::Now(json!({})))
            }
            "slash" => client::slash(w, user, channel, &body.path, &args(w, &body.options)).map(Done::Asked),
            "autocomplete" => {
                let focus = (body.option.as_str(), body.text.as_str());
                let args = args(w, &body.options);
                client::autocomplete(w, user, channel, &body.path, focus, &args).map(Done::Asked)
            }
            "click" => client::click(w, user, message, &body.component).map(Done::Asked),
            "select" => client::select(w, user, message, &body.component, &body.values).map(Done::Asked),
            "modal" => {
                let texts: Vec<_> = body.options.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
                client::submit(w, user, InteractionId(id(&body.interaction)), &texts).map(Done::Asked)
            }
            other => Err(Error::unknown(format!("action {other}"))),
        }
    });
    match done.map_err(|e| refused(&e))? {
        Done::Now(value) => Ok(Json(value)),
        Done::Asked(id) => Ok(Json(answer(&shared, id).await)),
    }
}

/// Progress of an action.
enum Done {
    /// Finished, with this response.
    Now(Value),
    /// Sent to the bot.
    Asked(InteractionId),
}

/// Waits for the initial response.
async fn answer(shared: &Arc<Shared>, id: InteractionId) -> Value {
    shared.expire_later(id);
    let patience = shared.settings.answer_within + std::time::Duration::from_secs(1);
    let answered = shared
        .wait(patience, |s| {
            let record = s.world.record(id)?;
            let choices = record.choices.iter().flatten().map(|c| json!({"name": c.name, "value": c.value}));
            record.answer.map(|_| {
                json!({"id": id, "status": "answered", "modal": record.modal, "choices": choices.collect::<Vec<_>>()})
            })
            .or_else(|| record.expired.then(|| json!({"id": id, "status": "failed"})))
        })
        .await;
    answered.unwrap_or_else(|| json!({"id": id, "status": "failed"}))
}

/// Option values of a command. Upload ids are replaced by the files.
fn args(world: &World, options: &BTreeMap<String, String>) -> Vec<(String, Arg)> {
    let arg = |text: &String| {
        let upload = text.parse().ok().and_then(|n| world.uploads.get(&AttachmentId(n)));
        upload.map_or_else(|| Arg::Text(text.clone()), |file| Arg::file(&file.filename, Arc::clone(&file.bytes)))
    };
    options.iter().map(|(name, text)| (name.clone(), arg(text))).collect()
}

/// Parses an id; invalid ones become 0, which is never found.
fn id(text: &str) -> u64 {
    text.parse().unwrap_or(0)
}

/// Name of a file.
#[derive(Debug, Deserialize)]
pub(super) struct Name {
    name: String,
}

/// Accepts a file for a command: `{"upload": id}`.
pub(super) async fn upload(State(shared): State<Arc<Shared>>, Query(name): Query<Name>, bytes: Bytes) -> Json<Value> {
    let id = shared.with(|s| {
        let file = s.world.file(ChannelId(0), &name.name, None, bytes.as_ref().into());
        let id = file.id;
        s.world.uploads.insert(id, file);
        id
    });
    Json(json!({"upload": id}))
}
