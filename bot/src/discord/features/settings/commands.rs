//! `/settings`: a person's own settings. Without options, `me` shows the current ones.

use crate::discord::app::{Context, Error};
use crate::discord::commands::choice::Theme;
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::privacy as privacy_flow;
use crate::discord::features::settings;
use crate::discord::features::settings::Mine;
use crate::host::Ping;

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
    #[name = "My side"]
    Own,
    #[name = "South"]
    South,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum OwnTheme {
    #[name = "Same as the game"]
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

/// Your preferences, and what is kept about you
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(slash_command, subcommands("me", "privacy"), subcommand_required, interaction_context = "Guild|BotDm")]
pub async fn settings(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Your preferences; run without options to view them
#[poise::command(slash_command)]
async fn me(
    ctx: Context<'_>,
    #[description = "How you are told that it is your turn"] pings: Option<Pings>,
    #[description = "Which side is at the bottom of boards only you see"] board: Option<Side>,
    #[description = "Colours of boards only you see"] theme: Option<OwnTheme>,
    #[description = "Add the board as text, for screen readers"] text: Option<bool>,
    #[description = "Stop your clocks: 10 days, or 2026-12-20 to 2027-01-03; none when you are back"]
    #[autocomplete = "complete::holiday"]
    #[max_length = 100]
    holiday: Option<String>,
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
        holiday,
    };
    run(ctx, move |request| async move { settings::mine(&request, changes).await }).await
}

/// What is kept about you: hide your standing, export your data, or delete it
#[poise::command(slash_command)]
async fn privacy(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { privacy_flow::view(&request).await }).await
}
