//! Messages about Clash of the Armies: rounds, bids, and pictures of the phases.

use serenity::all::ButtonStyle;

use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ClashIntent, ComponentContext};
use crate::discord::features::clash::words;
use crate::discord::features::moves::words as turn;
use crate::discord::messages::board::{buttons, seat_buttons};
use crate::discord::messages::people::{display_names, mentioning};
use crate::discord::wording::cards;
use crate::host::{Card, Error, Member, Scene};
use engine::fact::Fact;
use engine::view::Phase;

/// Message for the next decision of a match. Its picture shows the auction once the bids are revealed, else the board
/// once it has pieces.
pub async fn turn(app: &Shared, scene: &Scene, mut answer: Answer, pinged: &[Member]) -> Result<Answer, Error> {
    let view = &scene.view;
    let auction = view.clash.as_ref().and_then(|clash| clash.auction.as_ref());
    let off_board = matches!(view.phase, Phase::Auction { standing: Some(_) })
        || view.phase == Phase::Shop && view.pieces.is_empty();
    if !off_board {
        let picture = app.host.views.turn_picture(scene.game, scene.version).await?;
        answer = answer.picture(&picture);
    } else if let Some(auction) = auction
        && auction.bids.iter().all(|bid| bid.gold.is_some())
    {
        let look = app.host.clash.amazon(scene.game).await?;
        if let Some(card) = cards::auction(scene, look) {
            let picture = app.host.views.card(Card::Auction(card), theme(scene)).await?;
            answer = answer.picture_named(&picture, "auction.png");
        }
    }
    // The picture of bids appears twice: when both bids are in, and when the auction is over.
    let facts = view.last.as_ref().map(|last| last.facts.as_slice()).unwrap_or_default();
    let shows = facts.iter().any(|fact| matches!(fact, Fact::Bid { .. } | Fact::Amazon { .. }));
    if let Some(auction) = auction.filter(|auction| shows && auction.bids.iter().all(|bid| bid.text.is_some())) {
        let published = app.host.clash.bids_published(scene.game, scene.version).await?;
        answer = answer.also(&words::revealed(auction, published));
    }
    let answer = mentioning(answer, pinged).buttons(buttons(scene));
    Ok(answer.buttons(seat_buttons(scene)))
}

/// Message at the end of a round: its result, the final position and the score.
pub async fn round(app: &Shared, scene: &Scene) -> Result<Option<Answer>, Error> {
    let names = display_names(&scene.seats);
    let Some(mut text) = words::round_over(&scene.view, &names) else {
        return Ok(None);
    };
    if let Some(story) = turn::story(&scene.view, &names) {
        text = format!("{story}\n{text}");
    }
    if let Some(bids) = words::cut_short(&scene.view) {
        text = format!("{text}\n{bids}");
    }
    let end = app.host.clash.round_end(scene.game, scene.version).await?;
    let mut answer = Answer::text(text);
    if let Some(board) = &end.board {
        answer = answer.picture(board);
    }
    if let Some(card) = cards::round(scene, &end.kept) {
        let picture = app.host.views.card(Card::Summary(card), theme(scene)).await?;
        answer = answer.picture_named(&picture, "summary.png");
    }
    if scene.over {
        answer = answer.buttons(buttons(scene));
    }
    Ok(Some(answer))
}

fn theme(scene: &Scene) -> render::Theme {
    scene.options.theme().into()
}

/// Invitation to bid, as a direct message.
pub fn invitation(of: ComponentContext, place: &str) -> Answer {
    let bid = of.button("Bid", ButtonStyle::Primary, ClashIntent::Bid);
    Answer::text(words::invitation(place)).buttons(vec![bid])
}
