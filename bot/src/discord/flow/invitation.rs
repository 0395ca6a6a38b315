//! Games with invited people: invitations, challenges to a duel, rematches. Module `lobby` handles the acceptance.

use serenity::all::User;

use super::place::{Defaults, Where, here};
use super::{Outcome, lobby, opening, refuse, resolve_game, say_done, who};
use crate::discord::app::Shared;
use crate::discord::responder::Responder;
use crate::discord::wording::refusal;
use crate::host::{DuelChallenge, GameId, Opening};

/// Challenges a person to a duel of Titan's Battalion.
pub async fn challenge(
    app: &Shared,
    responder: &Responder,
    opponent: User,
    mut challenge: DuelChallenge,
    defaults: Defaults,
    spot: Where,
) -> Outcome {
    responder.hold().await;
    if opponent.bot {
        return Err(refuse(refusal::BOT));
    }
    let place = here(responder)?;
    let settings = app.host.settings_of(place.guild).await?;
    let options = &mut challenge.options;
    lobby::complete(app, options, defaults, &settings)?;
    let who = who(responder);
    let opponent = &challenge.opponent;
    app.host.may_challenge_to_duel(&who, &place, opponent, options).await?;
    for wanted in [&mut challenge.mine, &mut challenge.theirs] {
        if let Some(text) = wanted.take() {
            let battalion = lobby::chosen(app, responder, &text).await?;
            // Checks before opening, so that no thread is created for a refused game.
            app.host.may_pick(&who, &place, &challenge.options, &battalion).await?;
            *wanted = Some(battalion);
        }
    }
    opening::open(app, responder, Opening::Duel(challenge), spot).await
}

/// Proposes a rematch of the named game, else of the game in this channel.
pub async fn rematch_here(app: &Shared, responder: &Responder, game: Option<String>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    rematch(app, responder, game).await
}

/// Proposes a rematch, or agrees to one.
pub async fn rematch(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    responder.hold().await;
    let done = app.host.rematch(&who(responder), game).await?;
    say_done(app, responder, done).await;
    Ok(())
}
