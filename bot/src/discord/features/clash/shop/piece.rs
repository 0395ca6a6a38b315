//! One piece in the shop: how a ware moves, and what can be done with an own piece.

use engine::action::Spot;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::answer::{Answer, CONTENT};
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent};
use crate::discord::features::clash::shop::view::{back, opened, piece_at, show, stale};
use crate::discord::features::clash::words;
use crate::discord::features::rules::words as rules;
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::{clip, sentence};
use crate::host::GameId;

/// Leads to how a ware moves.
pub fn card_button(of: ComponentContext, ware: u16) -> CreateButton {
    let card = ClashIntent::CardOf { ware };
    of.button("How It Moves", ButtonStyle::Secondary, card)
}

/// Shows the rulebook page of the ware with this number, with a button to buy it.
pub async fn card(request: &Request, game: GameId, number: u16) -> Outcome {
    let (now, shop) = opened(request, game).await?;
    let ware = shop.wares.get(usize::from(number)).ok_or_else(stale)?;
    let found = request.host().rulebook.piece(&request.who(), None, &ware.look.id).await?;
    let found = found.first().ok_or_else(stale)?;
    let piece = found.definition.pieces.get(found.piece).ok_or_else(stale)?;
    let theme = request.host().views.own_theme(game, request.person()).await?;
    let pictures = request.host().rulebook.piece_pictures(found, theme).await?;
    let told = rules::piece(&found.definition, piece);
    let pages = rules::messages(&piece.name, &told, CONTENT);
    let mut answer = Answer::text(pages.first().map_or("", String::as_str));
    for (number, picture) in (1..).zip(&pictures) {
        answer = answer.picture_named(picture, &format!("piece-{number}.png"));
    }
    let mut buttons = Vec::new();
    if let Some(cost) = ware.cost {
        let label = format!("Buy for {}", words::gold(cost));
        let buy = ClashIntent::Squares { ware: number };
        buttons.push(now.button(&label, ButtonStyle::Success, buy).disabled(!ware.affordable || ware.free.is_empty()));
    }
    buttons.push(back(now));
    request.say(answer.buttons(buttons)).await;
    Ok(())
}

/// Menu of actions on a person's own piece.
pub async fn own(request: &Request, of: ComponentContext, spot: Spot) -> Outcome {
    let (now, shop) = opened(request, of.game).await?;
    let Some((name, value)) = piece_at(&shop, spot).filter(|_| now.version == of.version) else {
        return show(request, of.game, 0, Some(words::CHANGED)).await;
    };
    let ware = shop.wares.iter().find(|ware| ware.look.name == name);
    let number = (0..).zip(&shop.wares).find(|(_, ware)| ware.look.name == name);
    let number = number.map(|(number, _)| number);
    let mut squares = ware.map(|ware| ware.squares.clone()).unwrap_or_default();
    squares.retain(|space| Spot::Board(*space) != spot);
    squares.sort();
    let items: Vec<Item> = squares
        .iter()
        .map(|space| Item {
            label: space.to_string(),
            value: space.to_string(),
            detail: match piece_at(&shop, (*space).into()) {
                Some((other, _)) => format!("trades places with your {other}"),
                None => String::new(),
            },
        })
        .collect();
    let mut rows = now.menu(words::SQUARE, &items, 0, |_| Intent::Clash(ClashIntent::Piece { spot }));
    let mut buttons = Vec::new();
    if let Some(value) = value {
        let label = format!("Sell for {}", words::gold(value));
        buttons.push(now.button(&label, ButtonStyle::Danger, ClashIntent::Sell { spot }));
    }
    if matches!(spot, Spot::Board(_)) {
        let hand = ClashIntent::Hand { spot };
        buttons.push(now.button("Take in Hand", ButtonStyle::Secondary, hand));
    }
    if let Some(ware) = number {
        buttons.push(card_button(now, ware));
    }
    buttons.push(back(now));
    rows.push(CreateActionRow::Buttons(buttons));
    let text = clip(&words::own_piece(&name, &spot.to_string(), value.is_some()), 200);
    request.say(Answer::text(sentence(&text)).rows(rows)).await;
    Ok(())
}
