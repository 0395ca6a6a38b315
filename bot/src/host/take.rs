//! Taking an action that has been found legal: the game as it will be, how to store it, and what is to be said.

use engine::action::{Action, ClashAction};
use engine::board::Seat;

use crate::store::NewAction;

use super::PersonId;
use super::change::Decision;
use super::course::effect;
use super::error::{Error, Fault};
use super::loaded::{Loaded, Play, sealed};
use super::model::NoticeKind;
use super::play::running;

/// What to tell whoever acted. It is kept for a repeated delivery in a public row: nothing sealed is in it.
fn said(before: &Play, seat: Seat, action: &Action) -> String {
    match action {
        Action::Turn(turn) => format!("You played {}.", before.game.turn_text(turn)),
        Action::Place { .. } => "Your Territory is placed.".to_owned(),
        Action::ChooseVolatile { .. } => {
            "Your choice is sealed; you can change it until all are in.".to_owned()
        }
        Action::Clash(action) => match action {
            ClashAction::Bid { .. } => {
                "Your bid is sealed; you can change it until the other is in.".to_owned()
            }
            ClashAction::Raise => "You raise.".to_owned(),
            ClashAction::Stop => "You stop.".to_owned(),
            ClashAction::Ready => "Your army is confirmed.".to_owned(),
            _ => "Your army is changed.".to_owned(),
        },
        Action::Resign => "You have resigned.".to_owned(),
        Action::OfferDraw if before.offer_since.is_some() => "You agree to a draw.".to_owned(),
        Action::OfferDraw => "You have offered a draw.".to_owned(),
        Action::DeclineDraw if before.public().draw_offer.contains(&seat) => {
            "You take your offer back.".to_owned()
        }
        Action::DeclineDraw => "You decline the draw.".to_owned(),
        Action::TimeOut => String::new(),
    }
}

/// Takes an action: the game as it will be, and how to store that.
pub(super) fn decide(
    game: &Loaded,
    seat: Seat,
    person: Option<PersonId>,
    action: &Action,
    now: i64,
) -> Result<Decision, Error> {
    let before = running(game)?;
    let mut decision = Decision::on(game);
    let mut play = before.clone();
    decision.said = said(before, seat, action);
    let version = decision.next.version;
    play.apply(version, seat, person, action)?;
    let text = serde_json::to_string(action)
        .map_err(|_| Fault::plain("writing an action", "it cannot be written"))?;
    decision.change.action = Some(NewAction {
        seat: seat.0,
        person,
        action: text,
        effect: effect(before, &play)?,
        sealed: sealed(action),
    });
    if play.position_since == version {
        decision.position_changed(&play, now);
    } else {
        match action {
            Action::OfferDraw => decision.announce(NoticeKind::DrawOffer),
            Action::DeclineDraw => decision.announce(NoticeKind::DrawDeclined),
            Action::Clash(ClashAction::Bid { .. }) => decision.announce(NoticeKind::Sealed),
            _ => {}
        }
    }
    decision.next.play = Some(play);
    Ok(decision)
}
