//! REST v10: reads a request, applies faults and rates, and hands it to its operation.

mod apps;
mod channels;
mod fault;
mod guilds;
mod interactions;
mod messages;
mod route;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Path, Query, State as Extension};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

pub(crate) use fault::{Effect, Fault};
pub use route::Op;
use route::Params;

use crate::error::ApiError;
use crate::id::ChannelId;
use crate::limits;
use crate::record::{Request, ViolationKind};
use crate::state::{Shared, State};
use crate::world::Upload;

/// What an operation gets.
struct Call<'a> {
    state: &'a mut State,
    shared: &'a Shared,
    params: Params<'a>,
    query: &'a HashMap<String, String>,
    body: &'a Value,
    files: &'a [Upload],
}

/// What an operation answers: a status, and a body unless the status is 204.
type Answer = Result<(u16, Value), ApiError>;

fn ok(body: Value) -> Answer {
    Ok((200, body))
}

fn nothing() -> Answer {
    Ok((204, Value::Null))
}

/// Serves `/api/v10/…`.
pub(crate) async fn serve(
    Extension(shared): Extension<Arc<Shared>>,
    Path((version, path)): Path<(String, String)>,
    Query(query): Query<HashMap<String, String>>,
    request: axum::extract::Request,
) -> Response {
    let started = Instant::now();
    let method = request.method().as_str().to_owned();
    let authorized = request
        .headers()
        .get(header::AUTHORIZATION)
        .is_some_and(|v| v.as_bytes() == format!("Bot {}", shared.settings.token).as_bytes());
    let (body, files) = match read_body(request).await {
        Ok(read) => read,
        Err(error) => return respond(shared.with(|s| refuse(s, &error))),
    };
    let found = route::find(&method, &path);
    let op = found.as_ref().map(|(op, _)| *op);
    let index = shared.with(|state| {
        state.in_flight += 1;
        state.last_request = started;
        state.requests.push(Request {
            op,
            method: method.clone(),
            path: secretless(&path, found.as_ref().map_or("", |(_, p)| p.text("token"))),
            body: body.clone(),
            files: files
                .iter()
                .map(|f| (f.filename.clone(), f.bytes.len()))
                .collect(),
            status: None,
            code: None,
            at: SystemTime::now(),
            took: Duration::ZERO,
        });
        state.requests.len() - 1
    });
    // Counts the request as over even if the bot hangs up while it waits.
    let mut flight = Flight {
        shared: &shared,
        index,
        started,
        outcome: None,
    };

    let (latency, fault) =
        shared.with(|s| (s.latency, op.and_then(|op| fault::take(&mut s.faults, op))));
    tokio::time::sleep(latency + fault.as_ref().map_or(Duration::ZERO, Fault::delay)).await;
    if let Some(Fault {
        effect: Effect::DropBefore,
        ..
    }) = fault
    {
        return broken();
    }
    let answer = if let Some(Fault {
        effect: Effect::Status(status, code),
        ..
    }) = fault
    {
        (status, json!({"message": "fault injected", "code": code}))
    } else {
        shared.with(|state| {
            let result = (|| {
                if version != "v10" {
                    return Err(ApiError::new(400, 50041, "Invalid API version provided")
                        .violates(
                            ViolationKind::UnknownRoute,
                            format!("API {version}, not v10"),
                        ));
                }
                let Some((op, params)) = found else {
                    return Err(ApiError::new(404, 0, "404: Not Found").violates(
                        ViolationKind::UnknownRoute,
                        format!("{method} {path} is not known here"),
                    ));
                };
                if !authorized && !op.by_interaction() {
                    return Err(ApiError::new(401, 0, "401: Unauthorized").violates(
                        ViolationKind::Auth,
                        format!("{op:?} with a wrong token or none"),
                    ));
                }
                rate(state, &shared, op, &params)?;
                let call = Call {
                    state,
                    shared: &shared,
                    params,
                    query: &query,
                    body: &body,
                    files: &files,
                };
                run(op, call)
            })();
            result.unwrap_or_else(|error| refuse(state, &error))
        })
    };
    if let Some(Fault {
        effect: Effect::DropAfter,
        ..
    }) = fault
    {
        return broken();
    }
    flight.outcome = Some((
        answer.0,
        answer.1["code"]
            .as_u64()
            .and_then(|c| u32::try_from(c).ok()),
    ));
    drop(flight);
    respond(answer)
}

/// Marks a request as over when it is dropped.
struct Flight<'a> {
    shared: &'a Shared,
    index: usize,
    started: Instant,
    /// The status and error code answered; nothing if the connection broke.
    outcome: Option<(u16, Option<u32>)>,
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.shared.with(|state| {
            state.in_flight -= 1;
            state.last_request = Instant::now();
            if let Some(request) = state.requests.get_mut(self.index) {
                request.status = self.outcome.map(|(status, _)| status);
                request.code = self
                    .outcome
                    .filter(|(status, _)| *status >= 400)
                    .and_then(|(_, code)| code);
                request.took = self.started.elapsed();
            }
        });
    }
}

/// Hands a request to its operation.
fn run(op: Op, call: Call<'_>) -> Answer {
    use Op::*;
    match op {
        GetGateway
        | GetBotGateway
        | GetMyUser
        | ListMyGuilds
        | CreateDm
        | GetUser
        | GetMyApplication
        | GetMyOauth2Application
        | ListCommands
        | SetCommands
        | CreateCommand
        | GetCommand
        | UpdateCommand
        | DeleteCommand
        | ListGuildCommands
        | SetGuildCommands
        | CreateGuildCommand
        | GetGuildCommand
        | UpdateGuildCommand
        | DeleteGuildCommand => apps::run(op, call),
        CreateInteractionResponse
        | CreateFollowup
        | GetOriginal
        | UpdateOriginal
        | DeleteOriginal
        | GetFollowup
        | UpdateFollowup
        | DeleteFollowup => interactions::run(op, call),
        TriggerTyping | ListMessages | CreateMessage | BulkDeleteMessages | GetMessage
        | UpdateMessage | DeleteMessage | AddReaction | DeleteReaction | Pin | Unpin | ListPins => {
            messages::run(op, call)
        }
        GetChannel
        | UpdateChannel
        | DeleteChannel
        | SetChannelPermission
        | CreateThread
        | CreateThreadFromMessage
        | JoinThread
        | LeaveThread
        | AddThreadMember
        | RemoveThreadMember
        | ListThreadMembers => channels::run(op, call),
        LeaveGuild | GetGuild | ListGuildChannels | CreateGuildChannel | ListActiveThreads
        | ListRoles | ListMembers | SearchMembers | GetMember | AddMemberRole
        | RemoveMemberRole => guilds::run(op, call),
    }
}

/// Reads JSON, or a form with `payload_json` and files.
async fn read_body(request: axum::extract::Request) -> Result<(Value, Vec<Upload>), ApiError> {
    let bad = |what: &str| {
        ApiError::new(400, 50109, "The request body contains invalid JSON.")
            .violates(ViolationKind::Limit, what)
    };
    let parse =
        |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).map_err(|e| bad(&e.to_string()));
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default();
    if !kind.starts_with("multipart/form-data") {
        let json = kind.is_empty() || kind.starts_with("application/json");
        let bytes = Bytes::from_request(request, &())
            .await
            .map_err(|e| bad(&e.to_string()))?;
        return match (bytes.is_empty(), json) {
            (true, _) => Ok((Value::Null, Vec::new())),
            (false, true) => Ok((parse(&bytes)?, Vec::new())),
            (false, false) => Err(bad("a body that is neither JSON nor a form")),
        };
    }
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|e| bad(&e.to_string()))?;
    let (mut body, mut files) = (json!({}), Vec::new());
    while let Some(field) = form.next_field().await.map_err(|e| bad(&e.to_string()))? {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|e| bad(&e.to_string()))?;
        match filename {
            Some(filename) => {
                let number = name
                    .strip_prefix("files[")
                    .and_then(|n| n.strip_suffix(']'))
                    .and_then(|n| n.parse().ok());
                let number = number
                    .ok_or_else(|| bad(&format!("the file part {name:?} is not files[n]")))?;
                files.push(Upload {
                    number,
                    filename,
                    bytes: bytes.as_ref().into(),
                });
            }
            None if name == "payload_json" => body = parse(&bytes)?,
            None => body[name] = json!(String::from_utf8_lossy(&bytes)),
        }
    }
    Ok((body, files))
}

/// Remembers a broken rule, and makes the answer.
fn refuse(state: &mut State, error: &ApiError) -> (u16, Value) {
    if let Some((kind, sentence)) = &error.violation {
        state.world.violate(*kind, sentence.clone());
    }
    (error.status, error.json())
}

fn respond((status, body): (u16, Value)) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if status == StatusCode::NO_CONTENT {
        return status.into_response();
    }
    let retry = body["retry_after"].as_f64();
    let mut response = (status, axum::Json(body)).into_response();
    if let Some(after) = retry.and_then(|r| format!("{r:.3}").parse().ok()) {
        response.headers_mut().insert(header::RETRY_AFTER, after);
    }
    response
}

/// An answer that breaks off before it begins, as when a connection is cut.
fn broken() -> Response {
    let mut response = Response::new(Body::new(Cut));
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}

/// A body that fails at its first byte.
struct Cut;

impl http_body::Body for Cut {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        std::task::Poll::Ready(Some(Err(std::io::ErrorKind::ConnectionReset.into())))
    }
}

/// A path without an interaction's token, for the records.
fn secretless(path: &str, token: &str) -> String {
    if token.is_empty() {
        path.to_owned()
    } else {
        path.replace(token, "…")
    }
}

/// Notes, or refuses, what comes faster than Discord allows.
fn rate(state: &mut State, shared: &Shared, op: Op, params: &Params<'_>) -> Result<(), ApiError> {
    let now = Instant::now();
    let mut over = None;
    if !op.by_interaction() {
        let all = &mut state.global_rate;
        while all
            .front()
            .is_some_and(|t| now - *t >= Duration::from_secs(1))
        {
            all.pop_front();
        }
        if all.len() >= limits::GLOBAL_RATE {
            over = Some(("50 requests a second".to_owned(), Duration::from_secs(1)));
        }
        all.push_back(now);
    }
    if op == Op::CreateMessage {
        let channel: ChannelId = params.channel()?;
        let sent = state.channel_rate.entry(channel).or_default();
        while sent
            .front()
            .is_some_and(|t| now - *t >= limits::CHANNEL_RATE_WINDOW)
        {
            sent.pop_front();
        }
        if sent.len() >= limits::CHANNEL_RATE {
            let wait = sent.front().map_or(Duration::ZERO, |t| {
                limits::CHANNEL_RATE_WINDOW.saturating_sub(now - *t)
            });
            over = Some((format!("5 messages in 5 s to channel {channel}"), wait));
        }
        if over.is_none() || !shared.settings.enforce_rates {
            sent.push_back(now);
        }
    }
    let Some((limit, wait)) = over else {
        return Ok(());
    };
    let sentence = format!("{op:?} goes over {limit}");
    if shared.settings.enforce_rates {
        let mut error = ApiError::new(429, 0, "You are being rate limited.")
            .violates(ViolationKind::RateLimit, sentence);
        error.retry_after = Some(wait.as_secs_f64());
        return Err(error);
    }
    state.world.note(sentence);
    Ok(())
}
