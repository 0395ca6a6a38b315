//! Responses to an interaction. Discord expects exactly one initial response within three seconds, which can be edited
//! for fifteen minutes. A [`Request`] tracks what has been sent, so callers only pass the content.

use std::time::Duration;

use serenity::all::{
    CreateAttachment, CreateInteractionResponse, CreateInteractionResponseMessage, CreateModal, Message, Permissions,
};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{Kind, Request, Stage, refuse};
use crate::discord::answer::Answer;
use crate::discord::api_error;
use crate::discord::error::Error;
use crate::discord::wording::{clean, refusal};
use crate::host::{self, MessageId};

/// Time limit for attempts at the initial response. Discord allows three seconds; the rest is for network latency.
const FIRST_ANSWER: Duration = Duration::from_millis(2_700);
/// Delay before a retry, doubled each time.
const RETRY: Duration = Duration::from_millis(100);
/// Time after which a slow task is acknowledged before its response is ready. Tests record responses, so that a slow machine
/// must not change them.
pub(super) const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 600_000 } else { 1_500 });

/// Permission to post what a person asked for so that everyone in the channel sees it ([`Request::to_everyone`]).
#[derive(Debug)]
pub struct ToEveryone<'a>(pub(super) &'a Request);

impl ToEveryone<'_> {
    /// Posts a public follow-up with the name of the person.
    pub async fn show(self, answer: Answer) {
        self.0.show(answer.also(&format!("-# Shown by {}", clean(&self.0.name)))).await;
    }
}

/// Private response shown while a public message is posted.
const SHOWING: &str = "One moment…";

/// Result of a public response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    Posted(host::ChannelId, MessageId),
    /// Not posted; the message can be posted in another way.
    NotPosted,
    /// Unknown: Discord returned no result.
    Unsure,
}

/// Result of an initial response.
#[derive(Debug)]
enum Sent {
    /// Sent, with the message that it created, if Discord returned one.
    Yes(Option<Box<Message>>),
    No,
    Unsure,
}

/// Logs that a response failed, unless another delivery has responded.
fn note_failure(sent: serenity::Result<Message>) {
    if let Err(error) = sent
        && !api_error::answered_already(&error)
    {
        tracing::warn!(error = %api_error::brief(&error), "an answer could not be given");
    }
}

fn posted(message: &Message) -> Shown {
    Shown::Posted(host::ChannelId(message.channel_id.get()), MessageId(message.id.get()))
}

/// Delayed acknowledgement; cancelled when dropped, unless it is being sent.
#[derive(Debug)]
pub struct Later(#[expect(dead_code, reason = "dropped only")] DropGuard);

impl Request {
    /// Acknowledges the interaction, to gain time for a private response. A private message with the pressed
    /// component stays visible until then.
    pub async fn hold(&self) {
        let response = match self.kind {
            Kind::Private => CreateInteractionResponse::Acknowledge,
            _ => CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true)),
        };
        let mut stage = self.stage.lock().await;
        if *stage == Stage::Open {
            *stage = if self.send(response).await { Stage::Acknowledged } else { Stage::Closed };
        }
    }

    /// Acknowledges after a delay unless a response was sent. Dropping the returned guard cancels the
    /// acknowledgement, unless it is being sent: Discord may have received it, so the response waits for its result.
    pub fn hold_later(&self) -> Later {
        let (request, cancelled) = (self.clone(), CancellationToken::new());
        let guard = cancelled.clone().drop_guard();
        tokio::spawn(async move {
            tokio::select! {
                () = cancelled.cancelled() => {}
                () = tokio::time::sleep(PATIENCE) => request.hold().await,
            }
        });
        Later(guard)
    }

    /// Sends an initial response without content, or with a form.
    async fn send(&self, response: CreateInteractionResponse) -> bool {
        matches!(self.respond(&response, &[]).await, Sent::Yes(_))
    }

    /// Sends the initial response. Server errors are retried within the time limit. If a retry is rejected as a
    /// duplicate, the earlier attempt succeeded.
    async fn respond(&self, response: &CreateInteractionResponse, files: &[CreateAttachment]) -> Sent {
        let (mut pause, mut unsure) = (RETRY, false);
        loop {
            let sent = self.app.answers.initial(self.id, &self.token, response, files);
            let error = match sent.await {
                Ok(message) => return Sent::Yes(message.map(Box::new)),
                Err(error) if unsure && api_error::code(&error) == Some(40060) => {
                    return Sent::Yes(None);
                }
                Err(error) if api_error::answered_already(&error) => return Sent::No,
                Err(error) => error,
            };
            unsure |= api_error::unsure(&error);
            if !api_error::unsure(&error) || self.received.elapsed() + pause > FIRST_ANSWER {
                tracing::warn!(error = %api_error::brief(&error), "an interaction could not be answered");
                return if unsure { Sent::Unsure } else { Sent::No };
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
    }

    /// Replaces the initial response.
    async fn edit(&self, answer: Answer) -> serenity::Result<Message> {
        let files = answer.files().to_vec();
        let edit = answer.edit();
        self.app.answers.edit(self.application, &self.token, &edit, &files).await
    }

    /// Sends a follow-up, either private or public.
    async fn further(&self, answer: Answer, shown: bool) -> serenity::Result<Message> {
        let files = answer.files().to_vec();
        let further = if shown { answer.public_followup() } else { answer.followup() };
        self.app.answers.further(self.application, &self.token, &further, &files).await
    }

    /// Posts a public result. If nothing was sent yet, it becomes the initial response. Otherwise it is a follow-up,
    /// and the private response becomes `said`.
    pub async fn show_result(&self, answer: Answer, said: Answer) -> Shown {
        let mut stage = self.stage.lock().await;
        if *stage == Stage::Open && self.kind != Kind::Private {
            let files = answer.files().to_vec();
            let response = CreateInteractionResponse::Message(answer.public_response());
            let sent = self.respond(&response, &files).await;
            *stage = match sent {
                Sent::Yes(_) => Stage::Answered,
                Sent::No | Sent::Unsure => Stage::Closed,
            };
            return match sent {
                Sent::Yes(Some(message)) => posted(&message),
                Sent::No => Shown::NotPosted,
                Sent::Yes(None) | Sent::Unsure => Shown::Unsure,
            };
        }
        if *stage == Stage::Open && !self.send(CreateInteractionResponse::Acknowledge).await {
            *stage = Stage::Closed;
        }
        match *stage {
            Stage::Closed => return Shown::NotPosted,
            Stage::Answered => {}
            // The first follow-up would replace the deferred response, which is private. The edit prevents that.
            Stage::Open | Stage::Acknowledged => {
                let edited = self.edit(said).await;
                if edited.is_err() {
                    note_failure(edited);
                    return Shown::NotPosted;
                }
                *stage = Stage::Answered;
            }
        }
        match self.further(answer, true).await {
            Ok(message) => posted(&message),
            Err(error) if api_error::unsure(&error) => Shown::Unsure,
            Err(_) => Shown::NotPosted,
        }
    }

    /// Responds with a form. A form must be the initial response; after an acknowledgement nothing is sent.
    pub async fn form(&self, form: CreateModal) {
        let mut stage = self.stage.lock().await;
        if *stage == Stage::Open {
            *stage =
                if self.send(CreateInteractionResponse::Modal(form)).await { Stage::Answered } else { Stage::Closed };
        }
    }

    /// Sends a private response.
    pub async fn say(&self, answer: impl Into<Answer>) {
        self.answer(answer.into()).await;
    }

    async fn answer(&self, answer: Answer) {
        let mut stage = self.stage.lock().await;
        let sent: serenity::Result<Message> = match *stage {
            Stage::Closed => return,
            Stage::Open if self.kind != Kind::Private => {
                let files = answer.files().to_vec();
                let response = CreateInteractionResponse::Message(answer.response());
                *stage = match self.respond(&response, &files).await {
                    Sent::Yes(_) => Stage::Answered,
                    Sent::No | Sent::Unsure => Stage::Closed,
                };
                return;
            }
            Stage::Open => {
                // An update response that uploads files removes the existing attachments. An acknowledgement and an
                // edit do not.
                if !self.send(CreateInteractionResponse::Acknowledge).await {
                    *stage = Stage::Closed;
                    return;
                }
                self.edit(answer).await
            }
            Stage::Acknowledged => self.edit(answer).await,
            Stage::Answered => self.further(answer, false).await,
        };
        *stage = Stage::Answered;
        note_failure(sent);
    }

    /// Shows progress in the response. The final response replaces it.
    pub async fn meanwhile(&self, answer: impl Into<Answer>) {
        let stage = self.stage.lock().await;
        if *stage == Stage::Acknowledged
            && self.kind != Kind::Public
            && let Err(error) = self.edit(answer.into()).await
        {
            tracing::debug!(error = %api_error::brief(&error), "progress could not be told");
        }
    }

    /// Permission to post in the channel in the person's name. Refuses people who may not write there.
    pub fn to_everyone(&self) -> Result<ToEveryone<'_>, Error> {
        let needed = if self.in_thread() { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
        if self.guild.is_none() || self.may.administrator() || self.may.contains(needed) {
            Ok(ToEveryone(self))
        } else {
            Err(refuse(refusal::CANNOT_WRITE))
        }
    }

    /// Posts a public follow-up. A private message with the pressed component stays as it is. Commands and public
    /// messages still get their own private response.
    pub(super) async fn show(&self, answer: impl Into<Answer>) {
        self.hold().await;
        let mut stage = self.stage.lock().await;
        if *stage == Stage::Closed {
            return;
        }
        if *stage == Stage::Acknowledged && self.kind != Kind::Private {
            // The first follow-up would replace the deferred response, which is private. The edit prevents that.
            let shown = self.edit(Answer::text(SHOWING)).await;
            if shown.is_err() {
                return;
            }
        }
        let sent = self.further(answer.into(), true).await;
        if self.kind == Kind::Private {
            *stage = Stage::Answered;
        }
        note_failure(sent);
    }
}
