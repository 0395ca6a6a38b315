//! `/match replay`: the game so far as an animation.

use std::time::Duration;

use serenity::all::Permissions;

use super::{Outcome, look, refuse, resolve_game};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::responder::Responder;
use crate::discord::wording::{clean, rules, turn as words};
use crate::host::{GameId, Progress};

/// Waiting time before progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Shows the replay of the game here, or of the named one.
pub async fn here(app: &Shared, responder: &Responder, game: Option<String>, everyone: bool) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    show(app, responder, game, everyone).await
}

/// Draws it, says meanwhile how far it is, and shows it to the person, or to everybody where they may write.
pub async fn show(app: &Shared, responder: &Responder, game: GameId, everyone: bool) -> Outcome {
    responder.hold().await;
    let needed = match responder.in_thread() {
        true => Permissions::SEND_MESSAGES_IN_THREADS,
        false => Permissions::SEND_MESSAGES,
    };
    let may = responder.guild.is_none() || responder.may.administrator() || responder.may.contains(needed);
    if everyone && !may {
        return Err(refuse(rules::NOT_HERE));
    }
    let progress = Progress::default();
    let mut drawing = std::pin::pin!(app.host.replay(game, progress.clone()));
    let animation = loop {
        tokio::select! {
            drawn = &mut drawing => break drawn?,
            () = tokio::time::sleep(PATIENCE) => {
                responder.meanwhile(words::drawing_replay(progress.percent())).await;
            }
        }
    };
    let over = look::scene(app, game).await?.over;
    let answer = Answer::text(words::replay(over)).animation(&animation, "replay.gif");
    if everyone {
        responder.show(answer.also(&rules::shown_by(&clean(&responder.name)))).await;
        responder.say(words::REPLAY_SHOWN).await;
    } else {
        responder.say(answer).await;
    }
    Ok(())
}
