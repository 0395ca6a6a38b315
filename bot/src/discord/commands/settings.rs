//! `/settings`: what a person prefers, and what a server decides. Without options each shows how it is.

use serenity::all::{PartialChannel, Role};

use super::choice::{Theme, Time};
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::settings::{self, ChannelChanges, GameChanges, LimitChanges, Mine};
use crate::host::{Announce, Mode, Ping};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Pings {
    #[name = "A mention in the channel"]
    Channel,
    #[name = "A direct message"]
    Dm,
    #[name = "None"]
    None,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Side {
    #[name = "My side below"]
    Own,
    #[name = "The south below"]
    South,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum OwnTheme {
    #[name = "As the game"]
    Game,
    Dark,
    Light,
    #[name = "High contrast"]
    HighContrast,
}

impl OwnTheme {
    const fn theme(self) -> Option<Theme> {
        match self {
            OwnTheme::Game => None,
            OwnTheme::Dark => Some(Theme::Dark),
            OwnTheme::Light => Some(Theme::Light),
            OwnTheme::HighContrast => Some(Theme::HighContrast),
        }
    }
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Style {
    #[name = "Mention"]
    Mention,
    #[name = "Mention without a sound"]
    Silent,
    #[name = "Name only"]
    Name,
}

/// How you like it, and how this server has it.
#[expect(
    clippy::unused_async,
    reason = "a command is async; this one only has subcommands"
)]
#[poise::command(
    slash_command,
    subcommands("me", "server"),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn settings(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// How you like it; without options it shows how it is.
#[poise::command(slash_command)]
async fn me(
    ctx: Context<'_>,
    #[description = "How you hear that it is your turn"] pings: Option<Pings>,
    #[description = "Which side of the board is below in pictures for you alone"] board: Option<
        Side,
    >,
    #[description = "Colours of pictures for you alone"] theme: Option<OwnTheme>,
    #[description = "The board as text as well, for screen readers"] text: Option<bool>,
) -> Result<(), Error> {
    let changes = Mine {
        ping: pings.map(|pings| match pings {
            Pings::Channel => Ping::Channel,
            Pings::Dm => Ping::Dm,
            Pings::None => Ping::None,
        }),
        south_below: board.map(|side| matches!(side, Side::South)),
        theme: theme.map(|theme| theme.theme().map(Into::into)),
        text,
    };
    run(ctx, move |app, responder| async move {
        settings::mine(&app, &responder, changes).await
    })
    .await
}

/// How this server has it, for those who administer it.
#[expect(
    clippy::unused_async,
    reason = "a command is async; this one only has subcommands"
)]
#[poise::command(
    slash_command,
    subcommands(
        "show",
        "defaults",
        "games",
        "channels",
        "roles",
        "pings",
        "computers",
        "limits"
    ),
    subcommand_required,
    interaction_context = "Guild"
)]
async fn server(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Everything this server has decided.
#[poise::command(slash_command)]
async fn show(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |app, responder| async move {
        settings::show(&app, &responder).await
    })
    .await
}

/// What new games have when nothing else is said.
#[poise::command(slash_command)]
async fn defaults(
    ctx: Context<'_>,
    #[description = "Colours of the pictures"] theme: Option<Theme>,
    #[description = "Time for each turn"] time: Option<Time>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        let (theme, time) = (theme.map(Into::into), time.map(Time::seconds));
        settings::defaults(&app, &responder, theme, time).await
    })
    .await
}

/// Which games may be opened.
#[expect(
    clippy::too_many_arguments,
    reason = "the options of a command are its arguments"
)]
#[poise::command(slash_command)]
async fn games(
    ctx: Context<'_>,
    #[description = "Duels may be opened"] duel: Option<bool>,
    #[description = "Assassin may be opened"] assassin: Option<bool>,
    #[description = "Free for all may be opened"] ffa: Option<bool>,
    #[description = "Clash of the Armies may be opened"] clash: Option<bool>,
    #[description = "The fewest Players of a game"]
    #[rename = "fewest-players"]
    #[min = 2]
    #[max = 6]
    fewest: Option<u8>,
    #[description = "The most Players of a game"]
    #[rename = "most-players"]
    #[min = 2]
    #[max = 6]
    most: Option<u8>,
    #[description = "The shortest time for each turn"]
    #[rename = "shortest-time"]
    shortest: Option<Time>,
    #[description = "The longest time for each turn"]
    #[rename = "longest-time"]
    longest: Option<Time>,
    #[description = "Games without a limit of time may be opened"] unlimited: Option<bool>,
) -> Result<(), Error> {
    let modes = [
        (Mode::Duel, duel),
        (Mode::Assassin, assassin),
        (Mode::Ffa, ffa),
        (Mode::Clash, clash),
    ];
    let changes = GameChanges {
        modes: modes
            .into_iter()
            .filter_map(|(mode, open)| Some((mode, open?)))
            .collect(),
        fewest,
        most,
        shortest: shortest.map(Time::seconds),
        longest: longest.map(Time::seconds),
        unlimited,
    };
    run(ctx, move |app, responder| async move {
        settings::games(&app, &responder, changes).await
    })
    .await
}

/// Where games may be opened: everywhere, or in the channels named one by one.
#[poise::command(slash_command)]
async fn channels(
    ctx: Context<'_>,
    #[description = "Games may be opened in this channel and its threads"]
    #[channel_types("Text", "Forum")]
    add: Option<PartialChannel>,
    #[description = "And no more in this one"]
    #[channel_types("Text", "Forum")]
    remove: Option<PartialChannel>,
    #[description = "Everywhere again"] everywhere: Option<bool>,
) -> Result<(), Error> {
    let changes = ChannelChanges {
        add: add.map(|channel| channel.id),
        remove: remove.map(|channel| channel.id),
        everywhere: everywhere == Some(true),
    };
    run(ctx, move |app, responder| async move {
        settings::channels(&app, &responder, changes).await
    })
    .await
}

/// Who may do what. @everyone stands for no role.
#[poise::command(slash_command)]
async fn roles(
    ctx: Context<'_>,
    #[description = "Administers the bot besides those who may manage the server; @everyone for none"]
    admins: Option<Role>,
    #[description = "Opens games; @everyone for everyone"] makers: Option<Role>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        settings::roles(&app, &responder, admins, makers).await
    })
    .await
}

/// How those whose turn it is are named in the channel.
#[poise::command(slash_command)]
async fn pings(
    ctx: Context<'_>,
    #[description = "How they are named"] style: Option<Style>,
) -> Result<(), Error> {
    let style = style.map(|style| match style {
        Style::Mention => Announce::Mention,
        Style::Silent => Announce::Silent,
        Style::Name => Announce::Name,
    });
    run(ctx, move |app, responder| async move {
        settings::pings(&app, &responder, style).await
    })
    .await
}

/// How much computer players may think, and how much they have thought in the last hour.
#[poise::command(slash_command)]
async fn computers(
    ctx: Context<'_>,
    #[description = "Minutes of one processor core in any hour; beyond that computers play weaker"]
    #[min = 0]
    #[max = 600]
    minutes: Option<u16>,
) -> Result<(), Error> {
    run(ctx, move |app, responder| async move {
        settings::computers(&app, &responder, minutes).await
    })
    .await
}

/// How much the Battalions of this server may be.
#[poise::command(slash_command)]
async fn limits(
    ctx: Context<'_>,
    #[description = "Battalions of its own"]
    #[min = 0]
    #[max = 50]
    battalions: Option<u16>,
    #[description = "Bytes of a file"]
    #[min = 512]
    #[max = 65536]
    bytes: Option<u32>,
    #[description = "Spaces of a Territory"]
    #[min = 1]
    #[max = 312]
    spaces: Option<u16>,
    #[description = "Pieces at the start, reserves included"]
    #[min = 1]
    #[max = 400]
    pieces: Option<u16>,
    #[description = "Seconds that checking a file may take"]
    #[min = 1]
    #[max = 20]
    seconds: Option<u16>,
) -> Result<(), Error> {
    let changes = LimitChanges {
        battalions,
        bytes,
        spaces,
        pieces,
        seconds,
    };
    run(ctx, move |app, responder| async move {
        settings::limits(&app, &responder, changes).await
    })
    .await
}
