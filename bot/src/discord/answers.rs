//! Responses to interactions: initial responses, edits and follow-ups.
//!
//! Discord limits responses per interaction, and a few responses never reach that limit. serenity's rate limiter has
//! one limit for all interactions of a bot, so under load they would wait for each other. Responses therefore use a
//! separate client that waits only when Discord requires it.

use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use serenity::all::{
    ApplicationId, CreateAttachment, CreateInteractionResponse, CreateInteractionResponseFollowup,
    EditInteractionResponse, InteractionId, Message, MessageId,
};
use serenity::constants::USER_AGENT;
use serenity::http::{ErrorResponse, HttpError};
use tokio::time::Instant;

use super::client::{self, ConnectError};
use crate::config::Route;

/// Base address of Discord.
const DISCORD: &str = "https://discord.com";
/// Timeout of one request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum wait demanded by Discord. Longer waits are returned to the caller as errors.
const PATIENCE: Duration = Duration::from_secs(3);
/// Lifetime of an interaction token, less one minute.
const LASTS: Duration = Duration::from_secs(14 * 60);
/// Maximum number of consecutive waits for one request.
const WAITS: u32 = 3;

/// Client for responses to interactions.
#[derive(Clone, Debug)]
pub struct Answers {
    client: Client,
    base: String,
}

/// Interaction token for editing responses. Discord does not rate limit these edits; the token expires after 15
/// minutes.
#[derive(Clone)]
pub struct Token {
    application: ApplicationId,
    token: String,
    until: Instant,
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Token").finish_non_exhaustive()
    }
}

impl Token {
    /// Token of an interaction received at this time.
    pub fn new(application: ApplicationId, token: String, received: Instant) -> Self {
        Self { application, token, until: received + LASTS }
    }

    /// Returns true if the token has not expired.
    pub fn lasts(&self) -> bool {
        Instant::now() < self.until
    }
}

/// Body of Discord's reply to an initial response.
#[derive(Deserialize)]
struct Callback {
    resource: Option<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    message: Option<Message>,
}

impl Answers {
    /// Creates a client for this route.
    pub fn new(route: &Route) -> Result<Self, ConnectError> {
        let base = match route {
            Route::StandIn(base) => base.trim_end_matches('/'),
            Route::Direct | Route::Tunnel { .. } => DISCORD,
        };
        Ok(Self {
            client: client::client(route, |builder| builder.timeout(TIMEOUT).user_agent(USER_AGENT))?,
            base: base.to_owned(),
        })
    }

    /// Sends the initial response. Returns the message that it creates, if any.
    pub async fn initial(
        &self,
        id: InteractionId,
        token: &str,
        response: &CreateInteractionResponse,
        files: &[CreateAttachment],
    ) -> serenity::Result<Option<Message>> {
        let path = format!("interactions/{id}/{token}/callback?with_response=true");
        let mut body = serde_json::to_value(response)?;
        number_files(body.get_mut("data"));
        let answer = self.send(Method::POST, &path, &body, files).await?;
        // The status code confirms the response, so an unreadable body is not an error.
        let callback = serde_json::from_slice::<Callback>(&answer).ok();
        Ok(callback.and_then(|callback| callback.resource).and_then(|resource| resource.message))
    }

    /// Replaces the initial response.
    pub async fn edit(
        &self,
        app: ApplicationId,
        token: &str,
        edit: &EditInteractionResponse,
        files: &[CreateAttachment],
    ) -> serenity::Result<Message> {
        let path = format!("webhooks/{app}/{token}/messages/@original");
        let mut body = serde_json::to_value(edit)?;
        number_files(Some(&mut body));
        let answer = self.send(Method::PATCH, &path, &body, files).await?;
        Ok(serde_json::from_slice(&answer)?)
    }

    /// Replaces the initial response of an earlier interaction.
    pub async fn edit_later(
        &self,
        token: &Token,
        edit: &EditInteractionResponse,
        files: &[CreateAttachment],
    ) -> serenity::Result<()> {
        self.edit(token.application, &token.token, edit, files).await.map(drop)
    }

    /// Sends a follow-up.
    pub async fn further(
        &self,
        app: ApplicationId,
        token: &str,
        followup: &CreateInteractionResponseFollowup,
        files: &[CreateAttachment],
    ) -> serenity::Result<Message> {
        let path = format!("webhooks/{app}/{token}?wait=true");
        let mut body = serde_json::to_value(followup)?;
        number_files(Some(&mut body));
        let answer = self.send(Method::POST, &path, &body, files).await?;
        Ok(serde_json::from_slice(&answer)?)
    }

    /// Removes the buttons of a response and, if given, replaces its text. Files are kept.
    pub async fn take_buttons_off(
        &self,
        token: &Token,
        message: MessageId,
        text: Option<&str>,
    ) -> serenity::Result<()> {
        let Token { application, token, .. } = token;
        let path = format!("webhooks/{application}/{token}/messages/{message}");
        let mut body = serde_json::json!({ "components": [], "allowed_mentions": { "parse": [] } });
        if let Some(text) = text {
            body["content"] = text.into();
        }
        self.send(Method::PATCH, &path, &body, &[]).await.map(drop)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        files: &[CreateAttachment],
    ) -> serenity::Result<Vec<u8>> {
        let url = format!("{}/api/v10/{path}", self.base);
        let mut waits = 0;
        loop {
            let request = self.client.request(method.clone(), &url);
            let request = match files {
                [] => request.header("content-type", "application/json").body(body.to_string()),
                files => request.multipart(form(body, files)),
            };
            // The URL contains the interaction token and must not appear in errors.
            let sent = request.send().await.map_err(|error| error.without_url());
            let answer = sent.map_err(HttpError::Request)?;
            if answer.status().is_success() {
                let bytes = answer.bytes().await.map_err(|error| error.without_url());
                return Ok(bytes.map_err(HttpError::Request)?.to_vec());
            }
            let pause = retry_after(&answer).filter(|pause| *pause <= PATIENCE && waits < WAITS);
            match pause {
                Some(pause) if answer.status() == StatusCode::TOO_MANY_REQUESTS => {
                    tokio::time::sleep(pause).await;
                    waits += 1;
                }
                _ => {
                    let refused = ErrorResponse::from_response(answer, method).await;
                    return Err(HttpError::UnsuccessfulRequest(refused).into());
                }
            }
        }
    }
}

/// Numbers new files. serenity does so only for the requests it sends itself.
fn number_files(body: Option<&mut Value>) {
    let files = body.and_then(|body| body.get_mut("attachments"));
    for (number, file) in files.and_then(Value::as_array_mut).into_iter().flatten().enumerate() {
        file["id"] = number.into();
    }
}

fn form(body: &Value, files: &[CreateAttachment]) -> Form {
    let whole = Form::new().text("payload_json", body.to_string());
    files.iter().enumerate().fold(whole, |form, (number, file)| {
        let part = Part::bytes(file.data.clone()).file_name(file.filename.clone());
        form.part(format!("files[{number}]"), part)
    })
}

fn retry_after(answer: &reqwest::Response) -> Option<Duration> {
    let seconds = answer.headers().get("retry-after")?.to_str().ok()?;
    Duration::try_from_secs_f64(seconds.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use serenity::all::CreateInteractionResponseMessage;

    use super::*;
    use crate::discord::tests::stand_in::StandIn;
    use crate::host::tests::{Folder, host};

    /// Discord assigns uploaded files to attachments by their numbers.
    #[tokio::test]
    async fn the_files_of_every_kind_of_response_are_numbered() {
        let folder = Folder::new();
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host(&folder).await);
        let answers = &app.answers;
        let files = ["board.png", "text.txt"].map(|name| CreateAttachment::bytes(name.as_bytes(), name));
        let message = CreateInteractionResponseMessage::new().files(files.clone());
        answers.initial(1.into(), "token", &CreateInteractionResponse::Message(message), &files).await.unwrap();
        let further = CreateInteractionResponseFollowup::new().files(files.clone());
        answers.further(ApplicationId::new(800), "token", &further, &files).await.unwrap();
        let all = stand_in.take();
        assert_eq!(all.len(), 2);
        for sent in all {
            let body = if sent.body["data"].is_object() { &sent.body["data"] } else { &sent.body };
            let numbered: Vec<_> =
                body["attachments"].as_array().unwrap().iter().map(|one| (&one["id"], &one["filename"])).collect();
            assert_eq!(numbered, [(&json!(0), &json!("board.png")), (&json!(1), &json!("text.txt"))], "{}", sent.call);
        }
    }

    /// A client waits as long as Discord demands, but not for long, and not for ever.
    #[tokio::test]
    async fn a_response_waits_for_discord_a_few_times() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicUsize, Ordering};

        // Status and pause of the first replies, and their number; whether the response succeeds, and after how many requests.
        for (status, pause, number, succeeds, requests) in [
            (429, "0.001", 1, true, 2),
            (429, "0.001", 3, true, 4),
            (429, "0.001", 9, false, 4),
            (429, "3.5", 1, false, 1),
            (429, "soon", 1, false, 1),
            (503, "0.001", 1, false, 1),
        ] {
            let asked = Arc::new(AtomicUsize::new(0));
            let here = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let route = Route::StandIn(format!("http://{}", here.local_addr().unwrap()));
            let counter = Arc::clone(&asked);
            let reply = move || async move {
                let before = counter.fetch_add(1, Ordering::SeqCst);
                let status = if before < number { status } else { 200 };
                let status = axum::http::StatusCode::from_u16(status).unwrap();
                (status, [("retry-after", pause)], r#"{"code": 0, "message": "No."}"#)
            };
            let router = axum::Router::new().fallback(reply);
            let server = tokio::spawn(async move { axum::serve(here, router).await.unwrap() });
            let answers = Answers::new(&route).unwrap();
            let sent = answers.initial(1.into(), "token", &CreateInteractionResponse::Acknowledge, &[]).await;
            let found = (sent.is_ok(), asked.load(Ordering::SeqCst));
            assert_eq!(found, (succeeds, requests), "{status}, {pause}, {number} times");
            server.abort();
        }
    }
}
