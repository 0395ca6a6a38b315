//! Tests of several shop steps as one order (C-6): it succeeds or fails as a whole, and is undone as one.

use crate::clash::{BLACK, WHITE, new_match};
use engine::action::{Action, ClashAction, ShopStep, Spot};
use engine::clash::{Gold, Match, Order};

fn line(game: &mut Match, order: Order, text: &str) -> Result<(), String> {
    let seat = game.to_act()[0];
    let action = game.read_order(seat, order, text).map_err(|why| why.sentence())?;
    game.apply(seat, &Action::Clash(action)).map(drop).map_err(|why| why.sentence())
}

#[test]
fn c6_a_line_is_one_step_to_be_undone() {
    let mut game = new_match();
    line(&mut game, Order::Buy, "King e1, Queen d1, Pawn a2-h2").unwrap();
    assert_eq!(game.gold(WHITE), "16.5".parse::<Gold>().unwrap());
    assert_eq!(game.army(WHITE).pieces().count(), 10);
    line(&mut game, Order::Sell, "a2-c2, Queen").unwrap();
    assert_eq!(game.gold(WHITE), Gold::whole(30));
    game.apply(WHITE, &ClashAction::UndoShop.into()).unwrap();
    assert_eq!(game.army(WHITE).pieces().count(), 10);
    game.apply(WHITE, &ClashAction::UndoShop.into()).unwrap();
    assert_eq!(game.gold(WHITE), Gold::whole(40));
    assert!(game.apply(WHITE, &ClashAction::UndoShop.into()).is_err());
}

#[test]
fn c6_of_a_line_that_fails_nothing_is_kept() {
    let mut game = new_match();
    line(&mut game, Order::Buy, "King, Rook a1").unwrap();
    let (army, gold, log) = (game.army(WHITE).clone(), game.gold(WHITE), game.log().len());
    for (order, text, why) in [
        (Order::Buy, "Pawn a2, Rook b1", "Rook b1: A Rook is a Heavy piece"),
        (Order::Buy, "Pawn a2-h2, Queen, Phoenix, Jester", "Jester: A Jester costs 8.5"),
        (Order::Sell, "a1, a1", "a1: You have no piece on a1."),
        (Order::Arrange, "a1 h1, e1 d1", "King e1 to d1: A King is a Leader"),
    ] {
        let said = line(&mut game, order, text).unwrap_err();
        assert!(said.starts_with(why) || said.contains(why), "{text}: {said}");
        assert!(said.ends_with("Nothing has changed."), "{text}: {said}");
        assert_eq!((game.army(WHITE), game.gold(WHITE)), (&army, gold), "{text}");
        assert_eq!(game.log().len(), log, "{text}");
    }
    let none = ClashAction::Together { steps: Vec::new() };
    assert!(game.apply(WHITE, &none.into()).is_err());
}

#[test]
fn c3_only_the_buyer_has_a_shop() {
    let mut game = new_match();
    let refused = game.read_order(BLACK, Order::Buy, "King").unwrap_err();
    assert_eq!(refused.rule(), "C-3");
    let steps = vec![ShopStep::Sell { at: Spot::Hand(0) }];
    assert!(game.apply(BLACK, &ClashAction::Together { steps }.into()).is_err());
}

#[test]
fn a_log_with_lines_in_it_plays_again_to_the_same_match() {
    let mut game = new_match();
    for text in ["King, Queen d1, 2 Knights, Pawn c2-f2", "Rook h1"] {
        line(&mut game, Order::Buy, text).unwrap();
    }
    line(&mut game, Order::Arrange, "h1 a1, Queen d1 hand, hand 1 d1").unwrap();
    game.apply(WHITE, &ClashAction::Ready.into()).unwrap();
    let written = serde_json::to_string(game.log()).unwrap();
    let read: Vec<(engine::board::Seat, Action)> = serde_json::from_str(&written).unwrap();
    let again = Match::replay(game.setup().clone(), &read).unwrap();
    assert_eq!(again.army(WHITE), game.army(WHITE));
    assert_eq!(again.gold(WHITE), game.gold(WHITE));
}
