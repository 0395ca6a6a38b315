//! Implementation of each request, from a command or a component: reads the request, calls the host and responds.
//! Each kind of request has a module.
//!
//! # Layout
//! The modules depend on each other without cycles: each module uses only those to its right.
//! * `secret` → `turn` → `chain` → `act`: private decisions, guided choices, acts.
//! * `history` → `look` → `lobby` → `clash` → `opening` → `place`: boards, lobbies, challenges, channels of new
//!   games.
//! * `start` → `lobby`, `clash`, `learn`: dialog for newcomers.
//! * `lists` → `visible`: lists of games, and visibility of channels. `conditional`: conditional moves.
//! * `table` → `look`: takebacks, and seats that change hands.
//! * `settings` → `admin` → `rules`: settings and Battalions of servers, rulebook. `offer`, `replay`: draws and
//!   resigning, animations.
//! * `gallery`, `reports`, `remarks`, `log` → `admin`, `paging`: shared Battalions with reports and remarks, log of
//!   changes on a server.
//! * `stats` → `rules`: ratings; `privacy`: stored data of a person.
//! * `standstill` → `look`: pauses and adjourned games.

pub mod act;
pub mod admin;
pub mod art;
pub mod battlefields;
pub mod chain;
pub mod clash;
pub mod computer;
pub mod conditional;
pub mod gallery;
pub mod history;
pub mod invitation;
pub mod learn;
pub mod lists;
pub mod lobby;
pub mod log;
pub mod look;
pub mod offer;
pub mod opening;
mod paging;
pub mod place;
pub mod privacy;
pub mod remarks;
pub mod replay;
pub mod reports;
pub mod rules;
pub mod secret;
pub mod seed;
pub mod settings;
pub mod standstill;
pub mod start;
pub mod stats;
pub mod table;
pub mod turn;
mod visible;

use serenity::all::{ButtonStyle, Permissions};

use super::answer::Answer;
use super::app::Shared;
use super::custom_id::{ComponentContext, Intent};
use super::delivery;
use super::error::Error;
use super::responder::Responder;
use super::wording::{done as words, refusal, sentence};
use crate::host::{self, ChannelId, Done, GameId, GuildId, InteractionKey, PersonId, Refusal, Who};

/// Result of a request: answered, or a refusal to show.
pub type Outcome = Result<(), Error>;

/// Person behind an interaction, for actions whose author may be public. [`say_done`] can then post the public
/// message as the response to the interaction.
fn openly(responder: &Responder) -> Who {
    Who {
        // If the bot lacks permission to post, the private response mentions it.
        shows_in: (responder.guild.is_some() && missing(responder).is_empty())
            .then(|| ChannelId(responder.channel.get())),
        ..who(responder)
    }
}

/// Person behind an interaction. The action's public message is never the response, so it does not show the person.
pub fn who(responder: &Responder) -> Who {
    Who {
        person: PersonId(responder.person().get()),
        name: responder.name.clone(),
        rights: responder.rights(),
        interaction: InteractionKey(responder.id.get()),
        shows_in: None,
    }
}

pub fn person(responder: &Responder) -> PersonId {
    PersonId(responder.person().get())
}

/// Creates a refusal from a sentence of `wording`.
pub fn refuse(sentence: impl Into<String>) -> Error {
    Error::Refused(sentence.into())
}

/// Game of a request: the named game, else the game in this channel. In direct messages, the person's only game.
pub async fn find_game(app: &Shared, responder: &Responder, named: Option<&str>) -> Result<GameId, Error> {
    let channel = ChannelId(responder.channel.get());
    if let Some(text) = named {
        let game = text.trim().parse::<GameId>();
        let game = game.map_err(|_| refuse(refusal::CHOOSE_GAME))?;
        return ensure_can_view(app, responder, game).await.map(|()| game);
    }
    match app.host.game_in(channel).await {
        Err(host::Error::Refused(why @ Refusal::NoGame(_))) => {
            let games = app.host.games_of(person(responder)).await?;
            match (responder.guild, games.as_slice()) {
                (None, [only]) => Ok(only.game),
                (Some(_), [only]) => Err(refuse(refusal::elsewhere(only.place.channel))),
                (Some(_), []) => Err(why.into()),
                (None | Some(_), _) => Err(refuse(refusal::not_here(games.len()))),
            }
        }
        other => Ok(other?),
    }
}

/// Acknowledges a command and finds its game.
async fn resolve_game(app: &Shared, responder: &Responder, named: Option<String>) -> Result<GameId, Error> {
    responder.hold().await;
    find_game(app, responder, named.as_deref()).await
}

/// Refuses to show a game to people who are neither in it nor in its channel: its number can be guessed.
pub async fn ensure_can_view(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    let audience = app.host.audience(game).await?;
    let here = audience.place.channel == ChannelId(responder.channel.get());
    if here || audience.people.contains(&person(responder)) {
        return Ok(());
    }
    // People who can see the channel of a game that needs players can view the game.
    if app.host.is_seek(game).await? && visible::Eyes::of(responder).see(audience.place).await {
        return Ok(());
    }
    Err(refuse(refusal::NOT_YOURS))
}

/// Reports the result of an action: publicly if the action claimed a notice, else privately, with any missing
/// permissions of the bot.
async fn say_done(app: &Shared, responder: &Responder, done: Done) {
    let mut said = Answer::text(sentence(&words::done(&done.confirmed)));
    if let Some(notice) = done.claimed {
        return delivery::as_answer(app, responder, notice, said).await;
    }
    if let Some(problem) = cannot_post(responder) {
        said = said.also(&problem);
    }
    responder.say(said).await;
}

/// Permissions that the bot lacks in the channel of a request.
fn cannot_post(responder: &Responder) -> Option<String> {
    let missing = missing(responder);
    (!missing.is_empty()).then(|| refusal::cannot_post(&missing))
}

/// Names of the permissions that the bot lacks for posting a board.
pub fn missing(responder: &Responder) -> Vec<&'static str> {
    // Direct messages need no permissions.
    let (Some(_), Some(may)) = (responder.guild, responder.bot_may) else {
        return Vec::new();
    };
    if may.administrator() {
        return Vec::new();
    }
    let send = match responder.in_thread() {
        true => (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        false => (Permissions::SEND_MESSAGES, "Send Messages"),
    };
    [(Permissions::VIEW_CHANNEL, "View Channel"), send, (Permissions::ATTACH_FILES, "Attach Files")]
        .into_iter()
        .filter(|(needed, _)| !may.contains(*needed))
        .map(|(_, name)| name)
        .collect()
}

/// Responds with the reason for an error.
pub async fn apologise(responder: &Responder, error: &Error, of: Option<ComponentContext>) {
    let mut answer = Answer::text(sentence(&refusal::error(error)));
    if let Some(of) = of.filter(|_| error.is_stale()) {
        let board = of.button("Show the Board", ButtonStyle::Primary, Intent::Board);
        answer = answer.buttons(vec![board]);
    }
    responder.say(answer).await;
}

/// Returns [`Error::Stale`] if the position has changed since the component was posted.
async fn fresh(app: &Shared, of: ComponentContext) -> Outcome {
    match app.host.is_current(of.game, of.version).await? {
        true => Ok(()),
        false => Err(Error::Stale),
    }
}

fn guild(responder: &Responder) -> Option<GuildId> {
    responder.guild.map(|guild| GuildId(guild.get()))
}
