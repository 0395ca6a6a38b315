//! Where a new game is opened, in a channel or a thread of its own, and what it has when nothing else is said.

use engine::titans::PlacementStyle;
use serenity::all::{ChannelType, CreateThread, Permissions};

use crate::discord::api_error;
use crate::discord::error::Error;
use crate::discord::request::{Request, refuse};
use crate::discord::wording::{refusal, times};
use crate::host::{ChannelId, GuildSettings, Place, ThemeName, TimeControl};
use crate::text::line;

/// Place of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// In the channel.
    Here,
    /// In a thread of its own.
    Thread,
}

/// Settings with a server default, which `None` selects.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// Number of Players.
    pub seats: Option<u8>,
    /// Time control, as typed.
    pub time: Option<String>,
    /// Colours of the board.
    pub theme: Option<ThemeName>,
    /// Placement of Territories.
    pub placement: Option<PlacementStyle>,
}

impl Defaults {
    /// Time control of the new game.
    pub fn time(&self, settings: &GuildSettings) -> Result<TimeControl, Error> {
        match &self.time {
            Some(typed) => times::read(typed).map_err(refuse),
            None => Ok(settings.usual_time()),
        }
    }
}

/// Here, as the place of a new game.
pub fn here(request: &Request) -> Result<Place, Error> {
    let Some(guild) = request.guild else {
        return Err(refuse(refusal::SERVER_ONLY));
    };
    let parent = request.place.as_ref().filter(|_| request.in_thread()).and_then(|place| place.parent_id);
    Ok(Place { guild: Some(guild), channel: request.channel, parent: parent.map(|id| ChannelId(id.get())) })
}

/// Makes sure that a game can be shown in its place, and opens a thread with a title if it is to have one.
pub async fn settle_place(request: &Request, spot: Where, place: &mut Place, title: &str) -> Result<(), Error> {
    let missing = request.missing_permissions();
    if !missing.is_empty() {
        return Err(refuse(refusal::cannot_open(&missing)));
    }
    if spot == Where::Thread {
        if request.in_thread() {
            return Err(refuse(refusal::IN_THREAD));
        }
        *place = Place { guild: place.guild, channel: thread(request, title).await?, parent: Some(place.channel) };
    }
    Ok(())
}

/// Takes back a thread in which nothing will happen; where that fails, what is said names the thread.
pub async fn without_place(request: &Request, spot: Where, place: Place, why: Error) -> Error {
    if spot == Where::Here {
        return why;
    }
    let thread = serenity::all::ChannelId::new(place.channel.0);
    let Err(error) = request.app.limits.send(thread.delete(request.http())).await else {
        return why;
    };
    tracing::warn!(error = %api_error::brief(&error), "a thread in which nothing will happen could not be deleted");
    let thread = format!("<#{}>", place.channel);
    refuse(refusal::thread_left(&refusal::error(&why), &thread))
}

/// Checks that the bot may open a thread here. The error is the missing permission, by Discord's name.
pub fn may_thread(request: &Request) -> Result<(), &'static str> {
    let may = request.bot_may.unwrap_or(Permissions::all());
    let lacks = |needed| !may.administrator() && !may.contains(needed);
    if lacks(Permissions::CREATE_PUBLIC_THREADS) {
        return Err("Create Public Threads");
    }
    if lacks(Permissions::SEND_MESSAGES_IN_THREADS) {
        return Err("Send Messages in Threads");
    }
    Ok(())
}

async fn thread(request: &Request, title: &str) -> Result<ChannelId, Error> {
    may_thread(request).map_err(|missing| refuse(refusal::no_thread(Some(missing))))?;
    let name = line(title, 100);
    let thread = CreateThread::new(name).kind(ChannelType::PublicThread);
    let channel = serenity::all::ChannelId::new(request.channel.0);
    match request.app.limits.send(channel.create_thread(request.http(), thread)).await {
        Ok(thread) => Ok(ChannelId(thread.id.get())),
        Err(error) => {
            tracing::warn!(error = %api_error::brief(&error), "a thread could not be opened");
            Err(refuse(refusal::no_thread(None)))
        }
    }
}
