//! Application of a legal action: next state of the game, stored data and notices.

use std::sync::Arc;

use engine::action::{Action, ClashAction};
use engine::board::Seat;

use crate::store::NewAction;

use crate::host::PersonId;
use crate::host::error::{Error, InternalError};
use crate::host::model::{Confirmation, NoticeKind};
use crate::host::session::change::Decision;
use crate::host::session::clock::Tick;
use crate::host::session::course::effect;
use crate::host::session::game::GameSession;
use crate::host::session::running::{RunningGame, sealed};

/// Confirmation for the person who acted; `None` for actions of the clock.
///
/// `moved_on` is true if the action led to a new position, as the last of several secret choices does.
fn confirmation(before: &RunningGame, moved_on: bool, seat: Seat, action: &Action) -> Option<Confirmation> {
    Some(match action {
        Action::Turn(turn) => Confirmation::Played(before.game.turn_text(turn)),
        Action::Place { .. } => Confirmation::TerritoryPlaced,
        Action::ChooseVolatile { .. } if moved_on => Confirmation::VolatileChosen,
        Action::ChooseVolatile { .. } => Confirmation::VolatileSealed,
        Action::Clash(ClashAction::Bid { .. }) => Confirmation::BidSealed,
        Action::Clash(ClashAction::Raise) => Confirmation::Raises,
        Action::Clash(ClashAction::Stop) => Confirmation::Stops,
        Action::Clash(ClashAction::Ready) => Confirmation::ArmyReady,
        Action::Clash(
            ClashAction::Buy { .. }
            | ClashAction::Sell { .. }
            | ClashAction::Arrange { .. }
            | ClashAction::Together { .. }
            | ClashAction::UndoShop
            | ClashAction::Suggest,
        ) => Confirmation::ArmyChanged,
        Action::Resign => Confirmation::Resigned,
        Action::OfferDraw if before.offer_since.is_some() => Confirmation::DrawAgreed,
        Action::OfferDraw => Confirmation::DrawOffered,
        Action::DeclineDraw if before.public().draw_offer.contains(&seat) => Confirmation::OfferWithdrawn,
        Action::DeclineDraw => Confirmation::DrawDeclined,
        Action::TimeOut | Action::DrawVolatile => return None,
    })
}

/// Applies an action and returns the next state with the data to store.
pub(in crate::host) fn decide(
    game: &GameSession,
    seat: Seat,
    person: Option<PersonId>,
    action: &Action,
) -> Result<Decision, Error> {
    let before = game.running()?;
    let mut decision = Decision::on(game);
    let version = decision.next.version;
    let play = before.after(version, seat, person, action)?;
    let moved_on = play.position_since == version;
    decision.confirmed.extend(confirmation(before, moved_on, seat, action));
    let text =
        serde_json::to_string(action).map_err(|_| InternalError::plain("writing an action", "it cannot be written"))?;
    decision.change.action = Some(NewAction {
        seat: seat.0,
        person,
        action: text,
        effect: effect(before, &play)?,
        sealed: sealed(&before.public().phase, action),
    });
    if moved_on {
        decision.position_changed(&play);
        decision.tick = Tick::Position(Some(seat));
    } else {
        decision.tick = Tick::Stir;
        match action {
            // The number of choices made is public, but not whose they are (V-3).
            Action::ChooseVolatile { .. } if before.public() != play.public() => {
                decision.announce(NoticeKind::Progress);
            }
            Action::OfferDraw => decision.announce(NoticeKind::DrawOffer),
            Action::DeclineDraw => decision.announce(NoticeKind::DrawDeclined),
            Action::Clash(ClashAction::Bid { .. }) => decision.announce(NoticeKind::Sealed),
            _ => {}
        }
    }
    decision.next.play = Some(Arc::new(play));
    // A Player who acts is not absent.
    if person.is_some() && decision.next.pending.out_of_time.remove(&seat.0).is_some() {
        decision.keep_pending()?;
    }
    Ok(decision)
}
