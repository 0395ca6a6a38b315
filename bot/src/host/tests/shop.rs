//! Offers of the shop in Clash of the Armies, compared with what the rules take.

use std::collections::BTreeSet;

use engine::action::{ClashAction, ShopStep, Spot};
use engine::board::{Seat, Space};
use engine::clash::{Class, Order, WARES};
use engine::view::ShopView;

use super::clash::begun;
use super::*;

const BUYER: Seat = Seat(0);
const PERSON: PersonId = PersonId(1);

async fn shop(host: &Host, game: GameId) -> ShopView {
    match host.views.private(game, PERSON).await.unwrap().decision {
        PendingDecision::Shop(shop) => *shop,
        other => panic!("{other:?}"),
    }
}

fn buys(id: &str, at: Space) -> ClashAction {
    let piece = id.rsplit('/').next().unwrap().to_owned();
    ClashAction::Together { steps: vec![ShopStep::Buy { piece, at: Some(at) }] }
}

/// Compares every offer for the shop of this moment with the rules.
async fn compare(host: &Host, game: GameId) {
    let shop = shop(host, game).await;
    let loaded = host.games.load(game).await.unwrap();
    let play = loaded.play().unwrap();
    let takes = |action: ClashAction| play.game.clone().apply(BUYER, &action.into()).is_ok();
    let offers = host.clash.shop_offers(game, PERSON, Order::Buy).await;
    for ware in &shop.wares {
        let name = &ware.look.name;
        let offered = |at: Space| {
            offers
                .iter()
                .any(|offer| matches!(offer, ShopOffer::Buy { piece, at: there, .. } if piece == name && *there == at))
        };
        for at in &ware.free {
            assert_eq!(offered(*at), takes(buys(&ware.look.id, *at)), "{name} {at} with {}", shop.gold);
        }
        let several: Vec<&str> = offers
            .iter()
            .filter_map(|offer| match offer {
                ShopOffer::BuySeveral { piece, squares, .. } if piece == name => Some(squares.as_str()),
                _ => None,
            })
            .collect();
        let all = ware.free.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let line = format!("{name} {all}");
        let taken = crate::host::clash::read_line(play, BUYER, Order::Buy, &line)
            .is_ok_and(|action| play.game.clone().apply(BUYER, &action).is_ok());
        let together = taken && ware.class == Class::Peasant && ware.free.len() > 1;
        assert_eq!(several.len(), usize::from(together), "{line} with {}", shop.gold);
    }
    let sales = host.clash.shop_offers(game, PERSON, Order::Sell).await;
    assert_eq!(sales.len(), shop.values.len(), "every piece can be sold with {}", shop.gold);
    for offer in sales {
        let ShopOffer::Sell { at, .. } = offer else { panic!("{offer:?}") };
        assert!(takes(ClashAction::Sell { at }), "{at}");
    }
    for offer in host.clash.shop_offers(game, PERSON, Order::Arrange).await {
        let ShopOffer::Arrange { from, to, .. } = offer else { panic!("{offer:?}") };
        assert!(takes(ClashAction::Arrange { from, to: Spot::Board(to) }), "{from} {to}");
    }
}

/// Walk from an empty board to an empty purse: the dearest piece is bought again and again, first without Peasants.
#[tokio::test]
async fn the_shop_offers_what_the_rules_take() {
    for spared in [Some(Class::Peasant), None] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = begun(&host).await;
        let mut bought = 0;
        loop {
            compare(&host, game).await;
            let shop = shop(&host, game).await;
            let wares = shop.wares.iter().filter(|ware| ware.affordable && Some(ware.class) != spared);
            let Some(ware) = wares.filter(|ware| !ware.free.is_empty()).max_by_key(|ware| ware.cost) else { break };
            let action = buys(&ware.look.id, ware.free[0]);
            if host.clash.act(&who(1), game, None, action).await.is_err() {
                break;
            }
            bought += 1;
        }
        assert!(bought > 2, "{bought}");
    }
}

/// A shop offers nothing to people who do not buy.
#[tokio::test]
async fn the_shop_offers_nothing_to_others() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    for order in [Order::Buy, Order::Sell, Order::Arrange] {
        for person in [2, 3] {
            assert!(host.clash.shop_offers(game, PersonId(person), order).await.is_empty(), "{person}");
        }
    }
}

/// After a round, the list of the pieces that stay begins with the Leader; the dearest come next.
#[tokio::test]
async fn the_leader_is_first_among_the_pieces_that_stay() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    super::clash::armies(&host, game, &[1, 2]).await;
    let leaders: BTreeSet<&str> =
        WARES.iter().filter(|ware| ware.class == Class::Leader).map(|ware| ware.name).collect();
    let done = host.games.resign(&who(2), game, None).await.unwrap();
    let end = host.clash.round_end(game, done.version).await.unwrap();
    for kept in &end.kept {
        assert_eq!(kept.leader, kept.pieces.first().is_some_and(|first| leaders.contains(first)), "{kept:?}");
        let cost = |name: &&str| WARES.iter().find(|ware| ware.name == *name).unwrap().cost;
        let others = kept.pieces.iter().skip(usize::from(kept.leader)).map(cost);
        assert!(others.is_sorted_by(|dear, cheap| dear >= cheap), "{kept:?}");
    }
    assert!(end.kept[0].leader && end.kept[0].pieces.len() > 3, "{:?}", end.kept);
}

/// Buttons of the shop count for the army that they were shown with.
#[tokio::test]
async fn a_button_of_an_earlier_army_changes_nothing() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    let earlier = host.clash.act(&who(1), game, None, ClashAction::Suggest).await.unwrap().version;
    let newest = host.clash.act(&who(1), game, None, ClashAction::UndoShop).await.unwrap().version;
    for action in [ClashAction::Suggest, ClashAction::UndoShop, ClashAction::Ready] {
        let old = host.clash.act(&who(1), game, Some(earlier), action.clone()).await;
        assert_eq!(refusal(old), Stale::Position.into(), "{action:?}");
    }
    host.clash.act(&who(1), game, Some(newest), ClashAction::Suggest).await.unwrap();
}

/// A Peasant for the only free square is one offer, not two.
#[tokio::test]
async fn the_last_free_square_is_offered_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    host.clash.shop_line(&who(1), game, Order::Buy, "Pawn a2-g2").await.unwrap();
    compare(&host, game).await;
    let offers = host.clash.shop_offers(game, PERSON, Order::Buy).await;
    let several = offers.iter().filter(|offer| matches!(offer, ShopOffer::BuySeveral { .. }));
    assert_eq!(several.count(), 0);
}
