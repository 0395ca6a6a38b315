//! REST v10: parses a request, applies faults and rate limits, and runs its operation.

mod apps;
mod body;
mod call;
mod channels;
mod fault;
mod guilds;
mod interactions;
mod messages;
mod reply;
mod route;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::extract::{Path, Query, State as Extension};
use axum::http::header;
use axum::response::Response;
use serde_json::{Value, json};

use call::{Answer, Call};
pub(crate) use fault::{Effect, Fault};
use reply::{Reply, broken};
pub use route::Op;
use route::Params;

use crate::error::ApiError;
use crate::rates::{Bucket, Limited, Resource};
use crate::record::{Request, ViolationKind};
use crate::state::{Shared, State};
use crate::world::Upload;

/// Handles `/api/v10/…`.
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
    let named = request.headers().get(header::USER_AGENT).is_some_and(|v| v.as_bytes().starts_with(b"DiscordBot ("));
    let (body, files) = match body::read(request).await {
        Ok(read) => read,
        Err(error) => {
            let (status, body) = shared.with(|s| refuse(s, &error));
            return Reply::Plain(status, body).respond();
        }
    };
    let found = route::find(&method, &path);
    let op = found.as_ref().map(|(op, _)| *op);
    let index = shared.with(|state| {
        state.in_flight += 1;
        state.last_request = started;
        if !named {
            // Discord may block clients without this header.
            let sentence = "a User-Agent other than \"DiscordBot (address, version)\"".to_owned();
            state.world.violate(ViolationKind::Auth, sentence);
        }
        if !shared.settings.keep_requests {
            return None;
        }
        state.requests.push(Request {
            op,
            method: method.clone(),
            path: secretless(&path, found.as_ref().map_or("", |(_, p)| p.text("token"))),
            body: body.clone(),
            files: files.iter().map(|f| (f.filename.clone(), f.bytes.len())).collect(),
            status: None,
            code: None,
            at: SystemTime::now(),
            took: Duration::ZERO,
        });
        Some(state.requests.len() - 1)
    });
    // Marks the request as finished even if the bot disconnects while waiting.
    let mut flight = Flight { shared: &shared, index, started, outcome: None };

    let (latency, fault) = shared.with(|s| (s.latency, op.and_then(|op| fault::take(&mut s.faults, op))));
    let delay = fault.as_ref().map_or(Duration::ZERO, Fault::delay);
    // Half of the latency before the operation, half after it.
    tokio::time::sleep(latency / 2 + delay).await;
    let effect = fault.map(|fault| fault.effect);
    if effect == Some(Effect::DropBefore) {
        return broken();
    }
    let reply = shared.with(|state| {
        if state.rates.locked_out(Instant::now()) {
            return Reply::LockedOut;
        }
        let reply = match effect {
            Some(Effect::Status(status)) => Reply::Plain(status, json!({"message": "fault injected", "code": 0})),
            Some(Effect::Limited(scope, retry_after)) => Reply::Limited(Limited::ordered(scope, retry_after)),
            _ => {
                let call = Asked {
                    version: &version,
                    authorized,
                    method: &method,
                    path: &path,
                    query: &query,
                    body: &body,
                    files: &files,
                };
                call.answer(state, &shared, found)
            }
        };
        reply.count(state);
        reply
    });
    tokio::time::sleep(latency - latency / 2).await;
    if effect == Some(Effect::DropAfter) {
        return broken();
    }
    flight.outcome = Some(reply.outcome());
    drop(flight);
    reply.respond()
}

/// A parsed request.
struct Asked<'a> {
    version: &'a str,
    authorized: bool,
    method: &'a str,
    path: &'a str,
    query: &'a HashMap<String, String>,
    body: &'a Value,
    files: &'a [Upload],
}

impl Asked<'_> {
    /// Runs the operation, or refuses requests that are invalid or too fast.
    fn answer(&self, state: &mut State, shared: &Shared, found: Option<(Op, Params<'_>)>) -> Reply {
        let (op, params) = match self.admitted(found) {
            Ok(found) => found,
            Err(error) => {
                let (status, body) = refuse(state, &error);
                return Reply::Plain(status, body);
            }
        };
        let bucket = match rate(state, op, &params) {
            Ok(bucket) => bucket,
            Err(limited) => return Reply::Limited(limited),
        };
        let call = Call { state, shared, params, query: self.query, body: self.body, files: self.files };
        let (status, body) = run(op, call).unwrap_or_else(|error| refuse(state, &error));
        match bucket {
            Some(bucket) => Reply::Bucketed(status, body, bucket),
            None => Reply::Plain(status, body),
        }
    }

    fn admitted<'p>(&self, found: Option<(Op, Params<'p>)>) -> Result<(Op, Params<'p>), ApiError> {
        if self.version != "v10" {
            return Err(ApiError::new(400, 50041, "Invalid API version provided")
                .violates(ViolationKind::UnknownRoute, format!("API {}, not v10", self.version)));
        }
        let Some((op, params)) = found else {
            return Err(ApiError::new(404, 0, "404: Not Found")
                .violates(ViolationKind::UnknownRoute, format!("{} {} is not known here", self.method, self.path)));
        };
        if !self.authorized && !op.by_interaction() {
            return Err(ApiError::new(401, 0, "401: Unauthorized")
                .violates(ViolationKind::Auth, format!("{op:?} with a wrong token or none")));
        }
        Ok((op, params))
    }
}

/// Guard that marks a request as finished when dropped.
struct Flight<'a> {
    shared: &'a Shared,
    index: Option<usize>,
    started: Instant,
    /// Status and error code of the response; `None` if the connection broke.
    outcome: Option<(u16, Option<u32>)>,
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.shared.with(|state| {
            state.in_flight -= 1;
            state.last_request = Instant::now();
            if let Some(request) = self.index.and_then(|i| state.requests.get_mut(i)) {
                request.status = self.outcome.map(|(status, _)| status);
                request.code = self.outcome.and_then(|(_, code)| code);
                request.took = self.started.elapsed();
            }
        });
    }
}

/// Runs the operation of a request.
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
        TriggerTyping | ListMessages | CreateMessage | BulkDeleteMessages | GetMessage | UpdateMessage
        | DeleteMessage | AddReaction | DeleteReaction | Pin | Unpin | ListPins => messages::run(op, call),
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
        LeaveGuild | GetGuild | ListGuildChannels | CreateGuildChannel | ListActiveThreads | ListRoles
        | ListMembers | SearchMembers | GetMember | AddMemberRole | RemoveMemberRole => guilds::run(op, call),
    }
}

/// Records a violation and builds the response.
fn refuse(state: &mut State, error: &ApiError) -> (u16, Value) {
    if let Some((kind, sentence)) = &error.violation {
        state.world.violate(*kind, sentence.clone());
    }
    (error.status, error.json())
}

/// Path without the interaction token, for the records.
fn secretless(path: &str, token: &str) -> String {
    if token.is_empty() { path.to_owned() } else { path.replace(token, "…") }
}

/// Counts a request; returns an error if Discord's limit is exceeded and enforced.
fn rate(state: &mut State, op: Op, params: &Params<'_>) -> Result<Option<Bucket>, Limited> {
    let token = params.text("token");
    let interaction = state.world.tokens.get(token);
    let channel = match interaction.and_then(|id| state.world.record(*id)) {
        Some(record) => record.channel.0,
        None => params.number("channel").unwrap_or_default(),
    };
    let taken = state.rates.take(op, Resource { channel, token }, Instant::now());
    match (taken, state.rates.rules.enforced) {
        (Ok(bucket), true) => Ok(bucket),
        (Err(limited), true) => {
            let sentence = limited.sentence(op);
            state.world.violate(ViolationKind::RateLimit, sentence);
            Err(limited)
        }
        (Ok(_), false) => Ok(None),
        (Err(limited), false) => {
            state.world.note(limited.sentence(op));
            Ok(None)
        }
    }
}
