//! `/lobby`: commands about a game that is being set up.

use crate::discord::app::{Context, Error};
use crate::discord::commands::choice::Computer;
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::lobby::odds as handicap;
use crate::discord::features::lobby::seed;
use crate::discord::features::{lobby as flow, seats as table};
use crate::host::Odds;

/// Join, leave or start the game being set up in this channel
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    subcommands("join", "word", "odds", "leave", "start", "kick"),
    subcommand_required,
    interaction_context = "Guild|BotDm"
)]
pub async fn lobby(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Join the game being set up here, or change your Battalion
#[poise::command(slash_command)]
async fn join(
    ctx: Context<'_>,
    #[description = "Your Battalion"]
    #[autocomplete = "complete::battalion"]
    #[max_length = 100]
    battalion: Option<String>,
    #[description = "Play as a team with this person, in one seat"] with: Option<serenity::all::User>,
    #[description = "Seat a computer instead of yourself: how strong it is"] computer: Option<Computer>,
    #[description = "A secret word for the draws, so that nobody else decides them"]
    #[max_length = 64]
    word: Option<String>,
) -> Result<(), Error> {
    let with = with.map(|user| user.id);
    run(ctx, move |request| async move {
        match computer {
            Some(level) => flow::add_computer(&request, level.into(), battalion).await,
            None => flow::join(&request, None, battalion, with, word).await,
        }
    })
    .await
}

/// Add a secret word to the draws of the game being set up here, so that nobody else decides them
#[poise::command(slash_command)]
async fn word(
    ctx: Context<'_>,
    #[description = "A word nobody can guess, or its SHA-256 if you tell the word only when the seats are fixed"]
    #[max_length = 64]
    word: String,
) -> Result<(), Error> {
    run(ctx, move |request| async move { seed::add(&request, None, &word).await }).await
}

/// Odds that the Player of the stronger army gives in a duel.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum OddsChoice {
    #[name = "Half the time"]
    HalfTime,
    #[name = "A quarter of the time"]
    QuarterTime,
    #[name = "No pieces in reserve"]
    NoReserves,
    #[name = "None"]
    None,
}

/// Give odds in the duel being set up here: your army scores more, or nobody else has joined yet
#[poise::command(slash_command)]
async fn odds(ctx: Context<'_>, #[description = "What you go without"] odds: OddsChoice) -> Result<(), Error> {
    let odds = match odds {
        OddsChoice::HalfTime => Some(Odds::HalfTime),
        OddsChoice::QuarterTime => Some(Odds::QuarterTime),
        OddsChoice::NoReserves => Some(Odds::NoReserves),
        OddsChoice::None => None,
    };
    run(ctx, move |request| async move { handicap::give(&request, None, odds).await }).await
}

/// Leave the game being set up here
#[poise::command(slash_command)]
async fn leave(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { flow::leave(&request, None).await }).await
}

/// Start the game being set up here
#[poise::command(slash_command)]
async fn start(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { flow::start(&request, None, None).await }).await
}

/// Remove someone from the lobby you opened here
#[poise::command(slash_command)]
async fn kick(ctx: Context<'_>, #[description = "Who to remove"] player: serenity::all::User) -> Result<(), Error> {
    run(ctx, |request| async move { table::kick(&request, player).await }).await
}

/// End the game for everyone: moderators, or until its second turn the person who opened it
#[poise::command(slash_command)]
pub async fn end(
    ctx: Context<'_>,
    #[description = "Why, for everyone to read"]
    #[max_length = 200]
    reason: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { flow::end(&request, reason).await }).await
}
