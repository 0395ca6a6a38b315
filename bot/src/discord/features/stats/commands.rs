//! `/stats`: ratings and statistics of a server.

use serenity::all::User;

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::custom_id::StatsRef;
use crate::discord::features::stats as flow;
use crate::host::Pool;

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Rated {
    #[name = "Duels"]
    Duel,
    #[name = "Clash of the Armies"]
    Clash,
    #[name = "Party Mode"]
    Party,
}

impl From<Rated> for Pool {
    fn from(rated: Rated) -> Self {
        match rated {
            Rated::Duel => Pool::Duel,
            Rated::Clash => Pool::Clash,
            Rated::Party => Pool::Party,
        }
    }
}

/// Ratings, results and win rates on this server
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    subcommands("me", "player", "leaderboard", "battalion", "server"),
    subcommand_required,
    interaction_context = "Guild"
)]
pub async fn stats(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Your ratings, results and Battalions
#[poise::command(slash_command)]
async fn me(
    ctx: Context<'_>,
    #[description = "Which rating the picture shows"] game: Option<Rated>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { flow::me(&request, game.map(Into::into)).await }).await
}

/// Somebody else's ratings, results and Battalions
#[poise::command(slash_command)]
async fn player(
    ctx: Context<'_>,
    #[description = "Whose"] player: User,
    #[description = "Which rating the picture shows"] game: Option<Rated>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { flow::player(&request, &player, game.map(Into::into)).await }).await
}

/// The highest ratings
#[poise::command(slash_command)]
async fn leaderboard(
    ctx: Context<'_>,
    #[description = "Which rating; duels if you do not choose"] game: Option<Rated>,
) -> Result<(), Error> {
    let pool = game.map_or(Pool::Duel, Into::into);
    run(ctx, move |request| async move { flow::read(&request, StatsRef::Leaderboard(pool), 0).await }).await
}

/// How often a Battalion wins, by mode, version and opponent
#[poise::command(slash_command)]
async fn battalion(
    ctx: Context<'_>,
    #[description = "Which Battalion"]
    #[autocomplete = "complete::battalion"]
    #[max_length = 100]
    battalion: String,
) -> Result<(), Error> {
    run(ctx, move |request| async move { flow::battalion(&request, &battalion).await }).await
}

/// What is played here, and how often each Battalion wins
#[poise::command(slash_command)]
async fn server(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { flow::read(&request, StatsRef::Server, 0).await }).await
}
