//! One interaction and its answers. Discord wants exactly one initial answer within three seconds and lets it be edited for
//! fifteen minutes; a [`Responder`] remembers which of these has happened, so that the code that plays the game only says what it
//! has to say.

mod incoming;

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    ApplicationId, ChannelId, CreateAttachment, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateModal, Http, InteractionId, Message, PartialChannel, Permissions, User, UserId,
};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::answer::Answer;
use super::answers::{Answers, Token};
use super::api_error;
use crate::host::{self, GuildId, MessageId, Rights, RoleId};

/// Discord waits three seconds for the first answer; this is left for trying again, the way there and back not counted.
const FIRST_ANSWER: Duration = Duration::from_millis(2_700);
/// Between two tries, doubled each time.
const RETRY: Duration = Duration::from_millis(100);
/// What takes longer than this to answer is acknowledged first.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// The private answer while something is posted for everybody.
const SHOWING: &str = "One moment…";

/// How far the initial answer has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Not answered.
    Open,
    /// Acknowledged: the answer is an edit of what is there or will be there.
    Acknowledged,
    /// Answered: what comes next is a message of its own.
    Answered,
    /// Discord no longer takes answers, or another delivery of the same interaction has answered.
    Closed,
}

/// What became of an answer for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// It was posted.
    Posted(host::ChannelId, MessageId),
    /// It was not posted, and can be posted in another way.
    NotPosted,
    /// Discord did not answer.
    Unsure,
}

/// What became of an initial answer.
#[derive(Debug)]
enum Sent {
    /// It was sent; the message it became, if it is one and Discord returned it.
    Yes(Option<Box<Message>>),
    No,
    Unsure,
}

/// What kind of interaction it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A slash command.
    Command,
    /// A component of a message that everyone sees, or of a direct message.
    Public,
    /// A component of a private answer, which is replaced by the answer to the press.
    Private,
}

/// One interaction being answered.
#[derive(Clone, Debug)]
pub struct Responder {
    http: Arc<Http>,
    answers: Arc<Answers>,
    application: ApplicationId,
    /// Its id: the same for every delivery of the same interaction.
    pub id: InteractionId,
    token: String,
    kind: Kind,
    /// Who acts.
    pub user: User,
    /// Their name on this server.
    pub name: String,
    /// Where.
    pub channel: ChannelId,
    /// Where, with its kind, as far as Discord says it.
    pub place: Option<PartialChannel>,
    /// On which server; none in direct messages.
    pub guild: Option<serenity::all::GuildId>,
    /// What the person may do there.
    pub may: Permissions,
    /// Their roles there.
    roles: Vec<RoleId>,
    /// What the bot may do there.
    pub bot_may: Option<Permissions>,
    stage: Arc<Mutex<Stage>>,
    /// When it arrived.
    received: Instant,
}

/// Logs that an answer could not be sent, unless another delivery has sent it.
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

/// A delayed acknowledgement; dropping it cancels it.
#[derive(Debug)]
pub struct Later(tokio::task::JoinHandle<()>);

impl Drop for Later {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Responder {
    /// Who acts, by id.
    pub fn person(&self) -> UserId {
        self.user.id
    }

    /// What the person may do here. Discord counts everything in for the owner and for administrators.
    pub fn rights(&self) -> Rights {
        let may = |permission| self.may.intersects(permission | Permissions::ADMINISTRATOR);
        Rights {
            guild: self.guild.map(|guild| GuildId(guild.get())),
            moderator: may(Permissions::MANAGE_MESSAGES),
            manager: may(Permissions::MANAGE_GUILD),
            roles: self.roles.clone(),
        }
    }

    /// Whether it is in a thread.
    pub fn in_thread(&self) -> bool {
        use serenity::all::ChannelType::{NewsThread, PrivateThread, PublicThread};
        self.place.as_ref().is_some_and(|place| matches!(place.kind, PublicThread | PrivateThread | NewsThread))
    }

    /// How long ago it arrived.
    pub fn age(&self) -> Duration {
        self.received.elapsed()
    }

    /// The right to change what was answered.
    pub fn token(&self) -> Token {
        Token::new(self.application, self.token.clone(), self.received)
    }

    /// Connection to Discord.
    pub fn http(&self) -> &Http {
        &self.http
    }

    /// Acknowledges, so that there is time: the answer will be private. A press in a private answer keeps showing it meanwhile.
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

    /// Acknowledges after a while if nothing has been answered by then. Dropping what it returns cancels that.
    pub fn hold_later(&self) -> Later {
        let responder = self.clone();
        Later(tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            responder.hold().await;
        }))
    }

    /// Sends an initial answer that makes no message of its own.
    async fn send(&self, response: CreateInteractionResponse) -> bool {
        matches!(self.respond(&response, &[]).await, Sent::Yes(_))
    }

    /// Sends the initial answer. What Discord fails at is tried again while its time lasts; an answer that is refused then as a
    /// second one was taken the first time.
    async fn respond(&self, response: &CreateInteractionResponse, files: &[CreateAttachment]) -> Sent {
        let (mut pause, mut unsure) = (RETRY, false);
        loop {
            let sent = self.answers.initial(self.id, &self.token, response, files);
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

    /// Puts an answer in the place of the initial one.
    async fn edit(&self, answer: Answer) -> serenity::Result<Message> {
        let files = answer.files().to_vec();
        let edit = answer.edit();
        self.answers.edit(self.application, &self.token, &edit, &files).await
    }

    /// Answers further, in private or to everybody.
    async fn further(&self, answer: Answer, shown: bool) -> serenity::Result<Message> {
        let files = answer.files().to_vec();
        let further = if shown { answer.public_followup() } else { answer.followup() };
        self.answers.further(self.application, &self.token, &further, &files).await
    }

    /// Shows everybody what came of it: as the initial answer, or behind a private one, which says `said`.
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
            // A first further answer would take the place of the acknowledged one, which is private.
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

    /// Answers with a form. It must be the first answer: nothing may have been acknowledged.
    pub async fn form(&self, form: CreateModal) {
        let mut stage = self.stage.lock().await;
        if *stage == Stage::Open {
            *stage =
                if self.send(CreateInteractionResponse::Modal(form)).await { Stage::Answered } else { Stage::Closed };
        }
    }

    /// Answers privately.
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
                // An update with files of its own would lose those that are there; an acknowledgement and an edit never do.
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

    /// Shows the progress of something that takes a while; the answer replaces it.
    pub async fn meanwhile(&self, answer: impl Into<Answer>) {
        let stage = self.stage.lock().await;
        if *stage == Stage::Acknowledged
            && self.kind != Kind::Public
            && let Err(error) = self.edit(answer.into()).await
        {
            tracing::debug!(error = %api_error::brief(&error), "progress could not be told");
        }
    }

    /// Says something to everybody. A private answer that it comes from stays as it is; a command's own answer is still to come.
    pub async fn show(&self, answer: impl Into<Answer>) {
        self.hold().await;
        let mut stage = self.stage.lock().await;
        if *stage == Stage::Closed {
            return;
        }
        if *stage == Stage::Acknowledged && self.kind == Kind::Command {
            // A first further answer would take the place of the deferred one, which is private.
            let shown = self.edit(Answer::text(SHOWING)).await;
            if shown.is_err() {
                return;
            }
        }
        let sent = self.further(answer.into(), true).await;
        if self.kind != Kind::Command {
            *stage = Stage::Answered;
        }
        note_failure(sent);
    }
}
