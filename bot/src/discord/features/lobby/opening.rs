//! Opening of a game of any kind in its channel. Where the channel has one already, a button opens it in a thread.

use serenity::all::{ButtonStyle, CreateButton};

use crate::discord::answer::Answer;
use crate::discord::custom_id::CustomId;
use crate::discord::features::lobby::place::{Where, here, may_thread, settle_place, without_place};
use crate::discord::features::lobby::words;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{done, refusal, sentence};
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
pub async fn open(request: &Request, opening: Opening, spot: Where) -> Outcome {
    let mut place = here(request)?;
    let title = title(&opening, &request.name);
    settle_place(request, spot, &mut place, &title).await?;
    let opened = request.host().lobbies.open_game(&request.who(), place, opening.clone()).await;
    let done = match opened {
        Ok(done) => done,
        Err(host::Error::Refused(Refusal::GameHere)) if spot == Where::Here => {
            return offer_thread(request, &opening).await;
        }
        Err(error) => return Err(without_place(request, spot, place, error.into()).await),
    };
    let said = match spot {
        Where::Here => done::done(&done.confirmed),
        Where::Thread => {
            let begun = done.confirmed.contains(&Confirmation::GameBegins);
            words::opened_in(&format!("<#{}>", place.channel), begun)
        }
    };
    request.say(sentence(&said)).await;
    Ok(())
}

/// There is a game here already: offers a thread, or says what is in the way of one.
async fn offer_thread(request: &Request, opening: &Opening) -> Outcome {
    if request.in_thread() {
        return Err(refuse(refusal::GAME_IN_THREAD));
    }
    if let Err(missing) = may_thread(request) {
        return Err(refuse(refusal::game_here(missing)));
    }
    let id = request.host().lobbies.keep_opening(request.person(), opening).await?;
    let id = CustomId::Opening(id).encode().unwrap_or_default();
    let button = CreateButton::new(id).label("Open a Thread").style(ButtonStyle::Primary);
    let answer = Answer::text(refusal::GAME_HERE_THREAD).buttons(vec![button]);
    request.say(answer).await;
    Ok(())
}

/// Opens in a thread what found the channel taken.
pub async fn in_thread(request: &Request, id: OpeningId) -> Outcome {
    request.hold().await;
    let lobbies = &request.host().lobbies;
    let opening = lobbies.take_opening(id, request.person()).await?;
    let opened = open(request, opening.clone(), Where::Thread).await;
    if opened.is_ok() {
        return opened;
    }
    let kept = lobbies.put_back_opening(id, request.person(), &opening).await;
    opened.and(kept.map_err(Into::into))
}
