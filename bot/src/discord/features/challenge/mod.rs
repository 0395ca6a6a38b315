//! Games with invited people: invitations, challenges to a duel, rematches. Module `lobby` handles the acceptance.

pub mod commands;
pub mod words;

use serenity::all::User;

use crate::discord::features::lobby;
use crate::discord::features::lobby::opening;
use crate::discord::features::lobby::place::{Defaults, Where, here};
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::refusal;
use crate::host::{DuelChallenge, GameId, Opening};

/// Challenges a person to a duel of Titan's Battalion.
pub async fn challenge(
    request: &Request,
    opponent: User,
    mut challenge: DuelChallenge,
    defaults: Defaults,
    spot: Where,
) -> Outcome {
    request.hold().await;
    if opponent.bot {
        return Err(refuse(refusal::BOT));
    }
    let place = here(request)?;
    let settings = request.host().settings.settings_of(place.guild).await?;
    let options = &mut challenge.options;
    lobby::complete(&request.app, options, defaults, &settings)?;
    let who = request.who();
    let opponent = &challenge.opponent;
    request.host().lobbies.may_challenge_to_duel(&who, &place, opponent, options).await?;
    for wanted in [&mut challenge.mine, &mut challenge.theirs] {
        if let Some(text) = wanted.take() {
            let battalion = lobby::chosen(request, &text).await?;
            // Checks before opening, so that no thread is created for a refused game.
            request.host().lobbies.may_pick(&who, &place, &challenge.options, &battalion).await?;
            *wanted = Some(battalion);
        }
    }
    opening::open(request, Opening::Duel(challenge), spot).await
}

/// Proposes a rematch of the named game, else of the game in this channel.
pub async fn rematch_here(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    rematch(request, game).await
}

/// Proposes a rematch, or agrees to one.
pub async fn rematch(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let done = request.host().lobbies.rematch(&request.who(), game).await?;
    request.say_done(done).await;
    Ok(())
}
