//! Draws and giving up.

pub mod commands;

use serenity::all::ButtonStyle;

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::features::board;
use crate::discord::features::clash::words as clash;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::ask;
use crate::host::{GameId, Version};

/// Asks whether the person is sure to give up the game here.
pub async fn ask_resign(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    sure_resign(request, game).await
}

/// Asks whether the person is sure to give up.
pub async fn sure_resign(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let scene = board::running(&request.app, game).await?;
    request.host().games.may_resign(game, request.person()).await?;
    let cost = request.host().clash.cost_of_resigning(game, request.person()).await?;
    let of = ComponentContext { game, version: scene.version };
    let buttons = vec![
        of.button("Resign", ButtonStyle::Danger, Intent::ResignNow),
        of.button("Play On", ButtonStyle::Secondary, Intent::Never),
    ];
    let question = match cost {
        None => ask::RESIGN.to_owned(),
        Some(cost) => clash::resign(&cost),
    };
    request.say(Answer::text(question).buttons(buttons)).await;
    Ok(())
}

/// Gives up.
pub async fn resign(request: &Request, of: ComponentContext) -> Outcome {
    request.hold().await;
    let done = request.host().games.resign(&request.public_actor(), of.game, Some(of.version)).await?;
    request.say_done(done).await;
    Ok(())
}

/// Offers a draw in the game here, or agrees to the offer that stands.
pub async fn draw_here(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    draw(request, game, None).await
}

/// Offers a draw, or agrees to the offer that stands. A press names the position it was made in.
pub async fn draw(request: &Request, game: GameId, expected: Option<Version>) -> Outcome {
    request.hold().await;
    let scene = board::running(&request.app, game).await?;
    let done = if scene.view.draw_offer.is_empty() {
        request.host().games.offer_draw(&request.public_actor(), game, expected).await?
    } else {
        request.host().games.answer_draw(&request.public_actor(), game, expected, true).await?
    };
    request.say_done(done).await;
    Ok(())
}

/// Agrees to the offer that stands. Without one nothing is offered.
pub async fn accept_draw(request: &Request, of: ComponentContext) -> Outcome {
    request.hold().await;
    let done = request.host().games.answer_draw(&request.public_actor(), of.game, Some(of.version), true).await?;
    request.say_done(done).await;
    Ok(())
}

/// Declines the offer that stands, or takes the own one back.
pub async fn no_draw(request: &Request, of: ComponentContext) -> Outcome {
    request.hold().await;
    let done = request.host().games.answer_draw(&request.public_actor(), of.game, Some(of.version), false).await?;
    request.say_done(done).await;
    Ok(())
}
