//! Games with invited people: invitations, challenges to a duel, rematches. Module `lobby` handles the acceptance.

use serenity::all::{ButtonStyle, CreateButton, User, UserId};

use super::place::{Defaults, Where, here};
use super::{Outcome, lobby, opening, refuse, resolve_game, say_done, who};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent};
use crate::discord::responder::Responder;
use crate::discord::wording::{invitation as words, refusal};
use crate::host::{DuelChallenge, GameId, Invitation, Lobby, Member, Missing, Opening, SeatOrder};

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

/// Invitation message. It mentions the people in `pinged`.
pub fn message(lobby: &Lobby, why: Invitation, settings: Vec<String>, pinged: &[Member]) -> Answer {
    let row = |seat: &crate::host::LobbySeat| words::Row {
        members: seat.members.clone(),
        battalion: seat.battalion.as_ref().map(|one| one.name.clone()),
        agreed: !seat.members.iter().any(|one| lobby.invited.contains(one)),
    };
    let name = |member: &Member| super::look::who(std::slice::from_ref(member), pinged);
    let sheet = words::Sheet {
        why,
        mode: lobby.options.mode.name().to_owned(),
        by: lobby.creator.clone(),
        settings,
        rows: lobby.seats.iter().map(row).collect(),
        fixed: lobby.options.order == SeatOrder::Fixed,
        asked: lobby.invited.iter().map(name).collect(),
        missing: lobby.missing.clone(),
        closed: lobby.closed.clone(),
    };
    let answer = Answer::text(words::sheet(&sheet));
    if lobby.closed.is_some() {
        return answer;
    }
    let answer = answer.mention(pinged.iter().map(|member| UserId::new(member.person.0)));
    answer.buttons(buttons(lobby))
}

/// Buttons of an invitation. Choosing a Battalion appears if one is open, starting if nothing is missing.
pub fn buttons(lobby: &Lobby) -> Vec<CreateButton> {
    let of = ComponentContext { game: lobby.game, version: lobby.version };
    let choose = |what: &Missing| matches!(what, Missing::Battalion(_) | Missing::OtherBattalion(_));
    let mut buttons = Vec::new();
    if !lobby.invited.is_empty() {
        buttons.push(of.button("Accept", ButtonStyle::Success, ClashIntent::Accept));
    }
    buttons.push(of.button("Decline", ButtonStyle::Secondary, ClashIntent::Decline));
    if lobby.missing.iter().any(choose) {
        let join = Intent::Join { page: 0 };
        buttons.push(of.button("Choose Battalion", ButtonStyle::Primary, join));
    }
    if lobby.missing.is_empty() {
        buttons.push(of.button("Start", ButtonStyle::Success, Intent::Start));
    }
    buttons
}
