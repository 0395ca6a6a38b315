//! Messages about takebacks and about seats that are free or change hands.

use serenity::all::ButtonStyle;

use super::clash;
use super::reach::{Around, askable};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, TableIntent};
use crate::discord::features::moves::words as turn;
use crate::discord::features::seats::words;
use crate::discord::features::takeback;
use crate::discord::messages::board::{buttons, next_decision, seat_buttons, take_over_buttons};
use crate::discord::messages::people::{display_names, mentioning, who};
use crate::host::{Announce, Error, Member, Notice, NoticeKind, Scene, Takeback};

/// Composes a notice about the table. `None` if the matter has been settled since.
pub async fn compose(app: &Shared, notice: &Notice, scene: &Scene, style: Announce) -> Result<Option<Answer>, Error> {
    let names = display_names(&scene.seats);
    let of = ComponentContext { game: scene.game, version: notice.version };
    let table = &scene.table;
    Ok(match notice.kind {
        NoticeKind::TakebackAsked => {
            let is_open = |asked: &&Takeback| asked.declined.is_none() && asked.asked <= notice.version;
            let Some(asked) = table.takeback.as_ref().filter(is_open) else {
                return Ok(None);
            };
            let pinged = askable(app, Around::of(scene, style), &asked.waiting).await;
            let waiting = who(&asked.waiting, &pinged);
            Some(mentioning(takeback::question(asked, &names, &waiting, of), &pinged))
        }
        NoticeKind::TakebackOff => {
            let is_this = |asked: &&Takeback| asked.declined.is_some_and(|(_, version)| version == notice.version);
            let ended = table.takeback.as_ref().filter(is_this);
            ended.map(|asked| Answer::text(takeback::off_text(asked, &names)))
        }
        NoticeKind::HandOver => {
            let mut offers = table.hand_overs.iter();
            let offer = offers.find(|offer| offer.asked == notice.version);
            let Some(offer) = offer.filter(|offer| offer.declined.is_none()) else {
                return Ok(None);
            };
            let asked = std::slice::from_ref(&offer.to);
            let pinged = askable(app, Around::of(scene, style), asked).await;
            let text = words::hand_over(offer, &who(asked, &pinged));
            Some(mentioning(Answer::text(text), &pinged).buttons(vec![
                of.button("Accept", ButtonStyle::Success, TableIntent::Accept),
                of.button("Decline", ButtonStyle::Secondary, TableIntent::Decline),
            ]))
        }
        NoticeKind::HandOverOff => {
            let mut offers = table.hand_overs.iter();
            let offer = offers.find(|offer| offer.declined == Some(notice.version));
            offer.map(|offer| Answer::text(words::hand_over_off(offer)))
        }
        NoticeKind::AbsenceVote => {
            let Some(vote) = &table.vote else {
                return Ok(None);
            };
            let pinged = askable(app, Around::of(scene, style), &vote.waiting).await;
            let text = words::absence_vote(&vote.absent, &who(&vote.waiting, &pinged));
            let intent = TableIntent::Absent { seat: vote.seat };
            Some(mentioning(Answer::text(text), &pinged).buttons(vec![of.button(
                "Free the Seat",
                ButtonStyle::Danger,
                intent,
            )]))
        }
        NoticeKind::SeatFree if !table.vacant.is_empty() => {
            let said: Vec<String> = table.vacant.iter().map(words::seat_free).collect();
            Some(Answer::text(said.join("\n")).buttons(seat_buttons(scene)).buttons(take_over_buttons(scene)))
        }
        NoticeKind::TimeAgain => {
            let pinged = askable(app, Around::of(scene, style), &scene.to_act).await;
            let next = next_decision(scene, &pinged, &[]);
            let text = format!("{}{}", words::time_again(&next.who), turn::until(&next));
            let answer = mentioning(Answer::text(text), &pinged);
            (!scene.to_act.is_empty()).then_some(answer)
        }
        _ => None,
    })
}

/// Board after a seat has changed hands, with the new holder and the next decision. `next` is the text of that
/// decision.
pub async fn seat_taken(app: &Shared, scene: &Scene, pinged: &[Member], next: &turn::Next) -> Result<Answer, Error> {
    let Some((seat, taken)) = &scene.table.taken else {
        return Ok(Answer::text(words::SEAT_TAKEN));
    };
    let people = scene.seats.get(seat.index());
    let said = words::seat_taken(taken, people.map_or(&[], Vec::as_slice));
    let names = display_names(&scene.seats);
    let text = |next: &turn::Next| {
        let next = turn::Next { told: true, ..next.clone() };
        format!("{said}\n{}", turn::turn(&scene.view, &names, &next))
    };
    let answer = Answer::text(text(next)).afterwards(&text(&next.over()));
    let answer = if scene.view.clash.is_some() {
        clash::turn(app, scene, answer, pinged).await?
    } else {
        let picture = app.host.views.turn_picture(scene.game, scene.version).await?;
        mentioning(answer.picture(&picture), pinged).buttons(buttons(scene)).buttons(seat_buttons(scene))
    };
    // This message replaces the one about free seats.
    Ok(answer.buttons(take_over_buttons(scene)))
}
