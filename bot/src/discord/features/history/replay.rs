//! `/match replay`: the game so far as an animation.

use std::time::Duration;

use crate::discord::answer::Answer;
use crate::discord::features::board as look;
use crate::discord::features::moves::words;
use crate::discord::request::{Outcome, Request};
use crate::host::{GameId, Progress};

/// Waiting time before progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Shows the replay of the game here, or of the named one.
pub async fn here(request: &Request, game: Option<String>, everyone: bool) -> Outcome {
    let game = request.resolve_game(game).await?;
    show(request, game, everyone).await
}

/// Draws it, says meanwhile how far it is, and shows it to the person, or to everybody where they may write.
pub async fn show(request: &Request, game: GameId, everyone: bool) -> Outcome {
    request.hold().await;
    let everyone = if everyone { Some(request.to_everyone()?) } else { None };
    let progress = Progress::default();
    // A game that ends while it is drawn is shown without its end.
    let over = look::scene(&request.app, game).await?.over;
    let mut drawing = std::pin::pin!(request.host().views.replay(game, progress.clone()));
    let animation = loop {
        tokio::select! {
            drawn = &mut drawing => break drawn?,
            () = tokio::time::sleep(PATIENCE) => {
                request.meanwhile(words::drawing_replay(progress.percent())).await;
            }
        }
    };
    let answer = Answer::text(words::replay(over)).animation(&animation, "replay.gif");
    if let Some(everyone) = everyone {
        everyone.show(answer).await;
        request.say(words::REPLAY_SHOWN).await;
    } else {
        request.say(answer).await;
    }
    Ok(())
}
