//! Pauses and adjournments: their requests, their ends, and games that nobody continues.

pub mod commands;
pub mod words;

use crate::discord::features::lobby::place::{Where, here, settle_place};
use crate::discord::request::{Outcome, Request};
use crate::host::{Board, GameId, Standing};

/// Asks for a pause in the game here, or agrees to the one that is asked for.
pub async fn pause_here(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    pause(request, game, false).await
}

/// Asks for a pause; `answer`: only agrees to one.
pub async fn pause(request: &Request, game: GameId, answer: bool) -> Outcome {
    request.hold().await;
    let done = request.host().games.ask_pause(&request.public_actor(), game, answer).await?;
    request.say_done(done).await;
    Ok(())
}

/// Wants no pause.
pub async fn no_pause(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let done = request.host().games.no_pause(&request.public_actor(), game).await?;
    request.say_done(done).await;
    Ok(())
}

/// Resumes the paused game here, or an adjourned one from another channel.
pub async fn resume_here(request: &Request, game: Option<String>) -> Outcome {
    request.hold().await;
    let game = match game {
        Some(named) => request.find_game(Some(&named)).await?,
        None if request.guild.is_none() => request.resolve_game(None).await?,
        None => request.host().games.to_resume(&request.who(), request.channel).await?,
    };
    resume(request, game).await
}

/// Resumes a game; an adjourned one continues in this channel.
pub async fn resume(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let adjourned = match request.host().views.board(game).await? {
        Board::Game(scene) => scene.clock.standing == Some(Standing::Adjourned),
        _ => false,
    };
    let place = if adjourned {
        let mut place = here(request)?;
        settle_place(request, Where::Here, &mut place, "").await?;
        Some(place)
    } else {
        None
    };
    let done = request.host().games.resume(&request.public_actor(), game, place).await?;
    request.say_done(done).await;
    Ok(())
}

/// Says that the game is still played.
pub async fn still_playing(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let done = request.host().games.still_playing(&request.public_actor(), game).await?;
    request.say_done(done).await;
    Ok(())
}
