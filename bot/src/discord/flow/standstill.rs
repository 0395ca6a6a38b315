//! Clocks that stand still: asking for a pause, going on, and games that nobody goes on with.

use super::place::{Where, here, settle_place};
use super::{Outcome, find_game, openly, resolve_game, say_done, who};
use crate::discord::app::Shared;
use crate::discord::error::Error;
use crate::discord::responder::Responder;
use crate::host::{Board, ChannelId, GameId, Standing};

/// Asks for a pause in the game here, or agrees to the one that is asked for.
pub async fn pause_here(app: &Shared, responder: &Responder, game: Option<String>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    pause(app, responder, game, false).await
}

/// Asks for a pause; `answer`: only agrees to one.
pub async fn pause(app: &Shared, responder: &Responder, game: GameId, answer: bool) -> Outcome {
    responder.hold().await;
    let done = app.host.ask_pause(&openly(responder), game, answer).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Wants no pause.
pub async fn no_pause(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    responder.hold().await;
    let done = app.host.no_pause(&openly(responder), game).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Resumes the paused game here, or an adjourned one from another channel.
pub async fn resume_here(app: &Shared, responder: &Responder, game: Option<String>) -> Outcome {
    responder.hold().await;
    let game = match game {
        Some(named) => find_game(app, responder, Some(&named)).await?,
        None => match standing_here(app, responder).await? {
            Some(game) => game,
            None => app.host.adjourned(&who(responder)).await?,
        },
    };
    resume(app, responder, game).await
}

/// Game of this channel, if its clock is stopped.
async fn standing_here(app: &Shared, responder: &Responder) -> Result<Option<GameId>, Error> {
    let Ok(game) = app.host.game_in(ChannelId(responder.channel.get())).await else {
        return Ok(None);
    };
    Ok(match app.host.board(game).await? {
        Board::Game(scene) if scene.clock.standing.is_some() => Some(game),
        _ => None,
    })
}

/// Resumes a game; an adjourned one continues in this channel.
pub async fn resume(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    responder.hold().await;
    let adjourned = match app.host.board(game).await? {
        Board::Game(scene) => scene.clock.standing == Some(Standing::Adjourned),
        _ => false,
    };
    let place = match adjourned {
        true => {
            let mut place = here(responder)?;
            settle_place(responder, Where::Here, &mut place, "").await?;
            Some(place)
        }
        false => None,
    };
    let done = app.host.resume(&openly(responder), game, place).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Says that the game is still played.
pub async fn still_playing(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    responder.hold().await;
    let done = app.host.still_playing(&openly(responder), game).await?;
    say_done(app, responder, done).await;
    Ok(())
}
