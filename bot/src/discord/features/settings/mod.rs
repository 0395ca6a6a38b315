//! Settings of people and of servers: changed if options are given, then shown.

pub mod commands;
pub mod server_commands;
pub mod words;

use engine::titans::PlacementStyle;
use serenity::all::{ChannelId as DiscordChannel, Role as DiscordRole};

use crate::discord::features::pause::words as standstill;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::times;
use crate::host::{Announce, ChannelId, GuildSettings, Mode, Ping, Role, RoleId, ThemeName};

/// Changes of a person's settings; `None` keeps the value.
#[derive(Clone, Debug, Default)]
pub struct Mine {
    /// Notification of turns.
    pub ping: Option<Ping>,
    /// Private pictures show the south at the bottom.
    pub south_below: Option<bool>,
    /// Colours of private pictures; inside, `None` for those of the game.
    pub theme: Option<Option<ThemeName>>,
    /// A text board along with private pictures.
    pub text: Option<bool>,
    /// A holiday, as somebody typed it.
    pub holiday: Option<String>,
}

/// Puts a new value in the place of an old one, if there is one.
fn put<T>(old: &mut T, new: Option<T>) {
    if let Some(new) = new {
        *old = new;
    }
}

/// Changes and shows what the person prefers.
pub async fn mine(request: &Request, changes: Mine) -> Outcome {
    request.hold().await;
    let holiday = changes.holiday.as_deref().map(standstill::read_holiday);
    let holiday = holiday.transpose().map_err(refuse)?;
    // First: it can be refused.
    if let Some(wanted) = holiday {
        let (me, here) = (request.person(), request.guild);
        request.host().clocks.change_holiday(me, here, wanted).await?;
    }
    let now = request
        .host()
        .settings
        .change_person_settings(request.person(), move |settings| {
            // A person who sets this again may have opened their direct messages.
            settings.dm_closed &= changes.ping.is_none();
            put(&mut settings.ping, changes.ping);
            put(&mut settings.north_up, changes.south_below);
            put(&mut settings.theme, changes.theme);
            put(&mut settings.text_board, changes.text);
        })
        .await?;
    let holiday = request.host().settings.holiday_of(&now);
    request.say(words::mine(&now, holiday)).await;
    Ok(())
}

/// Shows what the server has decided.
pub async fn show(request: &Request) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let now = request.host().settings.administered(&who, guild).await?;
    let used = request.host().computers.thought(Some(guild));
    request.say(words::server(&now, used)).await;
    Ok(())
}

/// Changes and shows a part of what the server has decided.
async fn change(
    request: &Request,
    change: impl FnOnce(&mut GuildSettings) + Send + 'static,
    shown: impl Fn(&GuildSettings) -> String,
) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let changed = request.host().settings.change_guild_settings(&who, guild, move |settings| {
        change(settings);
        Ok(())
    });
    request.say(shown(&changed.await?)).await;
    Ok(())
}

/// Defaults for new games
pub async fn defaults(
    request: &Request,
    theme: Option<ThemeName>,
    time: Option<String>,
    placement: Option<PlacementStyle>,
    holiday_days: Option<u16>,
) -> Outcome {
    let time = time.map(|typed| times::read(&typed)).transpose();
    let time = time.map_err(refuse)?;
    let to = move |settings: &mut GuildSettings| {
        put(&mut settings.theme, theme);
        put(&mut settings.time, time.map(Some));
        put(&mut settings.placement, placement);
        put(&mut settings.holiday_days, holiday_days);
    };
    change(request, to, words::defaults).await
}

/// Changes of the games that may be opened; `None` keeps the value.
#[derive(Clone, Debug, Default)]
pub struct GameChanges {
    /// Modes that may or may not be opened.
    pub modes: Vec<(Mode, bool)>,
    /// The fewest Players.
    pub fewest: Option<u8>,
    /// The most Players.
    pub most: Option<u8>,
    /// The shortest time, as somebody typed it.
    pub shortest: Option<String>,
    /// The longest time, as somebody typed it.
    pub longest: Option<String>,
    /// Games without a time limit may be opened.
    pub unlimited: Option<bool>,
}

/// Games that can be opened
pub async fn games(request: &Request, changes: GameChanges) -> Outcome {
    let bound = |typed: Option<String>| typed.map(|typed| times::read_bound(&typed)).transpose();
    let shortest = bound(changes.shortest).map_err(refuse)?;
    let longest = bound(changes.longest).map_err(refuse)?;
    let to = move |settings: &mut GuildSettings| {
        for (mode, open) in changes.modes {
            if open {
                settings.forbidden_modes.remove(&mode)
            } else {
                settings.forbidden_modes.insert(mode)
            };
        }
        put(&mut settings.fewest_seats, changes.fewest);
        put(&mut settings.most_seats, changes.most);
        put(&mut settings.shortest_time, shortest);
        put(&mut settings.longest_time, longest);
        put(&mut settings.time_required, changes.unlimited.map(|unlimited| !unlimited));
    };
    change(request, to, words::games).await
}

/// Where games may be opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChannelChanges {
    /// Here as well.
    pub add: Option<DiscordChannel>,
    /// Here no more.
    pub remove: Option<DiscordChannel>,
    /// Everywhere.
    pub everywhere: bool,
}

/// Where games may be opened.
pub async fn channels(request: &Request, changes: ChannelChanges) -> Outcome {
    let to = move |settings: &mut GuildSettings| {
        if changes.everywhere {
            settings.channels.clear();
        }
        if let Some(channel) = changes.add {
            settings.channels.insert(ChannelId(channel.get()));
        }
        if let Some(channel) = changes.remove {
            settings.channels.remove(&ChannelId(channel.get()));
        }
    };
    change(request, to, words::channels).await
}

/// The chosen role; `@everyone` means none.
fn chosen(role: DiscordRole) -> Option<Role> {
    (role.id.get() != role.guild_id.get()).then(|| Role { id: RoleId(role.id.get()), name: role.name })
}

/// Roles and their rights.
pub async fn roles(
    request: &Request,
    admins: Option<DiscordRole>,
    makers: Option<DiscordRole>,
    delegate: Option<bool>,
) -> Outcome {
    let to = move |settings: &mut GuildSettings| {
        put(&mut settings.admins, admins.map(chosen));
        put(&mut settings.makers, makers.map(chosen));
        put(&mut settings.admins_delegate, delegate);
    };
    change(request, to, words::roles).await
}

/// Form in which the Players to act are named.
pub async fn pings(request: &Request, style: Option<Announce>) -> Outcome {
    let to = move |settings: &mut GuildSettings| put(&mut settings.announce, style);
    change(request, to, words::pings).await
}

/// Time limit of computer players.
pub async fn computers(request: &Request, minutes: Option<u16>) -> Outcome {
    let used = request.host().computers.thought(request.guild);
    let to = move |settings: &mut GuildSettings| put(&mut settings.computer_minutes, minutes);
    change(request, to, |now| words::computers(now, used)).await
}

/// Changes of the limits for own Battalions; `None` keeps the value.
#[derive(Clone, Copy, Debug, Default)]
pub struct LimitChanges {
    /// Maximum number.
    pub battalions: Option<u16>,
    /// Bytes of a file.
    pub bytes: Option<u32>,
    /// Spaces of a Territory.
    pub spaces: Option<u16>,
    /// Pieces at the start.
    pub pieces: Option<u16>,
    /// Seconds of checking.
    pub seconds: Option<u16>,
}

/// Limits for own Battalions.
pub async fn limits(request: &Request, changes: LimitChanges) -> Outcome {
    let to = move |settings: &mut GuildSettings| {
        let limits = &mut settings.limits;
        put(&mut limits.battalions, changes.battalions);
        put(&mut limits.bytes, changes.bytes);
        put(&mut limits.spaces, changes.spaces);
        put(&mut limits.pieces, changes.pieces);
        put(&mut limits.seconds, changes.seconds);
    };
    change(request, to, words::limits).await
}
