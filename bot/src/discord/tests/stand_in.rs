//! Discord's REST interface on loopback for tests in this process: records requests, and replies as the test has set up.
//! Messages that break Discord's rules fail the test ([`valid`](super::valid)).

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request as HttpRequest, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use serenity::all::{CommandInteraction, Http, Interaction, Permissions, UserId};
use tokio::task::JoinHandle;

use crate::config::Route;
use crate::discord::app::{App, Shared};
use crate::discord::client::{self, Target};
use crate::discord::features::rules::manual::Manual;
use crate::discord::framework;
use crate::discord::request::Request;
use crate::discord::tests::told::digest;
use crate::host::Host;
use crate::host::tests::interaction;
use crate::monitoring::Gateway;

/// Account of the bot.
pub(crate) const ME: u64 = 800;
/// Beginning of the token of an interaction. Its channel follows.
const TOKEN: &str = "token.";
/// Maximum number of messages in a channel. The id of a message names its channel.
const MOST_MESSAGES: u64 = 10_000;
/// Channel of responses to interactions without such a token.
const SOMEWHERE: u64 = 500;
/// Flag of messages that only one person sees.
pub(crate) const EPHEMERAL: u64 = 1 << 6;

/// Request that arrived. `call` has no version, and nothing that differs between runs.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub call: String,
    pub query: String,
    pub body: Value,
}

#[derive(Default)]
struct Known {
    sent: Vec<Sent>,
    replies: HashMap<String, (u16, Value)>,
    /// Replies to the next requests of a call, before `replies`.
    next: HashMap<String, VecDeque<(u16, Value)>>,
    /// Beginnings of calls that fail, with a status and Discord's code.
    failing: HashMap<String, (u16, i64)>,
    /// Attached files by name.
    files: HashMap<String, Vec<u8>>,
    /// Status of every reply, except to responses to interactions.
    refuses: Option<u16>,
    /// Digests of attached files belong to the requests.
    reads_files: bool,
    /// Number of messages in each channel.
    messages: HashMap<u64, u64>,
    /// Rules of Discord that requests have broken.
    broken: Vec<String>,
}

type Memory = Arc<Mutex<Known>>;

/// The interface and the clients for it.
pub(crate) struct StandIn {
    route: Route,
    pub http: Arc<Http>,
    memory: Memory,
    task: JoinHandle<()>,
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl StandIn {
    pub async fn start() -> Self {
        let memory = Memory::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let route = Route::StandIn(format!("http://{}", listener.local_addr().unwrap()));
        let router = Router::new().fallback(reply).with_state(memory.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let http = client::rest(&Target { token: "token".to_owned(), route: route.clone() }).unwrap();
        http.set_application_id(ME.into());
        Self { route, http: Arc::new(http), memory, task }
    }

    /// The program's state for a host, connected to this interface.
    pub fn app(&self, host: Host) -> Shared {
        let app = App::new(host, Gateway::default(), &self.route, Manual::new("docs")).unwrap();
        app.is(UserId::new(ME));
        Arc::new(app)
    }

    /// Sets the reply to a call: its method and path.
    pub fn set(&self, call: &str, status: u16, body: Value) {
        self.memory.lock().unwrap().replies.insert(call.to_owned(), (status, body));
    }

    /// Sets the replies to the next requests of a call.
    pub fn next(&self, call: &str, replies: impl IntoIterator<Item = (u16, Value)>) {
        self.memory.lock().unwrap().next.entry(call.to_owned()).or_default().extend(replies);
    }

    /// Adds digests of attached files to the requests from now on.
    pub fn read_files(&self) {
        self.memory.lock().unwrap().reads_files = true;
    }

    /// Holds a file that people attach to commands.
    pub fn hold(&self, name: &str, content: impl Into<Vec<u8>>) {
        self.memory.lock().unwrap().files.insert(name.to_owned(), content.into());
    }

    /// Address of an attached file.
    pub fn url(&self, name: &str) -> String {
        let Route::StandIn(base) = &self.route else { unreachable!("the route to a stand-in") };
        format!("{base}/attachments/{name}")
    }

    /// Rejects every request with this status, except responses to interactions.
    pub fn refuse(&self, status: u16) {
        self.memory.lock().unwrap().refuses = Some(status);
    }

    /// Fails all calls that begin so, with a status and Discord's code. `None` ends this.
    pub fn fail(&self, calls: &str, how: Option<(u16, i64)>) {
        let failing = &mut self.memory.lock().unwrap().failing;
        match how {
            Some(how) => drop(failing.insert(calls.to_owned(), how)),
            None => drop(failing.remove(calls).unwrap_or_else(|| panic!("{calls} does not fail"))),
        }
    }

    /// Requests since the last call of this function.
    pub fn take(&self) -> Vec<Sent> {
        let mut memory = self.memory.lock().unwrap();
        assert!(memory.broken.is_empty(), "Discord rejects this: {:?}", memory.broken);
        std::mem::take(&mut memory.sent)
    }

    /// Request of a slash command, or of a command in a menu.
    pub fn command(&self, app: &Shared, by: From) -> Request {
        let data = json!({"id": "900", "name": "command", "type": 1});
        let command: CommandInteraction = serde_json::from_value(by.interaction(2, data, None)).unwrap();
        Request::command(app, Arc::clone(&self.http), &command)
    }

    /// Handles an interaction to its end, and returns the requests that this caused.
    pub async fn answers(&self, app: &Shared, interaction: Value) -> Vec<Sent> {
        let interaction: Interaction = serde_json::from_value(interaction).unwrap();
        self.take();
        // As in the program, a task of its own: the answers take much stack without optimisation.
        let task = framework::answer(app, &self.http, &interaction).expect("a press or a form");
        tokio::spawn(task).await.unwrap();
        self.take()
    }
}

async fn reply(State(memory): State<Memory>, request: HttpRequest<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    let path = parts.uri.path().trim_start_matches("/api/v10/");
    let path = match path.split_once("interactions/").and_then(|(_, rest)| rest.split_once('/')) {
        Some((_, rest)) => format!("interactions/{rest}"),
        None => path.to_owned(),
    };
    let mut call = format!("{} {path}", parts.method);
    let mut channel = call.split_once(" channels/").and_then(|(_, rest)| number(rest));
    if let Some((before, rest)) = call.split_once(TOKEN) {
        channel = number(rest);
        let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        call = format!("{before}token{rest}");
    }
    let channel = channel.unwrap_or(SOMEWHERE);
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let mut memory = memory.lock().unwrap();
    let body = payload(&bytes, memory.reads_files);
    if let Some(name) = call.strip_prefix("GET /attachments/").or(call.strip_prefix("GET attachments/")) {
        return memory
            .files
            .get(name)
            .cloned()
            .map_or_else(|| StatusCode::NOT_FOUND.into_response(), |file| file.into_response());
    }
    memory.sent.push(Sent { call: call.clone(), query, body: body.clone() });
    if let Err(rule) = super::valid::check(&call, &body) {
        memory.broken.push(format!("{call}: {rule}"));
        let why = json!({"code": 50035, "message": "Invalid Form Body"}).to_string();
        return (StatusCode::BAD_REQUEST, why).into_response();
    }
    if let Some((status, body)) = memory.next.get_mut(&call).and_then(VecDeque::pop_front) {
        return (StatusCode::from_u16(status).unwrap(), body.to_string()).into_response();
    }
    let responds = call.contains("webhooks/") || call.ends_with("/callback");
    if let Some(status) = memory.refuses.filter(|_| !responds) {
        let why = json!({"code": 50001, "message": "Missing Access"}).to_string();
        return (StatusCode::from_u16(status).unwrap(), why).into_response();
    }
    if let Some((_, (status, code))) = memory.failing.iter().find(|(calls, _)| call.starts_with(*calls)) {
        let why = json!({"code": code, "message": "refused"}).to_string();
        return (StatusCode::from_u16(*status).unwrap(), why).into_response();
    }
    if let Some((status, body)) = memory.replies.get(&call) {
        return (StatusCode::from_u16(*status).unwrap(), body.to_string()).into_response();
    }
    if call == "POST users/@me/channels" {
        let person: u64 = body["recipient_id"].as_str().unwrap().parse().unwrap();
        return direct(person).to_string().into_response();
    }
    if call.starts_with("GET ") {
        return (StatusCode::NOT_FOUND, json!({"code": 10003, "message": "Unknown Channel"}).to_string())
            .into_response();
    }
    let messages = memory.messages.entry(channel).or_default();
    *messages += 1;
    let posted = message(channel * MOST_MESSAGES + *messages, channel, body["content"].as_str().unwrap_or_default(), 0);
    let posted = match call.ends_with("/callback") {
        true if body["type"] == 4 => json!({"resource": {"type": 4, "message": posted}}),
        true => json!({}),
        false => posted,
    };
    posted.to_string().into_response()
}

/// Number at the beginning of a text.
fn number(text: &str) -> Option<u64> {
    text.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// JSON of a body, which may have files beside it. If the files are read, their digests are added to the attachments.
fn payload(bytes: &[u8], reads_files: bool) -> Value {
    if let Ok(body) = serde_json::from_slice(bytes) {
        return body;
    }
    let Some(at) = find(bytes, b"name=\"payload_json\"") else { return Value::Null };
    let Some(start) = bytes[at..].iter().position(|byte| *byte == b'{') else { return Value::Null };
    let whole = serde_json::Deserializer::from_slice(&bytes[at + start..]).into_iter().next();
    let mut body: Value = whole.and_then(Result::ok).unwrap_or_default();
    let message = if body["data"].is_object() { &mut body["data"] } else { &mut body };
    let boundary = &bytes[..find(bytes, b"\r\n").unwrap_or(0)];
    let files = message["attachments"].as_array_mut().filter(|_| reads_files);
    for file in files.into_iter().flatten() {
        let part = format!("name=\"files[{}]\"", file["id"].to_string().trim_matches('"'));
        let part = find(bytes, part.as_bytes()).map(|at| &bytes[at..]);
        let content = part.and_then(|part| Some(&part[find(part, b"\r\n\r\n")? + 4..]));
        if let Some(content) = content {
            let end = find(content, boundary).unwrap_or(content.len());
            file["content"] = digest(&content[..end]).into();
        }
    }
    body
}

/// Position of a part in bytes.
fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len().max(1)).position(|window| window == part)
}

/// Message of the bot.
pub(crate) fn message(id: u64, channel: u64, content: &str, flags: u64) -> Value {
    json!({
        "id": id.to_string(),
        "channel_id": channel.to_string(),
        "author": {"id": ME.to_string(), "username": "battalion", "discriminator": "0", "bot": true},
        "content": content,
        "timestamp": "2026-01-01T00:00:00Z",
        "edited_timestamp": null,
        "tts": false,
        "mention_everyone": false,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": false,
        "type": 0,
        "flags": flags,
    })
}

/// Channel of direct messages with a person.
pub(crate) fn direct(person: u64) -> Value {
    let user = json!({"id": person.to_string(), "username": "someone", "discriminator": "0", "avatar": null});
    json!({"id": (person + 1_000).to_string(), "type": 1, "last_message_id": null, "recipients": [user]})
}

/// Channel of a server, as Discord returns it.
pub(crate) fn channel(id: u64, guild: u64, kind: u8, parent: Option<u64>) -> Value {
    json!({
        "id": id.to_string(),
        "guild_id": guild.to_string(),
        "type": kind,
        "name": format!("channel {id}"),
        "position": 0,
        "permission_overwrites": [],
        "parent_id": parent.map(|parent| parent.to_string()),
    })
}

/// Place and person of an interaction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct From {
    pub person: u64,
    pub name: &'static str,
    pub guild: Option<u64>,
    pub channel: u64,
    /// Discord's number of the kind of channel.
    pub kind: u8,
    pub may: Permissions,
}

impl From {
    /// Fields that all interactions have. `data` is what was used, `message` where.
    pub fn interaction(&self, kind: u8, data: Value, message: Option<Value>) -> Value {
        // On a server people have names of their own.
        let global = if self.guild.is_some() { format!("{} elsewhere", self.name) } else { self.name.to_owned() };
        let user = json!({
            "id": self.person.to_string(), "username": global, "discriminator": "0", "global_name": global, "avatar": null,
        });
        let mut all = json!({
            "id": interaction().0.to_string(),
            "application_id": ME.to_string(),
            "type": kind,
            "data": data,
            "channel": {"id": self.channel.to_string(), "type": self.kind, "name": "games", "permissions": self.may},
            "channel_id": self.channel.to_string(),
            "token": format!("{TOKEN}{}", self.channel),
            "version": 1,
            "locale": "en-US",
            "app_permissions": Permissions::all(),
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 10_000_000,
        });
        if let Some(message) = message {
            all["message"] = message;
        }
        match self.guild {
            Some(guild) => {
                all["guild_id"] = guild.to_string().into();
                all["guild_locale"] = "en-US".into();
                all["member"] = json!({
                    "user": user, "nick": self.name, "avatar": null, "roles": [], "joined_at": "2026-01-01T00:00:00Z",
                    "deaf": false, "mute": false, "flags": 0, "pending": false, "permissions": self.may,
                });
            }
            None => all["user"] = user,
        }
        all
    }

    /// Press of a button, or choice in a menu.
    pub fn press(&self, custom_id: &str, values: &[String], flags: u64) -> Value {
        let data = match values {
            [] => json!({"custom_id": custom_id, "component_type": 2}),
            values => json!({"custom_id": custom_id, "component_type": 3, "values": values}),
        };
        self.interaction(3, data, Some(message(1, self.channel, "", flags)))
    }
}
