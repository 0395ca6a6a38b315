//! Private messages of a seat: its Targets, and whether it is to act.

use super::people::display_names;
use crate::discord::answer::Answer;
use crate::discord::features::private::words;
use crate::discord::wording::cards;
use crate::host::{Card, Error, PendingDecision, PersonId, Private, Views};

/// The Target card of a seat, for its holder.
pub async fn card(views: &Views, private: &Private, person: PersonId) -> Result<Answer, Error> {
    let names = display_names(&private.seats);
    let Some(text) = words::card(&private.view, &names) else {
        return Ok(Answer::text(words::NONE));
    };
    let answer = Answer::text(text);
    let Some(card) = cards::targets(private) else {
        return Ok(answer);
    };
    let theme = views.own_theme(private.game, person).await?;
    let picture = views.card(Card::Targets(card), theme).await?;
    Ok(answer.picture_named(&picture, "targets.png"))
}

/// Returns true if the person is to act now. A sealed bid can be changed, but nobody waits for that.
pub fn is_next(private: &Private) -> bool {
    match &private.decision {
        PendingDecision::Turn | PendingDecision::Shop(_) | PendingDecision::Raise(_) => true,
        PendingDecision::Bid(decision) => decision.sealed.is_none(),
        PendingDecision::Placement(_) | PendingDecision::Volatile(_) | PendingDecision::Nothing => false,
    }
}
