//! `/play`, `/learn`, and *Apps → Challenge* on a person: entry points for newcomers.

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::{learn as lessons, start};

/// Find a game: two questions, then you have a seat
#[poise::command(slash_command, interaction_context = "Guild")]
pub async fn play(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { start::begin(&request).await }).await
}

/// Challenges the person on whom it is chosen: to a duel, or to a match of Clash of the Armies.
#[poise::command(context_menu_command = "Challenge", interaction_context = "Guild")]
pub async fn challenge(ctx: Context<'_>, person: serenity::all::User) -> Result<(), Error> {
    run(ctx, move |request| async move { start::challenge_person(&request, &person).await }).await
}

/// Learn to play in six short lessons, alone and in private
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
pub async fn learn(
    ctx: Context<'_>,
    #[description = "Which lesson; without it the list"]
    #[autocomplete = "complete::lesson"]
    #[max_length = 100]
    lesson: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { lessons::begin(&request, lesson.as_deref()).await }).await
}
