//! Tests of Clash armies: the buyer's view, typed shop orders, suggestions, and armies that are requested again (C-3,
//! C-6, C-11).

use crate::clash::*;
use engine::action::{Action, ClashAction, ShopStep};
use engine::board::Seat;
use engine::clash::{Gold, Match, Order, Template, ware};
use engine::view::{ShopView, Viewer};

fn shop(game: &Match, seat: Seat) -> ShopView {
    let clash = game.view(Viewer::Seat(seat)).clash.unwrap();
    clash.shop.unwrap()
}

#[test]
fn a_buyer_sees_what_the_gold_still_buys_and_whether_a_step_can_be_undone() {
    let mut game = new_match();
    let seen = shop(&game, WHITE);
    assert!(!seen.can_undo);
    assert_eq!(seen.affordable.unwrap().name, "Phoenix");
    let dear = |seen: &ShopView| {
        let wares = seen.wares.iter().filter(|ware| !ware.affordable);
        wares.map(|ware| ware.look.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(dear(&shop(&game, WHITE)), ["Amazon"]);
    buy(&mut game, WHITE, "King e1, Phoenix d1, War Machine a1, War Machine h1, Rabbit b1, Knight c1, Pawn a2");
    let seen = shop(&game, WHITE);
    assert_eq!(seen.gold, 300);
    assert!(seen.can_undo);
    assert_eq!(seen.affordable.as_ref().unwrap().name, "Omnipawn");
    let dear = dear(&seen);
    assert!(!dear.contains(&"Pawn".to_owned()) && !dear.contains(&"Omnipawn".to_owned()));
    assert!(dear.contains(&"Waffle".to_owned()) && dear.contains(&"King".to_owned()));
}

#[test]
fn c_3_the_first_buyer_sees_what_the_other_kept() {
    let mut game = playing("King e1, Pawn a2", "King e8, Queen d8, Pawn a7");
    game.apply(WHITE, &Action::Resign).unwrap();
    let rival: Vec<_> =
        (shop(&game, WHITE).rival.iter()).map(|piece| (piece.look.name.clone(), piece.space, piece.seat)).collect();
    assert_eq!(rival.len(), game.army(BLACK).placed().count());
    assert!(rival.contains(&("Queen".to_owned(), at("d8"), BLACK)));
    assert!(shop(&game, WHITE).rival_hand.is_empty());
}

#[test]
fn c_3_the_first_buyer_sees_what_the_other_has_in_hand() {
    let mut game = playing("King e1, Rook a1, Pawn h2", "King e8, Pawn b7, Pawn c7, Rook h8");
    play(&mut game, "a1a6 b7a6 h2h3 a6a5 h3h4 a5a4 h4h5 a4a3 h5h6 a3a2 e1e2 a2a1=Queen");
    game.apply(WHITE, &Action::Resign).unwrap();
    let hand = shop(&game, WHITE).rival_hand;
    let hand: Vec<&str> = hand.iter().map(|look| look.name.as_str()).collect();
    assert_eq!(hand, ["Queen"]);
}

#[test]
fn an_order_line_sells_everything_or_what_is_in_hand() {
    let mut game = new_match();
    let does_line = |game: &mut Match, order, line: &str| {
        let action = game.read_order(WHITE, order, line).unwrap();
        does(game, WHITE, action);
    };
    does_line(&mut game, Order::Buy, "King e1, Queen d1, Rook a1, Pawn a2-c2");
    does_line(&mut game, Order::Sell, " All ");
    assert_eq!((game.army(WHITE).pieces().count(), game.gold(WHITE)), (0, gold("40")));
    assert!(game.read_order(WHITE, Order::Buy, "all").is_err());
    does_line(&mut game, Order::Buy, "King e1, Queen d1, Rook a1, Rook h1");
    does_line(&mut game, Order::Arrange, "d1 hand, a1 hand");
    let owned = |game: &Match, name| game.army(WHITE).count(ware(name).unwrap());
    // Pieces in hand are preferred to placed ones.
    let first = game.read_order(WHITE, Order::Sell, "Queen 1");
    assert!(first.is_err(), "a number follows only the hand");
    does_line(&mut game, Order::Sell, "hand");
    assert_eq!((owned(&game, "queen"), owned(&game, "rook")), (0, 2));
    does_line(&mut game, Order::Sell, "hand 1");
    assert_eq!(owned(&game, "rook"), 1);
    assert!(game.army(WHITE).at(at("h1")).is_some());
    does_line(&mut game, Order::Arrange, "h1 hand");
    does_line(&mut game, Order::Sell, "Rook");
    assert_eq!(owned(&game, "rook"), 0);
}

#[test]
fn a_line_holds_at_most_64_steps_and_is_repeated_in_part() {
    let game = new_match();
    let reads = |line: &str| game.read_order(WHITE, Order::Buy, line);
    for line in ["64 Pawns", "32 Pawns, 32 Pawns"] {
        assert!(reads(line).is_ok(), "{line}");
    }
    // An item that exceeds the limits is refused before any step is made.
    for (line, rule) in [("65 Pawns", "C-6"), ("1000000 Pawns", "C-6"), ("32 Pawns, 33 Pawns", "C-4")] {
        assert_eq!(reads(line).unwrap_err().rule(), rule, "{line}");
    }
    // An unknown text is quoted up to 40 characters.
    for (length, cut) in [(40, false), (41, true)] {
        let why = reads(&"q".repeat(length)).unwrap_err().sentence();
        assert!(why.contains(&"q".repeat(40)) && why.contains('…') == cut, "{why}");
    }
}

#[test]
fn a_step_on_its_own_is_refused_in_its_own_words() {
    let mut game = new_match();
    let action = game.read_order(WHITE, Order::Buy, "Rook b1").unwrap();
    let why = refuses(&mut game, WHITE, action).sentence();
    assert!(why.starts_with("A Rook is a Heavy piece"), "{why}");
}

#[test]
fn c_6_a_suggestion_moves_no_piece_for_another_of_its_colour() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Knight c1, Knight g1");
    does(&mut game, WHITE, ClashAction::Suggest);
    for square in ["c1", "g1"] {
        let stays = game.army(WHITE).at(at(square)).unwrap();
        assert_eq!(stays.ware.id, "knight", "{square}");
    }
}

#[test]
fn a_suggestion_sells_only_as_much_as_the_leader_needs() {
    // 35 gold are spent, and a Leader costs the remaining 5.
    let army = "Queen d1, Rook a1, Rook h1, Elephant b1, Omnipawn h2, Pawn a2, Pawn b2, Pawn c2, Pawn d2, \
                Pawn e2, Pawn f2, Pawn g2";
    let mut game = new_match();
    buy(&mut game, WHITE, army);
    assert_eq!(game.gold(WHITE), gold("5"));
    does(&mut game, WHITE, ClashAction::Suggest);
    assert_eq!((game.army(WHITE).pieces().count(), game.gold(WHITE)), (13, gold("0")));
    assert!(game.army(WHITE).faults().is_empty());
    // Nothing is sold only to be replaced by something else.
    let mut game = new_match();
    buy(
        &mut game,
        WHITE,
        "Queen d1, Knight b1, Knight g1, Bishop c1, Omnipawn a2, Omnipawn b2, Omnipawn c2, Omnipawn d2, Omnipawn e2, \
         Omnipawn f2, Omnipawn g2",
    );
    assert_eq!(game.gold(WHITE), gold("5"));
    does(&mut game, WHITE, ClashAction::Suggest);
    assert_eq!(game.army(WHITE).count(ware("omnipawn").unwrap()), 7);
    // With 1.75 left, pieces worth at least 3.25 must be sold, cheapest first.
    let mut game = new_match();
    buy(&mut game, WHITE, army);
    buy(&mut game, WHITE, "Waffle g1");
    assert_eq!(game.gold(WHITE), gold("1.75"));
    does(&mut game, WHITE, ClashAction::Suggest);
    assert!(game.army(WHITE).faults().is_empty());
    assert!(game.army(WHITE).at(at("g1")).is_some(), "Pawns are cheaper");
    let worth: Gold = (game.army(WHITE).pieces()).filter_map(|owned| owned.value()).sum();
    assert_eq!(worth + game.gold(WHITE), gold("40"));
}

#[test]
fn an_army_that_is_wanted_again_keeps_what_stands_there() {
    let with = |spare: &str| {
        let mut game = new_match();
        buy(&mut game, WHITE, "King e1, Knight b1");
        let template = Template::repeating(game.army(WHITE));
        buy(&mut game, WHITE, spare);
        game.fit_out(WHITE, &template).unwrap()
    };
    let sells = |action: ClashAction| match action {
        ClashAction::Together { steps } => steps,
        other => panic!("{other:?}"),
    };
    for spare in ["Knight g1", "Rook a1"] {
        let square = spare.split(' ').next_back().unwrap();
        let sold = ShopStep::Sell { at: at(square).into() };
        assert_eq!(sells(with(spare)), [sold], "{spare}");
    }
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Knight g1");
    let template = Template::repeating(game.army(WHITE));
    buy(&mut game, WHITE, "Knight b1");
    let sold = ShopStep::Sell { at: at("b1").into() };
    assert_eq!(sells(game.fit_out(WHITE, &template).unwrap()), [sold]);
}

#[test]
fn an_army_that_is_wanted_again_takes_its_pieces_from_the_hand() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Rook a1, Knight b1, Pawn c2");
    let wanted = game.army(WHITE).clone();
    let gold = game.gold(WHITE);
    let template = Template::repeating(&wanted);
    let line = game.read_order(WHITE, Order::Arrange, "a1 hand, b1 hand, c2 hand, e1 hand");
    does(&mut game, WHITE, line.unwrap());
    let action = game.fit_out(WHITE, &template).unwrap();
    does(&mut game, WHITE, action);
    assert_eq!(game.gold(WHITE), gold);
    assert_eq!(game.army(WHITE).hand().len(), 0);
    for (space, owned) in wanted.placed() {
        assert_eq!(game.army(WHITE).at(space), Some(owned), "{space}");
    }
}

#[test]
fn pieces_that_are_wanted_in_each_others_place_change_places() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Hawk a1, Rook h1");
    let template = Template::repeating(game.army(WHITE));
    let line = game.read_order(WHITE, Order::Arrange, "a1 h1");
    does(&mut game, WHITE, line.unwrap());
    let gold = game.gold(WHITE);
    let action = game.fit_out(WHITE, &template).unwrap();
    does(&mut game, WHITE, action);
    let on = |square| game.army(WHITE).at(at(square)).map(|owned| owned.ware.id);
    assert_eq!(["a1", "h1"].map(on), [Some("hawk"), Some("rook")]);
    assert_eq!(game.gold(WHITE), gold);
}

#[test]
fn an_army_that_cannot_be_paid_for_is_bought_from_the_leader_on() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Phoenix d1, War Machine a1, War Machine h1");
    let template = Template::repeating(game.army(WHITE));
    let ClashAction::Together { steps } = new_match().fit_out(WHITE, &template).unwrap() else {
        panic!("several steps");
    };
    let bought: Vec<_> = (steps.iter())
        .map(|step| match step {
            ShopStep::Buy { piece, .. } => piece.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(bought, ["king", "phoenix", "war-machine", "war-machine"]);
}

#[test]
fn c_11_an_army_that_is_wanted_again_leaves_the_amazon_its_place() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Queen d1, Rook a1, Pawn a2");
    let template = Template::repeating(game.army(WHITE));
    does(&mut game, WHITE, ClashAction::UndoShop);
    both_ready(&mut game);
    game.apply(WHITE, &Action::Resign).unwrap();
    both_ready(&mut game);
    game.apply(BLACK, &Action::Resign).unwrap();
    bid(&mut game, WHITE, "1");
    bid(&mut game, BLACK, "0");
    let action = game.fit_out(WHITE, &template).unwrap();
    does(&mut game, WHITE, action);
    let army = game.army(WHITE);
    let on = |square| army.at(at(square)).map(|owned| owned.ware.id);
    assert_eq!(["d1", "e1", "a1", "a2"].map(on), ["amazon", "king", "rook", "pawn"].map(Some));
    assert_eq!(army.count(ware("queen").unwrap()), 0);
    assert!(army.faults().is_empty());
}

#[test]
fn c_11_the_amazon_takes_the_place_of_a_jewel_and_of_nothing_else() {
    let mut game = new_match();
    both_ready(&mut game);
    game.apply(WHITE, &Action::Resign).unwrap();
    buy(&mut game, WHITE, "King e1, Queen d1, Rabbit g1, Pawn h2");
    ready(&mut game, WHITE);
    does(&mut game, BLACK, ClashAction::Suggest);
    ready(&mut game, BLACK);
    game.apply(BLACK, &Action::Resign).unwrap();
    bid(&mut game, WHITE, "1");
    bid(&mut game, BLACK, "0");
    does(&mut game, WHITE, ClashAction::Suggest);
    let army = game.army(WHITE);
    let on = |square| army.at(at(square)).map(|owned| owned.ware.id);
    assert_eq!(["d1", "e1", "g1", "h2"].map(on), ["amazon", "king", "rabbit", "pawn"].map(Some));
}
