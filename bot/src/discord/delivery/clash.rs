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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::action::ClashAction;
    use engine::board::Seat;
    use engine::clash::Gold;

    use super::*;
    use crate::config::Route;
    use crate::discord::app::App;
    use crate::discord::custom_id::{CustomId, Intent};
    use crate::discord::delivery::action::DeliveryAction;
    use crate::discord::delivery::compose::compose;
    use crate::discord::features::rules::manual::Manual;
    use crate::host::tests::{Folder, PLACE, host, member, scene, wants_to_speak, who};
    use crate::host::{ClashOptions, Colours, Host, NoticeKind, Recipient, Version};
    use crate::monitoring::Gateway;

    /// Button of a message: its label, and the version and the action of its id.
    type Button = (String, Version, Intent);

    /// Posts what waits; the kinds and the buttons of the messages in the channel, oldest first.
    async fn posted(app: &Shared) -> Vec<(NoticeKind, Vec<Button>)> {
        let host = &app.host;
        let mut all = Vec::new();
        while wants_to_speak(host).await {
            for notice in host.outbox.take_notices(100).await.unwrap() {
                let action = compose(app, &notice).await.unwrap();
                host.outbox.superseded(&notice).await.unwrap();
                let (Recipient::Channel(_), DeliveryAction::Post(answer)) = (notice.to, action) else { continue };
                let message = serde_json::to_value(answer.message()).unwrap();
                let rows = message["components"].as_array().cloned().unwrap_or_default();
                let buttons = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
                let buttons = buttons.map(|button| {
                    let Ok(CustomId::Game(of, intent)) = CustomId::decode(button["custom_id"].as_str().unwrap()) else {
                        panic!("{button}");
                    };
                    assert_eq!(of.game, notice.game);
                    (button["label"].as_str().unwrap().to_owned(), of.version, intent)
                });
                all.push((notice.kind, buttons.collect()));
            }
        }
        all
    }

    async fn does(host: &Host, game: crate::host::GameId, seat: Seat, action: ClashAction) {
        host.clash.act(&who(u64::from(seat.0) + 1), game, None, action).await.unwrap();
    }

    /// In every phase of a match, up to its end, the newest message has the buttons for what is due, and an earlier one of
    /// a round has none. `losers`: who gives up each round. `bids`: of White and Black.
    async fn plays(losers: &[u8], bids: [i64; 2]) -> Vec<String> {
        let folder = Folder::new();
        let host = host(&folder).await;
        let app = Arc::new(App::new(host.clone(), Gateway::default(), &Route::Direct, Manual::new("docs")).unwrap());
        let options = ClashOptions { colours: Colours::Challenger, ..ClashOptions::default() };
        let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), options).await.unwrap().game;
        host.lobbies.accept(&who(2), game).await.unwrap();
        let mut losers = losers.iter();
        let mut seen = Vec::new();
        loop {
            let scene = scene(&host, game).await;
            let told = posted(&app).await;
            let (newest, older) = told.split_last().unwrap_or_else(|| panic!("not told: {:?}", scene.view.phase));
            for (kind, buttons) in older.iter().filter(|(kind, _)| *kind == NoticeKind::Round) {
                assert!(buttons.is_empty(), "{kind:?} {buttons:?}");
            }
            let (kind, buttons) = newest;
            let what = format!("{:?}, {kind:?}", scene.view.phase);
            let labels: Vec<&str> = buttons.iter().map(|(label, ..)| label.as_str()).collect();
            assert!(buttons.iter().all(|(_, version, _)| *version == scene.newest), "{what}: {buttons:?}");
            if scene.over {
                assert_eq!((*kind, labels), (NoticeKind::Round, vec!["Rematch", "Replay", "Step Through"]), "{what}");
                seen.push("over".to_owned());
                return seen;
            }
            let seat = scene.view.to_act[0];
            seen.push(format!("{:?}", scene.view.phase));
            let first = match scene.view.phase {
                Phase::Shop => "Open My Shop",
                Phase::Auction { standing: None } => "Bid",
                Phase::Auction { standing: Some(_) } => "Raise to ",
                _ => "Move",
            };
            assert!(labels[0].starts_with(first) && labels.contains(&"Resign"), "{what}: {labels:?}");
            match scene.view.phase {
                Phase::Shop => {
                    does(&host, game, seat, ClashAction::Suggest).await;
                    does(&host, game, seat, ClashAction::Ready).await;
                }
                Phase::Auction { standing: None } => {
                    let gold = Gold::whole(bids[seat.index()]);
                    does(&host, game, seat, ClashAction::Bid { gold }).await;
                }
                Phase::Auction { standing: Some(_) } => {
                    assert!(labels.contains(&"Stop"), "{what}");
                    does(&host, game, seat, ClashAction::Stop).await;
                }
                _ => {
                    let loser = losers.next().expect("the match is over by then");
                    host.games.resign(&who(u64::from(*loser)), game, None).await.unwrap();
                }
            }
        }
    }

    #[tokio::test]
    async fn every_message_of_a_match_has_the_buttons_for_what_is_due() {
        let won = plays(&[2, 2], [0, 0]).await;
        assert!(won.last().unwrap() == "over" && !won.iter().any(|phase| phase.contains("Auction")), "{won:?}");
        for (losers, bids, raises) in
            [([2, 1, 2], [10, 12], false), ([1, 2, 1], [12, 12], true), ([2, 1, 1], [12, 3], false)]
        {
            let seen = plays(&losers, bids).await;
            assert!(seen.contains(&"Auction { standing: None }".to_owned()), "{seen:?}");
            assert_eq!(seen.iter().any(|phase| phase.contains("Some")), raises, "{seen:?}");
        }
    }
}
