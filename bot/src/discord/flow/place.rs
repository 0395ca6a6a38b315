//! Where a new game is opened, in a channel or a thread of its own, and what it has when nothing else is said.

use serenity::all::{ChannelType, CreateThread, Permissions};

use super::{guild, missing, refuse};
use crate::discord::desk::Desk;
use crate::discord::error::Error;
use crate::discord::fault;
use crate::discord::wording::refusal;
use crate::host::{ChannelId, Place, ThemeName};
use crate::text::line;

/// Where a new game is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// In the channel.
    Here,
    /// In a thread of its own.
    Thread,
}

/// What a server has a default for; `None` takes that.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults {
    /// Number of Players.
    pub seats: Option<u8>,
    /// Seconds for each turn; inside, `None` for no limit.
    pub time: Option<Option<u32>>,
    /// Colours of the pictures.
    pub theme: Option<ThemeName>,
}

/// Here, as the place of a new game.
pub fn here(desk: &Desk) -> Result<Place, Error> {
    let Some(guild) = guild(desk) else {
        return Err(refuse(refusal::SERVER_ONLY));
    };
    let parent = desk
        .place
        .as_ref()
        .filter(|_| desk.in_thread())
        .and_then(|place| place.parent_id);
    Ok(Place {
        guild: Some(guild),
        channel: ChannelId(desk.channel.get()),
        parent: parent.map(|id| ChannelId(id.get())),
    })
}

/// Makes sure that a game can be shown in its place, and opens a thread with a title if it is to have one.
pub async fn settle_place(
    desk: &Desk,
    spot: Where,
    place: &mut Place,
    title: &str,
) -> Result<(), Error> {
    let missing = missing(desk);
    if !missing.is_empty() {
        return Err(refuse(refusal::cannot_open(&missing)));
    }
    if spot == Where::Thread {
        if desk.in_thread() {
            return Err(refuse(refusal::IN_THREAD));
        }
        *place = Place {
            guild: place.guild,
            channel: thread(desk, title).await?,
            parent: Some(place.channel),
        };
    }
    Ok(())
}

/// Takes back a thread in which nothing will happen; where that fails, what is said names the thread.
pub async fn without_place(desk: &Desk, spot: Where, place: Place, why: Error) -> Error {
    if spot == Where::Here {
        return why;
    }
    let thread = serenity::all::ChannelId::new(place.channel.0);
    let Err(error) = thread.delete(desk.http()).await else {
        return why;
    };
    tracing::warn!(error = %fault::brief(&error), "a thread in which nothing will happen could not be deleted");
    let thread = format!("<#{}>", place.channel);
    refuse(refusal::thread_left(&refusal::error(&why), &thread))
}

async fn thread(desk: &Desk, title: &str) -> Result<ChannelId, Error> {
    let may = desk.bot_may.unwrap_or(Permissions::all());
    if !may.administrator() && !may.contains(Permissions::CREATE_PUBLIC_THREADS) {
        return Err(refuse(refusal::no_thread(Some("Create Public Threads"))));
    }
    if !may.administrator() && !may.contains(Permissions::SEND_MESSAGES_IN_THREADS) {
        return Err(refuse(refusal::no_thread(Some("Send Messages in Threads"))));
    }
    let name = line(title, 100);
    let thread = CreateThread::new(name).kind(ChannelType::PublicThread);
    match desk.channel.create_thread(desk.http(), thread).await {
        Ok(thread) => Ok(ChannelId(thread.id.get())),
        Err(error) => {
            tracing::warn!(error = %fault::brief(&error), "a thread could not be opened");
            Err(refuse(refusal::no_thread(None)))
        }
    }
}
