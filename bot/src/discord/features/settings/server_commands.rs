//! `/server`: settings of a server, for the people who manage the bot there. Without options, each command shows the
//! current settings.

use serenity::all::{PartialChannel, Role};

use crate::discord::app::{Context, Error};
use crate::discord::commands::choice::{Placement, Theme};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::log as log_flow;
use crate::discord::features::settings;
use crate::discord::features::settings::{ChannelChanges, GameChanges, LimitChanges};
use crate::host::{Announce, Mode};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Style {
    #[name = "Mention"]
    Mention,
    #[name = "Silent mention"]
    Silent,
    #[name = "Name only"]
    Name,
}

/// This server's settings, for the people who manage the bot here
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    subcommands("show", "defaults", "games", "channels", "roles", "pings", "computers", "limits", "log"),
    subcommand_required,
    default_member_permissions = "MANAGE_GUILD",
    interaction_context = "Guild"
)]
pub async fn server(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// View all settings of this server
#[poise::command(slash_command)]
async fn show(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { settings::show(&request).await }).await
}

/// Defaults for new games
#[poise::command(slash_command)]
async fn defaults(
    ctx: Context<'_>,
    #[description = "Colours of the board"] theme: Option<Theme>,
    #[description = "Time for each turn: 3 days, 36h, 1 day + 5 days reserve, 30m + 30s a move, none"]
    #[autocomplete = "complete::time"]
    #[max_length = 100]
    time: Option<String>,
    #[description = "Where the armies start"] placement: Option<Placement>,
    #[description = "Days of holiday that each person may take in a year; 28 unless changed"]
    #[rename = "holiday-days"]
    #[min = 0]
    #[max = 366]
    holiday_days: Option<u16>,
) -> Result<(), Error> {
    run(ctx, move |request| async move {
        let theme = theme.map(Into::into);
        settings::defaults(&request, theme, time, placement.map(Placement::style), holiday_days).await
    })
    .await
}

/// Which games can be opened
#[expect(clippy::too_many_arguments, reason = "the options of a command are its arguments")]
#[poise::command(slash_command)]
async fn games(
    ctx: Context<'_>,
    #[description = "Allow duels"] duel: Option<bool>,
    #[description = "Allow Assassin"] assassin: Option<bool>,
    #[description = "Allow free for all"] ffa: Option<bool>,
    #[description = "Allow Clash of the Armies"] clash: Option<bool>,
    #[description = "Fewest Players in a game"]
    #[rename = "fewest-players"]
    #[min = 2]
    #[max = 6]
    fewest: Option<u8>,
    #[description = "Most Players in a game"]
    #[rename = "most-players"]
    #[min = 2]
    #[max = 6]
    most: Option<u8>,
    #[description = "The shortest time for each turn: 10m, 36h, 3 days, or any"]
    #[rename = "shortest-time"]
    #[autocomplete = "complete::bound"]
    #[max_length = 100]
    shortest: Option<String>,
    #[description = "The longest time for each turn, reserve included: 10m, 36h, 3 days, or any"]
    #[rename = "longest-time"]
    #[autocomplete = "complete::bound"]
    #[max_length = 100]
    longest: Option<String>,
    #[description = "Allow untimed games"] unlimited: Option<bool>,
) -> Result<(), Error> {
    let modes = [(Mode::Duel, duel), (Mode::Assassin, assassin), (Mode::Ffa, ffa), (Mode::Clash, clash)];
    let changes = GameChanges {
        modes: modes.into_iter().filter_map(|(mode, open)| Some((mode, open?))).collect(),
        fewest,
        most,
        shortest,
        longest,
        unlimited,
    };
    run(ctx, move |request| async move { settings::games(&request, changes).await }).await
}

/// Where games can be opened: everywhere, or only in channels you add
#[poise::command(slash_command)]
async fn channels(
    ctx: Context<'_>,
    #[description = "Allow games in this channel and its threads"]
    #[channel_types("Text", "Forum")]
    add: Option<PartialChannel>,
    #[description = "Stop allowing games in this channel"]
    #[channel_types("Text", "Forum")]
    remove: Option<PartialChannel>,
    #[description = "Allow games everywhere again"] everywhere: Option<bool>,
) -> Result<(), Error> {
    let changes = ChannelChanges {
        add: add.map(|channel| channel.id),
        remove: remove.map(|channel| channel.id),
        everywhere: everywhere == Some(true),
    };
    run(ctx, move |request| async move { settings::channels(&request, changes).await }).await
}

/// Who can manage the bot and who can open games
#[poise::command(slash_command)]
async fn roles(
    ctx: Context<'_>,
    #[description = "Also manages the bot, besides those who can manage the server; @everyone for none"] admins: Option<
        Role,
    >,
    #[description = "Can open games; @everyone for everyone"] makers: Option<Role>,
    #[description = "Whether the role in admins can change who manages the bot; no unless changed"] delegate: Option<
        bool,
    >,
) -> Result<(), Error> {
    run(ctx, move |request| async move { settings::roles(&request, admins, makers, delegate).await }).await
}

/// How the channel is told whose turn it is
#[poise::command(slash_command)]
async fn pings(ctx: Context<'_>, #[description = "How Players are named"] style: Option<Style>) -> Result<(), Error> {
    let style = style.map(|style| match style {
        Style::Mention => Announce::Mention,
        Style::Silent => Announce::Silent,
        Style::Name => Announce::Name,
    });
    run(ctx, move |request| async move { settings::pings(&request, style).await }).await
}

/// How long computers may think on this server, and what they used in the last hour
#[poise::command(slash_command)]
async fn computers(
    ctx: Context<'_>,
    #[description = "Minutes of one processor core per hour; beyond that computers play weaker"]
    #[min = 0]
    #[max = 600]
    minutes: Option<u16>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { settings::computers(&request, minutes).await }).await
}

/// Limits for this server's own Battalions
#[poise::command(slash_command)]
async fn limits(
    ctx: Context<'_>,
    #[description = "How many Battalions"]
    #[min = 0]
    #[max = 50]
    battalions: Option<u16>,
    #[description = "Bytes in a file"]
    #[min = 512]
    #[max = 131072]
    bytes: Option<u32>,
    #[description = "Spaces in a Territory"]
    #[min = 1]
    #[max = 312]
    spaces: Option<u16>,
    #[description = "Pieces in the army, reserves included"]
    #[min = 1]
    #[max = 400]
    pieces: Option<u16>,
    #[description = "Seconds to check a file"]
    #[min = 1]
    #[max = 20]
    seconds: Option<u16>,
) -> Result<(), Error> {
    let changes = LimitChanges { battalions, bytes, spaces, pieces, seconds };
    run(ctx, move |request| async move { settings::limits(&request, changes).await }).await
}

/// What was changed on this server and by whom
#[poise::command(slash_command)]
async fn log(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { log_flow::show(&request, 0).await }).await
}
