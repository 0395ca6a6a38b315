//! The shop: an unfinished army, bought and set up by menus, buttons and lines of text (C-3 … C-9). Everything here is for its
//! owner alone. `view`: the shop as a message; `armies`: whole armies at once; `piece`: how a ware moves, and
//! what can be done with an own piece.

pub mod armies;
mod piece;
mod view;

use engine::action::{ClashAction, ShopStep, Spot};
use engine::board::Space;
use engine::clash::{Class, MOST_OF_A_KIND, Order};
use engine::view::{ShopView, WareView};
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent, read_spot};
use crate::discord::error::Error;
use crate::discord::features::clash::words;
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::done;
use crate::host::{Confirmation, GameId, Version};
use view::{after, back, opened, show, stale};

/// Menu value of all free squares.
const ALL: &str = "all";

/// Shows the person's shop in the named game or the game here.
pub async fn here(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    show(request, game, 0, None).await
}

/// Buys, sells or arranges what was typed, and shows the result.
pub async fn line(request: &Request, game: Option<String>, order: Order, text: &str) -> Outcome {
    let game = request.resolve_game(game).await?;
    let done = request.host().clash.shop_line(&request.who(), game, order, text).await;
    after(request, game, done).await
}

/// Starts from a ready-made army, or completes the army, in the named game or the game here.
pub async fn suggest_here(request: &Request, game: Option<String>, army: Option<String>) -> Outcome {
    match army {
        None => {
            let game = request.resolve_game(game).await?;
            suggest(request, game, None).await
        }
        Some(army) => {
            let game = request.resolve_game(game).await?;
            let choice = armies::read(&army);
            let done = request.host().clash.fit_out(&request.who(), game, None, &choice).await;
            after(request, game, done).await
        }
    }
}

async fn suggest(request: &Request, game: GameId, expected: Option<Version>) -> Outcome {
    let done = request.host().clash.suggest(&request.who(), game, expected).await;
    after(request, game, done).await
}

/// Takes a step without options, in the named game or the game here.
pub async fn step_here(request: &Request, game: Option<String>, action: ClashAction) -> Outcome {
    let game = request.resolve_game(game).await?;
    let done = request.host().clash.act(&request.who(), game, None, action).await;
    after(request, game, done).await
}

/// Confirms the army in the game that is meant.
pub async fn ready_here(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    ready(request, game, None, false).await
}

/// Confirms the army. Without `sure`, asks for a confirmation first while the gold left could buy something. A second confirmation of
/// the same army, by a double click, is answered like the first.
async fn ready(request: &Request, game: GameId, pressed: Option<Version>, sure: bool) -> Outcome {
    let done = match opened(request, game).await {
        Ok((now, shop)) => {
            if pressed.is_some_and(|pressed| pressed != now.version) {
                return show(request, game, 0, Some(words::CHANGED)).await;
            }
            if let (false, Some(text), []) = (sure, words::gold_left(&shop), shop.problems.as_slice()) {
                let anyway = ClashIntent::ReadyNow;
                let buttons = vec![now.button("Confirm Anyway", ButtonStyle::Success, anyway), back(now)];
                request.say(Answer::text(text).buttons(buttons)).await;
                return Ok(());
            }
            // For this army and no other.
            let action = ClashAction::Ready;
            request.host().clash.act(&request.who(), game, Some(now.version), action).await.map_err(Error::from)
        }
        Err(error) => Err(error),
    };
    let confirmed = request.host().clash.has_confirmed(game, request.person(), pressed).await;
    match done {
        Err(error) if !confirmed => match error {
            Error::Host(error) => after(request, game, Err(error)).await,
            error => Err(error),
        },
        _ => {
            request.say(done::done(&[Confirmation::ArmyReady])).await;
            Ok(())
        }
    }
}

/// Asks for the square of a ware. A single possible square is chosen directly.
async fn squares(request: &Request, of: ComponentContext, index: u16) -> Outcome {
    let (now, shop) = opened(request, of.game).await?;
    let ware = shop.wares.get(usize::from(index)).ok_or_else(stale)?;
    let mut free = ware.free.clone();
    free.sort();
    if let [only] = free.as_slice() {
        return buy(request, of, ware, std::slice::from_ref(only)).await;
    }
    let ways = vec![piece::card_button(now, index), back(now)];
    if free.is_empty() {
        request.say(Answer::text(words::no_square(&ware.look.name)).buttons(ways)).await;
        return Ok(());
    }
    let cost = ware.cost.unwrap_or_default();
    let mut items: Vec<Item> = free.iter().map(|space| Item::new(space.to_string(), space.to_string())).collect();
    let whole = free.iter().map(|_| cost).sum();
    if ware.class == Class::Peasant && free.len() > 1 && whole <= shop.gold {
        items.push(Item::new(format!("All {} free squares for {}", free.len(), words::gold(whole)), ALL));
    }
    let most = room(&shop, ware);
    let placeholder = if most > 1 { words::SQUARES } else { words::SQUARE };
    let intent = Intent::Clash(ClashIntent::Squares { ware: index });
    let rows = vec![now.menu_of_several(placeholder, &items, most, intent), CreateActionRow::Buttons(ways)];
    let text = words::where_to(&ware.look.name, cost, shop.gold);
    request.say(Answer::text(text).rows(rows)).await;
    Ok(())
}

/// Number of a ware that can be bought at once, limited by the gold, the free squares and two of a Light kind (C-4).
fn room(shop: &ShopView, ware: &WareView) -> usize {
    let gold = match ware.cost {
        Some(cost) if cost > 0 => usize::try_from(shop.gold / cost).unwrap_or(0),
        _ => 0,
    };
    let of_kind = match ware.class {
        Class::Light => MOST_OF_A_KIND.saturating_sub(ware.owned as usize),
        Class::Peasant | Class::Heavy | Class::Jewel | Class::Leader => ware.free.len(),
    };
    gold.min(of_kind).min(ware.free.len()).max(1)
}

/// Buys a piece for each of these squares, all or none.
async fn buy(request: &Request, of: ComponentContext, ware: &WareView, spaces: &[Space]) -> Outcome {
    let piece = ware.look.id.rsplit('/').next().unwrap_or_default().to_owned();
    let steps = spaces.iter().map(|space| ShopStep::Buy { piece: piece.clone(), at: Some(*space) }).collect();
    step(request, of, ClashAction::Together { steps }).await
}

async fn step(request: &Request, of: ComponentContext, action: ClashAction) -> Outcome {
    let done = request.host().clash.act(&request.who(), of.game, Some(of.version), action).await;
    after(request, of.game, done).await
}

/// Handles a press in the shop.
pub async fn press(request: &Request, of: ComponentContext, intent: ClashIntent, value: Option<&str>) -> Outcome {
    request.hold().await;
    match (intent, value) {
        (ClashIntent::Shop { page } | ClashIntent::Own { page }, None) => show(request, of.game, page, None).await,
        (ClashIntent::Own { .. }, Some(spot)) => piece::own(request, of, read_spot(spot).ok_or_else(stale)?).await,
        (ClashIntent::Wares, Some(index)) => {
            let index = index.parse().map_err(|_| stale())?;
            squares(request, of, index).await
        }
        (ClashIntent::Squares { ware }, Some(value)) => {
            let (_, shop) = opened(request, of.game).await?;
            let ware = shop.wares.get(usize::from(ware)).ok_or_else(stale)?;
            let mut spaces = if value.split(',').any(|space| space == ALL) {
                ware.free.clone()
            } else {
                let spaces = value.split(',').map(str::parse);
                spaces.collect::<Result<Vec<_>, _>>().map_err(|_| stale())?
            };
            spaces.sort();
            buy(request, of, ware, &spaces).await
        }
        (ClashIntent::Squares { ware }, None) => squares(request, of, ware).await,
        (ClashIntent::Piece { spot }, Some(to)) => {
            let to = read_spot(to).ok_or_else(stale)?;
            step(request, of, ClashAction::Arrange { from: spot, to }).await
        }
        (ClashIntent::Piece { spot }, None) => piece::own(request, of, spot).await,
        (ClashIntent::Sell { spot }, _) => step(request, of, ClashAction::Sell { at: spot }).await,
        (ClashIntent::Hand { spot }, _) => {
            let to = Spot::Hand(0);
            step(request, of, ClashAction::Arrange { from: spot, to }).await
        }
        (ClashIntent::Undo, _) => step(request, of, ClashAction::UndoShop).await,
        (ClashIntent::Suggest, _) => suggest(request, of.game, Some(of.version)).await,
        (ClashIntent::Ready, _) => ready(request, of.game, Some(of.version), false).await,
        (ClashIntent::ReadyNow, _) => ready(request, of.game, Some(of.version), true).await,
        (ClashIntent::SellAll, _) => armies::sell_all(request, of).await,
        (ClashIntent::Armies, None) => armies::show(request, of.game).await,
        (ClashIntent::Armies, Some(id)) => armies::choose(request, of, id).await,
        (ClashIntent::Card, Some(index)) => piece::card(request, of.game, index.parse().map_err(|_| stale())?).await,
        (ClashIntent::CardOf { ware }, _) => piece::card(request, of.game, ware).await,
        _ => show(request, of.game, 0, None).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::{Folder, clash, host};
    use crate::host::{PendingDecision, PersonId};

    /// As many squares can be chosen as gold, squares and the limit of Light pieces allow, and at least one.
    #[tokio::test]
    async fn squares_to_choose_are_limited_like_the_army() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = clash::begun(&host).await;
        let private = host.views.private(game, PersonId(1)).await.unwrap();
        let PendingDecision::Shop(mut shop) = private.decision else { panic!() };
        for ware in shop.wares.clone() {
            for (gold, squares, owned) in
                [(0, 8, 0), (1, 8, 0), (2, 8, 0), (9, 8, 0), (9, 1, 0), (9, 0, 0), (9, 8, 1), (9, 8, 2), (2, 8, 1)]
            {
                let mut ware = ware.clone();
                let Some(cost) = ware.cost.filter(|cost| *cost > 0) else { continue };
                (shop.gold, ware.owned) = (gold * cost, owned);
                ware.free = vec![ware.squares[0]; squares];
                let of_kind = if ware.class == Class::Light { MOST_OF_A_KIND - owned as usize } else { squares };
                let most = (gold as usize).min(squares).min(of_kind).max(1);
                assert_eq!(room(&shop, &ware), most, "{}: {gold}, {squares}, {owned}", ware.look.name);
            }
        }
    }
}
