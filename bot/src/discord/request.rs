//! One interaction: what was requested by whom and where, with access to the host and methods to respond.

mod game;
mod incoming;
mod response;
#[cfg(test)]
mod responses;
#[cfg(test)]
mod tests;
mod visible;

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ApplicationId, Http, InteractionId, PartialChannel, Permissions, User};
use tokio::sync::Mutex;
use tokio::time::Instant;

pub use response::Shown;
pub use visible::ChannelVisibility;

use super::answers::Token;
use super::app::Shared;
use super::custom_id::ComponentContext;
use super::error::Error;
use super::wording::refusal;
use crate::host::{ChannelId, GuildId, Host, InteractionKey, PersonId, Rights, RoleId, ThemeName, Who};

/// Result of a request: answered, or a refusal to show.
pub type Outcome = Result<(), Error>;

/// State of the initial response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nothing has been sent.
    Open,
    /// Acknowledged: the response will be an edit.
    Acknowledged,
    /// Responded: further content is sent as follow-ups.
    Answered,
    /// No response is possible: the interaction has expired, or another delivery of it was answered.
    Closed,
}

/// Origin of an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A slash command.
    Command,
    /// A component of a public message or of a direct message.
    Public,
    /// A component of a private response. The response to the press replaces it.
    Private,
}

/// Interaction with the state of its response.
#[derive(Clone, Debug)]
pub struct Request {
    /// State shared by all requests.
    pub app: Shared,
    http: Arc<Http>,
    application: ApplicationId,
    /// Id; equal for every delivery of the same interaction.
    pub id: InteractionId,
    token: String,
    kind: Kind,
    /// Person who caused the interaction.
    pub user: User,
    /// Name of the person on this server.
    pub name: String,
    /// Channel of the interaction.
    pub channel: ChannelId,
    /// Channel of the interaction with its kind, if Discord sent it.
    pub place: Option<PartialChannel>,
    /// Server of the interaction; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// Permissions of the person in the channel.
    pub may: Permissions,
    /// Roles of the person on the server.
    roles: Vec<RoleId>,
    /// Permissions of the bot in the channel.
    pub bot_may: Option<Permissions>,
    stage: Arc<Mutex<Stage>>,
    /// Time of arrival.
    received: Instant,
}

/// Creates a refusal from a sentence of `wording`.
pub fn refuse(sentence: impl Into<String>) -> Error {
    Error::Refused(sentence.into())
}

impl Request {
    pub fn host(&self) -> &Host {
        &self.app.host
    }

    /// Person who caused the interaction.
    pub fn person(&self) -> PersonId {
        PersonId(self.user.id.get())
    }

    /// Actor of an action whose public message is never the response, so that it does not show the person.
    pub fn who(&self) -> Who {
        Who {
            person: self.person(),
            name: self.name.clone(),
            rights: self.rights(),
            interaction: InteractionKey(self.id.get()),
            shows_in: None,
        }
    }

    /// Actor of an action whose author may be public. The public message can then be the response.
    pub fn public_actor(&self) -> Who {
        // If the bot lacks permission to post, the private response mentions it.
        let can_show = self.guild.is_some() && self.missing_permissions().is_empty();
        Who { shows_in: can_show.then_some(self.channel), ..self.who() }
    }

    /// Actor of an action on a server, with the server. Refused in direct messages.
    pub fn on_server(&self) -> Result<(Who, GuildId), Error> {
        let guild = self.guild.ok_or_else(|| refuse(refusal::SERVER_ONLY))?;
        Ok((self.who(), guild))
    }

    /// Colours of pictures about rules and armies: those that the person set, or those of the server's new games.
    pub async fn theme(&self) -> ThemeName {
        let settings = &self.host().settings;
        match settings.person_settings(self.person()).await.ok().and_then(|own| own.theme) {
            Some(own) => own,
            None => settings.settings_of(self.guild).await.map(|server| server.theme).unwrap_or_default(),
        }
    }

    /// Roles and permissions of the person. Administrators and the server's owner have all permissions.
    pub fn rights(&self) -> Rights {
        let may = |permission| self.may.intersects(permission | Permissions::ADMINISTRATOR);
        Rights {
            guild: self.guild,
            moderator: may(Permissions::MANAGE_MESSAGES),
            manager: may(Permissions::MANAGE_GUILD),
            roles: self.roles.clone(),
        }
    }

    /// Returns true if the channel is a thread.
    pub fn in_thread(&self) -> bool {
        use serenity::all::ChannelType::{NewsThread, PrivateThread, PublicThread};
        self.place.as_ref().is_some_and(|place| matches!(place.kind, PublicThread | PrivateThread | NewsThread))
    }

    /// Names of the permissions that the bot lacks for posting a board.
    pub fn missing_permissions(&self) -> Vec<&'static str> {
        // Direct messages need no permissions.
        let (Some(_), Some(may)) = (self.guild, self.bot_may) else {
            return Vec::new();
        };
        if may.administrator() {
            return Vec::new();
        }
        let send = if self.in_thread() {
            (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads")
        } else {
            (Permissions::SEND_MESSAGES, "Send Messages")
        };
        [(Permissions::VIEW_CHANNEL, "View Channel"), send, (Permissions::ATTACH_FILES, "Attach Files")]
            .into_iter()
            .filter(|(needed, _)| !may.contains(*needed))
            .map(|(_, name)| name)
            .collect()
    }

    /// Sentence about permissions that the bot lacks in the channel.
    pub fn cannot_post(&self) -> Option<String> {
        let missing = self.missing_permissions();
        (!missing.is_empty()).then(|| refusal::cannot_post(&missing))
    }

    /// Returns [`Error::Stale`] if the position has changed since the component was posted.
    pub async fn ensure_current(&self, of: ComponentContext) -> Outcome {
        if self.host().views.is_current(of.game, of.version).await? { Ok(()) } else { Err(Error::Stale) }
    }

    /// Time since arrival.
    pub fn age(&self) -> Duration {
        self.received.elapsed()
    }

    /// Interaction token for later edits of the response.
    pub fn token(&self) -> Token {
        Token::new(self.application, self.token.clone(), self.received)
    }

    pub fn http(&self) -> &Http {
        &self.http
    }
}
