//! `/clash` and `/bid`: Chess: The Clash of the Armies.

use engine::action::ClashAction;
use engine::clash::Order;

use super::choice::{Computer, Spot, Theme, Time};
use super::complete;
use super::run;
use crate::discord::app::{Context, Error};
use crate::discord::flow;
use crate::discord::flow::clash::{self, Rival, auction, shop};
use crate::discord::flow::place::Defaults;
use crate::discord::wording::refusal;
use crate::host::{ClashOptions, Colours};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum White {
    #[name = "Drawn by lot"]
    Drawn,
    #[name = "You"]
    Challenger,
    #[name = "Your opponent"]
    Challenged,
}

/// Chess: The Clash of the Armies.
#[expect(
    clippy::unused_async,
    reason = "a command is async; this one only has subcommands"
)]
#[poise::command(
    slash_command,
    rename = "clash",
    subcommands(
        "new", "shop", "buy", "sell", "arrange", "undo", "suggest", "ready", "raise", "stop"
    ),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn root(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Challenge somebody to a match of three rounds with armies that are bought.
#[poise::command(slash_command)]
async fn new(
    ctx: Context<'_>,
    #[description = "Whom you challenge"] opponent: Option<serenity::all::User>,
    #[description = "Or the computer: how strong it is"] computer: Option<Computer>,
    #[description = "Who has White in all rounds"] white: Option<White>,
    #[description = "Time for each turn, army and bid; who runs out of it loses the round and the army"]
    time: Option<Time>,
    #[description = "Pawns capture en passant"] en_passant: Option<bool>,
    #[description = "Where it is played"]
    #[rename = "where"]
    spot: Option<Spot>,
    #[description = "Colours of the pictures"] theme: Option<Theme>,
) -> Result<(), Error> {
    let options = ClashOptions {
        colours: match white {
            None | Some(White::Drawn) => Colours::Drawn,
            Some(White::Challenger) => Colours::Challenger,
            Some(White::Challenged) => Colours::Challenged,
        },
        en_passant: en_passant.unwrap_or(false),
        ..ClashOptions::default()
    };
    let defaults = Defaults {
        time: time.map(Time::seconds),
        theme: theme.map(Into::into),
        ..Defaults::default()
    };
    let spot = Spot::place(spot);
    run(ctx, move |app, responder| async move {
        let opponent = match (opponent, computer) {
            (Some(user), None) => Rival::Person(Box::new(user)),
            (None, Some(level)) => Rival::Computer(level.into()),
            _ => return Err(flow::refuse(refusal::WHOM)),
        };
        clash::challenge(&app, &responder, opponent, options, defaults, spot).await
    })
    .await
}

game_command! {
    /// Show your unfinished army and the price list, to you alone.
    #[poise::command(slash_command, rename = "shop")]
    async fn shop() => |app, responder, game| shop::here(&app, &responder, game)
}

game_command! {
    /// Buy pieces: Queen d1, Rook a1, Pawn a2-h2. All of it, or nothing.
    #[poise::command(slash_command)]
    async fn buy(
        #[description = "Pieces and their squares: Queen d1, Rook a1, Pawn a2-h2"]
        #[autocomplete = "complete::buy"]
        #[max_length = 400]
        text: String,
    ) => |app, responder, game| shop::line(&app, &responder, game, Order::Buy, &text)
}

game_command! {
    /// Sell pieces of your army for what they cost: a1, b2-d2.
    #[poise::command(slash_command)]
    async fn sell(
        #[description = "Squares of the pieces, or `hand 1`"]
        #[autocomplete = "complete::sell"]
        #[max_length = 400]
        text: String,
    ) => |app, responder, game| shop::line(&app, &responder, game, Order::Sell, &text)
}

game_command! {
    /// Put pieces of your army on other squares: a1 h1, b1 c1.
    #[poise::command(slash_command)]
    async fn arrange(
        #[description = "From and to: a1 h1, b1 hand, hand 1 c1"]
        #[autocomplete = "complete::arrange"]
        #[max_length = 400]
        text: String,
    ) => |app, responder, game| shop::line(&app, &responder, game, Order::Arrange, &text)
}

game_command! {
    /// Take back your last step of buying or arranging.
    #[poise::command(slash_command)]
    async fn undo() => |app, responder, game| shop::step_here(&app, &responder, game, ClashAction::UndoShop)
}

game_command! {
    /// Complete your army as the bot suggests; you can still change it.
    #[poise::command(slash_command)]
    async fn suggest() => |app, responder, game| shop::step_here(&app, &responder, game, ClashAction::Suggest)
}

game_command! {
    /// Confirm your army; it cannot be changed afterwards.
    #[poise::command(slash_command)]
    async fn ready() => |app, responder, game| shop::step_here(&app, &responder, game, ClashAction::Ready)
}

game_command! {
    /// Raise the bid for the Amazon by 0.5.
    #[poise::command(slash_command)]
    async fn raise() => |app, responder, game| auction::raise_here(&app, &responder, game, true)
}

game_command! {
    /// Stop raising: the other has the Amazon, you have draw odds.
    #[poise::command(slash_command)]
    async fn stop() => |app, responder, game| auction::raise_here(&app, &responder, game, false)
}

game_command! {
    /// Bid for the Amazon in secret; you can change it until both bids are in.
    #[poise::command(slash_command, interaction_context = "Guild|BotDm")]
    pub async fn bid(
        #[description = "How much gold, a multiple of 0.5; leave it out for a form"]
        #[max_length = 12]
        gold: Option<String>,
    ) => |app, responder, game| auction::bid_here(&app, &responder, game, gold.as_deref())
}
