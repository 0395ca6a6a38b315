//! Replacement for a rejected direct message: a mention in the channel that gives the reason. From then on, boards
//! mention the person.

use super::action::DeliveryAction;
use super::reach::{Around, reachable};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::messages::people::{mentioning, who};
use crate::discord::wording::delivery::{Instead, direct_refused};
use crate::host::{Board, Error, Member, Notice, Ping};

/// Composes the public message about the decision that is pending now.
pub async fn compose(app: &Shared, notice: &Notice) -> Result<DeliveryAction, Error> {
    let (place, asked, what) = match app.host.views.board(notice.game).await? {
        Board::Game(scene) if !scene.over => (scene.place, scene.to_act, Instead::Turn),
        Board::Challenge(challenge) if challenge.closed.is_none() => {
            (challenge.place, challenge.challenged.into_iter().collect(), Instead::Invitation)
        }
        Board::Lobby(lobby) if lobby.closed.is_none() => (lobby.place, lobby.invited, Instead::Invitation),
        _ => return Ok(DeliveryAction::Supersede),
    };
    let mut refused: Vec<Member> = Vec::new();
    for member in asked {
        let settings = app.host.settings.person_settings(member.person).await?;
        if settings.ping == Ping::Dm && settings.dm_closed {
            refused.push(member);
        }
    }
    if refused.is_empty() {
        return Ok(DeliveryAction::Supersede);
    }
    let style = app.host.settings.announce_in(place.guild).await?;
    let pinged = reachable(app, Around { game: notice.game, guild: place.guild, style }, &refused).await;
    let text = direct_refused(&who(&refused, &pinged), what);
    Ok(DeliveryAction::post(mentioning(Answer::text(text), &pinged).announced(style)))
}
