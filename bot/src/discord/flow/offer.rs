//! Draws and giving up.

use serenity::all::ButtonStyle;

use super::{Outcome, openly, person, refuse, resolve_game, say_done};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::responder::Responder;
use crate::discord::wording::{ask, clash, refusal};
use crate::host::{Board, GameId, Over, Refusal, Scene, Version};

/// Asks whether the person is sure to give up the game here.
pub async fn ask_resign(app: &Shared, responder: &Responder, game: Option<String>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    sure_resign(app, responder, game).await
}

/// Asks whether the person is sure to give up.
pub async fn sure_resign(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    responder.hold().await;
    let scene = running(app, game).await?;
    let cost = app.host.cost_of_resigning(game, person(responder)).await?;
    let of = ComponentContext { game, version: scene.version };
    let buttons = vec![
        of.button("Resign", ButtonStyle::Danger, Intent::ResignNow),
        of.button("Play On", ButtonStyle::Secondary, Intent::Never),
    ];
    let question = match cost {
        None => ask::RESIGN.to_owned(),
        Some(cost) => clash::resign(&cost),
    };
    responder.say(Answer::text(question).buttons(buttons)).await;
    Ok(())
}

/// Gives up.
pub async fn resign(app: &Shared, responder: &Responder, of: ComponentContext) -> Outcome {
    responder.hold().await;
    let done = app.host.resign(&openly(responder), of.game, Some(of.version)).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Offers a draw in the game here, or agrees to the offer that stands.
pub async fn draw_here(app: &Shared, responder: &Responder, game: Option<String>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    draw(app, responder, game, None).await
}

/// Offers a draw, or agrees to the offer that stands. A press names the position it was made in.
pub async fn draw(app: &Shared, responder: &Responder, game: GameId, expected: Option<Version>) -> Outcome {
    responder.hold().await;
    let scene = running(app, game).await?;
    let done = match scene.view.draw_offer.is_empty() {
        true => app.host.offer_draw(&openly(responder), game, expected).await?,
        false => app.host.answer_draw(&openly(responder), game, expected, true).await?,
    };
    say_done(app, responder, done).await;
    Ok(())
}

/// Declines the offer that stands, or takes the own one back.
pub async fn no_draw(app: &Shared, responder: &Responder, of: ComponentContext) -> Outcome {
    responder.hold().await;
    let done = app.host.answer_draw(&openly(responder), of.game, Some(of.version), false).await?;
    say_done(app, responder, done).await;
    Ok(())
}

async fn running(app: &Shared, game: GameId) -> Result<Box<Scene>, Error> {
    match app.host.board(game).await? {
        Board::Game(scene) if scene.over => Err(Refusal::from(Over::Game).into()),
        Board::Game(scene) => Ok(scene),
        Board::Lobby(_) | Board::Challenge(_) => Err(refuse(refusal::LOBBY)),
    }
}
