//! People whom a message in a channel mentions, by their settings and those of the server.

use crate::discord::app::Shared;
use crate::discord::messages::people::is_computer;
use crate::host::{Announce, GameId, GuildId, Member, Ping, Scene};

/// Guild and style of the announcements of a game.
#[derive(Clone, Copy)]
pub struct Around {
    pub game: GameId,
    pub guild: Option<GuildId>,
    pub style: Announce,
}

impl Around {
    pub fn of(scene: &Scene, style: Announce) -> Self {
        Self { game: scene.game, guild: scene.place.guild, style }
    }
}

/// People to mention in the channel when it is their turn. People who chose direct messages or no notifications are left
/// out.
pub async fn reachable(app: &Shared, around: Around, people: &[Member]) -> Vec<Member> {
    wanting(app, around, people, |ping| ping == Ping::Channel).await
}

/// People to mention in the channel when they are asked something, for which there are no direct messages. People who
/// chose no notifications are left out.
pub async fn askable(app: &Shared, around: Around, people: &[Member]) -> Vec<Member> {
    wanting(app, around, people, |ping| ping != Ping::None).await
}

/// People whose setting is accepted, if the server allows mentions at all. People who have left the server are not
/// mentioned; their seats are vacated.
async fn wanting(app: &Shared, around: Around, people: &[Member], wants: fn(Ping) -> bool) -> Vec<Member> {
    let mut wanting = Vec::new();
    for member in people.iter().filter(|member| !is_computer(member)) {
        let person = member.person;
        if let Some(guild) = around.guild
            && !app.presence.is_here(&app.limits, guild, person).await
        {
            if let Err(error) = app.host.tables.has_left(around.game, person).await {
                tracing::warn!(%error, "the seat of somebody who has left could not be freed");
            }
            continue;
        }
        let settings = app.host.settings.person_settings(person).await.unwrap_or_default();
        if around.style != Announce::Name && wants(settings.reached_by()) {
            wanting.push(member.clone());
        }
    }
    wanting
}
