//! What a request does, whether it comes from a command or a component: read it, ask the host, answer. One module for each kind
//! of request.
//!
//! # Layout
//! There are no circles: a module uses only those to its right.
//! * `secret` → `turn` → `chain` → `act`: what is asked of one person, guided choices, acts.
//! * `history` → `look` → `lobby` → `clash` → `opening` → `place`: boards, lobbies, challenges, where a new game is opened.
//! * `start` → `lobby`, `clash`, `learn`: what somebody wants to play who has just come.
//! * `lists` → `visible`: lists of games, and which channels somebody sees. `conditional`: moves prepared in secret.
//! * `table` → `look`: takebacks, seats that change hands.
//! * `settings` → `admin` → `rules`: servers, their Battalions, the rulebook. `offer`, `replay`: draws and resigning, animations.
//! * `gallery`, `reports`, `remarks`, `log` → `admin`, `paging`: shared Battalions, what people write about them, what was changed on a server.
//! * `stats` → `rules`: ratings; `privacy`: what is kept of a person.
//! * `standstill` → `look`: pauses, and games that nobody goes on with.

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

/// The person behind an interaction, as the host knows people, for what may be seen to be theirs: what everybody is told about it can be
/// the answer to this very interaction, by [`say_done`].
fn openly(responder: &Responder) -> Who {
    Who {
        // Where the bot may not post, the private answer says so.
        shows_in: (responder.guild.is_some() && missing(responder).is_empty())
            .then(|| ChannelId(responder.channel.get())),
        ..who(responder)
    }
}

/// The person behind an interaction, as the host knows people.
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

/// For `Err(refuse(...))` with a sentence of `wording`.
pub fn refuse(sentence: impl Into<String>) -> Error {
    Error::Refused(sentence.into())
}

/// The game that is meant: the one named, else the one of this channel; in direct messages the only one of the person.
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

/// The game that is meant by a command, which is acknowledged first.
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
    // Anyone may look at a game that wants players, where they see its channel.
    if app.host.is_seek(game).await? && visible::Eyes::of(responder).see(audience.place).await {
        return Ok(());
    }
    Err(refuse(refusal::NOT_YOURS))
}

/// Says what was done: by showing it to everybody, or in private with what keeps it from being shown in the channel.
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

/// The permissions that posting a board takes and the bot lacks, by Discord's names.
pub fn missing(responder: &Responder) -> Vec<&'static str> {
    // In direct messages there is nothing to be allowed.
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

/// Tells why nothing was done.
pub async fn apologise(responder: &Responder, error: &Error, of: Option<ComponentContext>) {
    let mut answer = Answer::text(sentence(&refusal::error(error)));
    if let Some(of) = of.filter(|_| error.is_stale()) {
        let board = of.button("Show the Board", ButtonStyle::Primary, Intent::Board);
        answer = answer.buttons(vec![board]);
    }
    responder.say(answer).await;
}

/// Refused when the position has changed since the press was drawn.
async fn fresh(app: &Shared, of: ComponentContext) -> Outcome {
    match app.host.is_current(of.game, of.version).await? {
        true => Ok(()),
        false => Err(Error::Stale),
    }
}

fn guild(responder: &Responder) -> Option<GuildId> {
    responder.guild.map(|guild| GuildId(guild.get()))
}
