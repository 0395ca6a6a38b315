//! `/titans`: opening a game of Titan's Battalion.

use engine::titans::{GameMode, PlacementStyle};

use super::choice::{Spot, Theme};
use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow::lobby;
use crate::discord::flow::place::Defaults;
use crate::host::{LobbyOptions, SeatOrder};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Mode {
    #[name = "Duel (2 Players)"]
    Duel,
    #[name = "Assassin (3 to 6 Players, secret Targets)"]
    Assassin,
    #[name = "Free for all (3 to 6 Players)"]
    Ffa,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Placement {
    #[name = "Usual places"]
    Usual,
    #[name = "Everyone chooses"]
    Chosen,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Order {
    #[name = "Drawn by lot"]
    Random,
    #[name = "As people join"]
    Fixed,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Begin {
    #[name = "When somebody presses Start"]
    Start,
    #[name = "When everyone is there"]
    Full,
}

/// Titan's Battalion.
#[expect(
    clippy::unused_async,
    reason = "a command is async; this one only has subcommands"
)]
#[poise::command(
    slash_command,
    subcommands("new"),
    subcommand_required,
    interaction_context = "Guild"
)]
pub async fn titans(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Open a game that people can join.
#[expect(
    clippy::too_many_arguments,
    reason = "the options of a command are its arguments"
)]
#[poise::command(slash_command)]
async fn new(
    ctx: Context<'_>,
    #[description = "What is played"] mode: Mode,
    #[description = "Number of Players"]
    #[min = 2]
    #[max = 6]
    seats: Option<u8>,
    #[description = "Join at once with this Battalion"]
    #[autocomplete = "complete::battalion"]
    #[max_length = 100]
    battalion: Option<String>,
    #[description = "How Territories are placed"] placement: Option<Placement>,
    #[description = "Who sits where"] order: Option<Order>,
    #[description = "Time for each turn: 3 days, 36h, 1 day + 5 days reserve, 30m + 30s a move, none"]
    #[autocomplete = "complete::time"]
    #[max_length = 100]
    time: Option<String>,
    #[description = "Where it is played"]
    #[rename = "where"]
    spot: Option<Spot>,
    #[description = "When it begins"] begin: Option<Begin>,
    #[description = "Colours of the pictures"] theme: Option<Theme>,
    #[description = "Another Battlefield than the usual one, if this bot has any"]
    #[autocomplete = "complete::battlefield"]
    #[max_length = 100]
    battlefield: Option<String>,
) -> Result<(), Error> {
    let mode = match mode {
        Mode::Duel => GameMode::Duel,
        Mode::Assassin => GameMode::Assassin,
        Mode::Ffa => GameMode::Ffa,
    };
    let (fewest, _) = crate::host::Mode::from(mode).seats();
    let mut options = LobbyOptions::new(mode, fewest);
    options.placement = match placement {
        Some(Placement::Chosen) => PlacementStyle::Chosen,
        _ => PlacementStyle::Usual,
    };
    options.order = match order {
        Some(Order::Fixed) => SeatOrder::Fixed,
        _ => SeatOrder::Random,
    };
    options.battlefield = battlefield;
    options.start_when_full = matches!(begin, Some(Begin::Full));
    let defaults = Defaults {
        seats,
        time,
        theme: theme.map(Into::into),
    };
    let spot = Spot::place(spot);
    run(ctx, |app, responder| async move {
        lobby::open(&app, &responder, options, defaults, battalion, spot).await
    })
    .await
}
