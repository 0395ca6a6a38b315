//! The shop as a message: what can be bought, what is owned, and the result of a step.

use engine::action::Spot;
use engine::view::{ShopView, WareView};
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent, spot_text};
use crate::discord::error::Error;
use crate::discord::features::clash::words;
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::{cards, done, refusal};
use crate::host::{self, Card, Done, GameId, PendingDecision, Private};

/// The own shop, if it is open; refused as the rules refuse it if not.
pub async fn opened(request: &Request, game: GameId) -> Result<(ComponentContext, ShopView), Error> {
    let private = request.host().clash.own_shop(game, request.person()).await?;
    shop_of(private)
}

fn shop_of(private: Private) -> Result<(ComponentContext, ShopView), Error> {
    let of = ComponentContext { game: private.game, version: private.version };
    match private.decision {
        PendingDecision::Shop(shop) => Ok((of, *shop)),
        // The army was confirmed in the meantime.
        _ => Err(Error::Stale),
    }
}

/// After a step or a refusal: the shop again with what there is to say; once the army is confirmed that alone.
/// A problem that the shop lists anyway is not repeated above it.
pub async fn after(request: &Request, game: GameId, done: Result<Done, host::Error>) -> Outcome {
    let done = done.map_err(Error::from);
    let said = match &done {
        // The shop itself shows what was done.
        Ok(_) => String::new(),
        Err(error) if error.is_stale() => words::CHANGED.to_owned(),
        Err(Error::Host(host::Error::Internal(_))) => return done.map(drop),
        Err(error) => refusal::error(error),
    };
    let private = request.host().views.private(game, request.person()).await;
    match (private.map(|private| private.decision), done) {
        (Ok(PendingDecision::Shop(shop)), _) => {
            let listed = shop.problems.iter().any(|problem| problem.sentence() == said);
            show(request, game, 0, Some(said.as_str()).filter(|said| !said.is_empty() && !listed)).await
        }
        (_, Ok(done)) => {
            request.say(done::done(&done.confirmed)).await;
            Ok(())
        }
        (_, Err(error)) => Err(error),
    }
}

/// The own shop: picture, what can be bought, what is there, buttons.
pub async fn show(request: &Request, game: GameId, page: u16, said: Option<&str>) -> Outcome {
    let private = request.host().clash.own_shop(game, request.person()).await?;
    let card = cards::shop(&private).ok_or(Error::Stale)?;
    let theme = request.host().views.own_theme(game, request.person()).await?;
    let picture = request.host().views.card(Card::Shop(card), theme).await?;
    let (of, shop) = shop_of(private)?;
    let mut rows = Vec::new();
    let wares: Vec<Item> = shop.wares.iter().filter_map(|ware| offer(&shop, ware)).collect();
    rows.extend(of.menu(words::BUY, &wares, 0, |_| Intent::Clash(ClashIntent::Wares)));
    let own: Vec<Item> = owned(&shop).map(|spot| own_item(&shop, spot)).collect();
    rows.extend(of.menu(words::OWN, &own, page, |page| Intent::Clash(ClashIntent::Own { page })));
    rows.extend(of.menu(words::CARD, &items(&shop), 0, |_| Intent::Clash(ClashIntent::Card)));
    rows.push(CreateActionRow::Buttons(vec![
        of.button("Ready", ButtonStyle::Success, ClashIntent::Ready).disabled(!shop.problems.is_empty()),
        of.button("Suggest", ButtonStyle::Primary, ClashIntent::Suggest),
        of.button("Armies…", ButtonStyle::Primary, ClashIntent::Armies),
        of.button("Sell All", ButtonStyle::Secondary, ClashIntent::SellAll)
            .disabled(shop.values.is_empty() && shop.hand.iter().all(|piece| piece.value.is_none())),
        of.button("Undo", ButtonStyle::Secondary, ClashIntent::Undo).disabled(!shop.can_undo),
    ]));
    let answer = Answer::text(words::shop(&shop, said)).picture_named(&picture, "shop.png").rows(rows);
    request.say(answer).await;
    Ok(())
}

/// A ware in the menu, if it can be bought and placed now.
fn offer(shop: &ShopView, ware: &WareView) -> Option<Item> {
    let cost = ware.cost.filter(|_| ware.affordable && !ware.free.is_empty())?;
    let mut free = ware.free.clone();
    free.sort();
    let squares: Vec<String> = free.iter().map(ToString::to_string).collect();
    let index = shop.wares.iter().position(|other| other.look.id == ware.look.id)?;
    Some(Item {
        label: format!("{} for {}", ware.look.name, words::gold(cost)),
        value: index.to_string(),
        detail: format!("{}, free: {}", ware.class.name(), squares.join(" ")),
    })
}

/// The own pieces: placed ones by their squares, then the hand.
fn owned(shop: &ShopView) -> impl Iterator<Item = Spot> + '_ {
    let placed = shop.pieces.iter().map(|piece| Spot::Board(piece.space));
    placed.chain((0..).zip(&shop.hand).map(|(index, _)| Spot::Hand(index)))
}

/// Name of an own piece, and what it sells for.
pub fn piece_at(shop: &ShopView, spot: Spot) -> Option<(String, Option<i64>)> {
    match spot {
        Spot::Board(space) => {
            let piece = shop.pieces.iter().find(|piece| piece.space == space)?;
            let value = shop.values.iter().find(|(at, _)| *at == space);
            Some((piece.look.name.clone(), value.map(|(_, value)| *value)))
        }
        Spot::Hand(index) => {
            let piece = shop.hand.get(usize::from(index))?;
            Some((piece.look.name.clone(), piece.value))
        }
    }
}

fn own_item(shop: &ShopView, spot: Spot) -> Item {
    let (name, value) = piece_at(shop, spot).unwrap_or_default();
    Item {
        label: format!("{name} {spot}"),
        value: spot_text(spot),
        detail: match value {
            Some(value) => format!("sells for {}", words::gold(value)),
            None => "cannot be sold".to_owned(),
        },
    }
}

/// Every kind of piece, to read about.
fn items(shop: &ShopView) -> Vec<Item> {
    let wares = shop.wares.iter().enumerate();
    wares
        .map(|(number, ware)| Item {
            label: ware.look.name.clone(),
            value: number.to_string(),
            detail: match ware.cost {
                Some(cost) => format!("{}, costs {}", ware.class.name(), words::gold(cost)),
                None => format!("{}, only won by auction", ware.class.name()),
            },
        })
        .collect()
}

/// Button that leads back to the shop.
pub fn back(of: ComponentContext) -> CreateButton {
    let shop = ClashIntent::Shop { page: 0 };
    of.button("Back to the Shop", ButtonStyle::Secondary, shop)
}

/// Error about a press on an outdated message.
pub fn stale() -> Error {
    Error::Stale
}
