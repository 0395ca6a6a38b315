//! Opening a game of any kind where it is to be played. Where the channel has one already, a button opens it in a thread.

use serenity::all::{ButtonStyle, CreateButton};

use super::place::{Where, here, may_thread, settle_place, without_place};
use super::{Outcome, person, refuse, who};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::CustomId;
use crate::discord::responder::Responder;
use crate::discord::wording::{done, lobby as words, refusal, sentence};
use crate::host::{self, Confirmation, Opening, OpeningId, Refusal};

/// The title of a thread for it.
fn title(opening: &Opening, name: &str) -> String {
    match opening {
        Opening::Lobby { options, .. } => format!("{}: {name}", options.mode.name()),
        Opening::Duel(challenge) => format!("Duel: {name} and {}", challenge.opponent.name),
        Opening::Clash { opponent: Some(opponent), .. } => {
            format!("Clash of the Armies: {name} and {}", opponent.name)
        }
        Opening::Clash { opponent: None, .. } => format!("Clash of the Armies: {name}"),
    }
}

/// Opens it.
pub async fn open(app: &Shared, responder: &Responder, opening: Opening, spot: Where) -> Outcome {
    let mut place = here(responder)?;
    let title = title(&opening, &responder.name);
    settle_place(responder, spot, &mut place, &title).await?;
    let opened = app.host.open_game(&who(responder), place, opening.clone()).await;
    let done = match opened {
        Ok(done) => done,
        Err(host::Error::Refused(Refusal::GameHere)) if spot == Where::Here => {
            return offer_thread(app, responder, &opening).await;
        }
        Err(error) => return Err(without_place(responder, spot, place, error.into()).await),
    };
    let said = match spot {
        Where::Here => done::done(&done.confirmed),
        Where::Thread => {
            let begun = done.confirmed.contains(&Confirmation::GameBegins);
            words::opened_in(&format!("<#{}>", place.channel), begun)
        }
    };
    responder.say(sentence(&said)).await;
    Ok(())
}

/// There is a game here already: offers a thread, or says what is in the way of one.
async fn offer_thread(app: &Shared, responder: &Responder, opening: &Opening) -> Outcome {
    if responder.in_thread() {
        return Err(refuse(refusal::GAME_IN_THREAD));
    }
    if let Err(missing) = may_thread(responder) {
        return Err(refuse(refusal::game_here(missing)));
    }
    let id = app.host.keep_opening(person(responder), opening).await?;
    let id = CustomId::Opening(id).encode().unwrap_or_default();
    let button = CreateButton::new(id).label("Open a Thread").style(ButtonStyle::Primary);
    let answer = Answer::text(refusal::GAME_HERE_THREAD).buttons(vec![button]);
    responder.say(answer).await;
    Ok(())
}

/// Opens in a thread what found the channel taken.
pub async fn in_thread(app: &Shared, responder: &Responder, id: OpeningId) -> Outcome {
    responder.hold().await;
    let opening = app.host.take_opening(id, person(responder)).await?;
    open(app, responder, opening, Where::Thread).await
}
