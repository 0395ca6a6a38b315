//! `/clash`: Chess: The Clash of the Armies.

use engine::action::ClashAction;
use engine::clash::Order;

use crate::discord::app::{Context, Error};
use crate::discord::commands::choice::{Computer, First, Spot, Theme};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::clash;
use crate::discord::features::clash::{Rival, auction, shop};
use crate::discord::features::lobby::place::Defaults;
use crate::host::ClashOptions;

/// Play Chess: The Clash of the Armies
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    rename = "clash",
    subcommands(
        "new",
        "challenge",
        "shop",
        "buy",
        "sell",
        "arrange",
        "undo",
        "suggest",
        "ready",
        "bid",
        "raise",
        "pass"
    ),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn root(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Defines a command that opens a match: its own options, followed by those of every match.
macro_rules! match_command {
    ($(#[$($attribute:tt)*])* async fn $name:ident($($own:tt)*) => $rival:expr) => {
        $(#[$($attribute)*])*
        async fn $name(
            ctx: Context<'_>,
            $($own)*
            #[description = "Who plays White in every round"] white: Option<First>,
            #[description = "Time for each turn, army or bid: 3 days, 36h, 1 day + 5 days reserve, 30m + 30s a move, none"]
            #[autocomplete = "complete::time"]
            #[max_length = 100]
            time: Option<String>,
            #[description = "Allow en passant"]
            #[rename = "en-passant"]
            en_passant: Option<bool>,
            #[description = "Where to play"] location: Option<Spot>,
            #[description = "Colours of the board"] theme: Option<Theme>,
        ) -> Result<(), Error> {
            let options = ClashOptions {
                colours: First::colours(white),
                en_passant: en_passant.unwrap_or(false),
                ..ClashOptions::default()
            };
            let defaults = Defaults { time, theme: theme.map(Into::into), ..Defaults::default() };
            let (rival, spot) = ($rival, Spot::place(location));
            run(ctx, move |request| async move { clash::challenge(&request, rival, options, defaults, spot).await }).await
        }
    };
}

match_command! {
    /// Open a three-round match with armies you buy, for anyone to accept
    #[poise::command(slash_command)]
    async fn new(
        #[description = "Play the computer: how strong it is"] computer: Option<Computer>,
    ) => computer.map_or(Rival::Anyone, |level| Rival::Computer(level.into()))
}

match_command! {
    /// Challenge someone to a three-round match with armies you buy
    #[poise::command(slash_command)]
    async fn challenge(
        #[description = "Who to challenge"] opponent: serenity::all::User,
    ) => Rival::Person(Box::new(opponent))
}

game_command! {
    /// See your army and the price list (only you see it)
    #[poise::command(slash_command, rename = "shop")]
    async fn shop() => |request, game| shop::here(&request, game)
}

game_command! {
    /// Buy pieces, such as Queen d1, Rook a1, Pawn a2-h2: all of them or none
    #[poise::command(slash_command)]
    async fn buy(
        #[description = "Pieces and squares, such as Queen d1, Rook a1, Pawn a2-h2"]
        #[autocomplete = "complete::buy"]
        #[max_length = 400]
        text: String,
    ) => |request, game| shop::line(&request, game, Order::Buy, &text)
}

game_command! {
    /// Sell pieces for what they cost, such as a1, b2-d2, or all
    #[poise::command(slash_command)]
    async fn sell(
        #[description = "Their squares, hand 1 for a piece in hand, or all"]
        #[autocomplete = "complete::sell"]
        #[max_length = 400]
        text: String,
    ) => |request, game| shop::line(&request, game, Order::Sell, &text)
}

game_command! {
    /// Move pieces of your army to other squares, such as a1 h1, b1 c1
    #[poise::command(slash_command)]
    async fn arrange(
        #[description = "From and to, such as a1 h1, b1 hand, hand 1 c1"]
        #[autocomplete = "complete::arrange"]
        #[max_length = 400]
        text: String,
    ) => |request, game| shop::line(&request, game, Order::Arrange, &text)
}

game_command! {
    /// Undo your last step in the shop
    #[poise::command(slash_command)]
    async fn undo() => |request, game| shop::step_here(&request, game, ClashAction::UndoShop)
}

game_command! {
    /// Start from a ready-made army, or let the bot complete yours; you can still change it
    #[poise::command(slash_command)]
    async fn suggest(
        #[description = "An army to start from; without one yours is completed"]
        #[autocomplete = "complete::army"]
        #[max_length = 100]
        army: Option<String>,
    ) => |request, game| shop::suggest_here(&request, game, army)
}

game_command! {
    /// Confirm your army; you cannot change it afterwards
    #[poise::command(slash_command)]
    async fn ready() => |request, game| shop::ready_here(&request, game)
}

game_command! {
    /// Raise the bid for the Amazon by 0.5 gold
    #[poise::command(slash_command)]
    async fn raise() => |request, game| auction::raise_here(&request, game, true)
}

game_command! {
    /// Pass: your opponent gets the Amazon, you get draw odds
    #[poise::command(slash_command)]
    async fn pass() => |request, game| auction::raise_here(&request, game, false)
}

game_command! {
    /// Bid for the Amazon in secret; you can change it until both bids are in
    #[poise::command(slash_command)]
    async fn bid(
        #[description = "How much gold, a multiple of 0.5; leave empty for a form"]
        #[max_length = 12]
        gold: Option<String>,
    ) => |request, game| auction::bid_here(&request, game, gold.as_deref())
}
