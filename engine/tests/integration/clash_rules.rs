//! One test for each rule of Clash off the board: match, gold, armies, auction (C-1 to C-13).

use crate::clash::*;
use engine::action::{Action, ClashAction, Spot};
use engine::board::Seat;
use engine::clash::{Army, DrawReason, End, Gold, Loss, Match, Next, Owned, WARES, next, ware};
use engine::view::{AuctionEnd, Phase, Viewer};
use engine::words::{self, PlayerNames};

fn owned(name: &str) -> Owned {
    Owned::new(ware(name).unwrap())
}

fn phase(game: &Match) -> Phase {
    game.view(Viewer::Public).phase
}

#[test]
fn c1_two_points_win_and_three_rounds_are_the_most() {
    let mut game = new_match();
    for _ in 0..2 {
        both_ready(&mut game);
        game.apply(BLACK, &Action::Resign).unwrap();
    }
    assert_eq!((game.half_points(), game.result()), ([4, 0], Some(Some(WHITE))));
    assert!(game.to_act().is_empty());
    assert_eq!(refuses(&mut game, WHITE, Action::Resign).rule(), "C-1");
    assert_eq!(next([3, 1], 2), Next::Round(3));
    assert_eq!(next([3, 3], 3), Next::Drawn);
    assert_eq!(next([5, 1], 3), Next::Won(WHITE));
}

#[test]
fn c2_gold_is_exact_and_unspent_gold_is_kept() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Waffle b1, Waffle g1");
    assert_eq!(game.gold(WHITE), gold("28.50"));
    ready(&mut game, WHITE);
    does(&mut game, BLACK, ClashAction::Suggest);
    ready(&mut game, BLACK);
    game.apply(BLACK, &Action::Resign).unwrap();
    assert_eq!(game.gold(WHITE), gold("68.5"));
    let auction = at_auction();
    // 40 gold per round and 10 for the point.
    let spent = |seat: Seat| auction.gold(seat);
    assert!(spent(WHITE) >= gold("50") && spent(BLACK) >= gold("50"));
}

#[test]
fn c3_white_buys_first_and_white_moves_first() {
    let mut game = new_match();
    assert_eq!(game.to_act(), [WHITE]);
    let suggest = ClashAction::Suggest;
    assert_eq!(refuses(&mut game, BLACK, suggest.clone()).rule(), "C-3");
    does(&mut game, WHITE, suggest.clone());
    ready(&mut game, WHITE);
    assert_eq!(refuses(&mut game, WHITE, suggest.clone()).rule(), "C-3");
    does(&mut game, BLACK, suggest);
    ready(&mut game, BLACK);
    assert_eq!((phase(&game), game.to_act()), (Phase::Play, vec![WHITE]));
    assert!(matches!(phase(&at_auction()), Phase::Auction { standing: None }));
}

#[test]
fn c4_classes_have_their_squares_and_limits() {
    let mut game = new_match();
    for (piece, square) in
        [("Rook", "b1"), ("Knight", "a1"), ("Queen", "e1"), ("King", "d1"), ("Pawn", "a1"), ("Pawn", "a3")]
    {
        let wrong = ClashAction::Buy { piece: piece.into(), at: Some(at(square)) };
        let why = refuses(&mut game, WHITE, wrong);
        assert_eq!(why.rule(), "C-4", "{why}");
    }
    assert_eq!(
        refuses(&mut game, WHITE, ClashAction::Ready).to_string(),
        "Your army has no Leader: buy a King or a Shielderer. (C-4)"
    );
    buy(&mut game, WHITE, "King e1, Rook a1, Rook h1");
    does(&mut game, WHITE, ClashAction::Buy { piece: "hawk".into(), at: None });
    let why = refuses(&mut game, WHITE, ClashAction::Ready);
    assert!(why.sentence().starts_with("You have 3 Heavy pieces"), "{why}");
    does(&mut game, WHITE, ClashAction::Sell { at: Spot::Hand(0) });
    // Every piece must be placed.
    does(&mut game, WHITE, ClashAction::Arrange { from: at("a1").into(), to: Spot::Hand(0) });
    let why = refuses(&mut game, WHITE, ClashAction::Ready);
    assert!(why.sentence().starts_with("Your Rook has no square yet"), "{why}");
    let three = Army::of(WHITE, ["king", "rabbit", "rabbit", "rabbit"].map(owned).into());
    assert!(three.faults().iter().any(|fault| { fault.sentence().contains("at most 2 Light pieces of one kind") }));
    let back = Army::placing(BLACK, [(at("e8"), owned("king")), (at("a7"), owned("pawn")), (at("d8"), owned("rogue"))]);
    assert!(back.faults().is_empty());
}

#[test]
fn c5_two_bishops_stand_on_opposite_colours() {
    let with = |a: &str, b: &str, name: &str| {
        let pieces = [(at("e1"), owned("king")), (at(a), owned(name)), (at(b), owned(name))];
        Army::placing(WHITE, pieces).faults().iter().map(|fault| fault.rule()).collect::<Vec<_>>()
    };
    assert_eq!(with("b1", "f1", "bishop"), ["C-5"]);
    assert_eq!(with("c1", "g1", "bishop"), ["C-5"]);
    assert!(with("b1", "c1", "bishop").is_empty());
    assert!(with("b1", "f1", "elephant").is_empty());
    // The second one bought without a square goes to the other colour.
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1");
    for _ in 0..2 {
        does(&mut game, WHITE, ClashAction::Buy { piece: "bishop".into(), at: None });
    }
    ready(&mut game, WHITE);
}

#[test]
fn c6_sold_for_all_it_cost_undone_for_free_and_never_below_0() {
    let mut game = new_match();
    buy(&mut game, WHITE, "Phoenix d1, Rook a1, Rook h1, Rabbit b1, Rabbit c1");
    assert_eq!(game.gold(WHITE), gold("9"));
    let why = refuses(&mut game, WHITE, ClashAction::Buy { piece: "queen".into(), at: None });
    assert_eq!(why.to_string(), "A Queen costs 10.5, and you have 9 left. (C-6)");
    does(&mut game, WHITE, ClashAction::Sell { at: at("d1").into() });
    assert_eq!(game.gold(WHITE), gold("20"));
    does(&mut game, WHITE, ClashAction::UndoShop);
    assert_eq!((game.gold(WHITE), game.army(WHITE).at(at("d1"))), (gold("9"), Some(owned("phoenix"))));
    // Pieces swap places.
    does(&mut game, WHITE, ClashAction::Arrange { from: at("b1").into(), to: at("g1").into() });
    buy(&mut game, WHITE, "Knight f1, King e1");
    does(&mut game, WHITE, ClashAction::Arrange { from: at("f1").into(), to: at("g1").into() });
    assert_eq!(game.army(WHITE).at(at("f1")), Some(owned("rabbit")));
    assert_eq!(game.army(WHITE).at(at("g1")), Some(owned("knight")));
    ready(&mut game, WHITE);
}

/// Ids of a Player's placed pieces by square, and of those in hand.
fn placed(game: &Match, seat: Seat) -> (Vec<String>, Vec<&'static str>) {
    let army = game.army(seat);
    let mut placed: Vec<String> = army.placed().map(|(space, owned)| format!("{space} {}", owned.ware.id)).collect();
    placed.sort();
    (placed, army.hand().iter().map(|owned| owned.ware.id).collect())
}

#[test]
fn c6_survivors_begin_where_they_began_the_last_round() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Rook h1, Knight g1, Omnipawn g2, Pawn e2");
    ready(&mut game, WHITE);
    buy(&mut game, BLACK, "King e8, Rabbit f8, Pawn a7, Pawn d7");
    ready(&mut game, BLACK);
    // White castles, loses the Pawn and promotes the Omnipawn; Black's Pawns have moved.
    play(&mut game, "g1f3 d7d5 O-O a7a5 e2e4 dxe4 f3d4 a5a4 g2g3 a4a3 g3g4 a3a2");
    play(&mut game, "g4g5 e4e3 g5g6 e3e2 g6g7 e8d8 g7xf8=Queen d8d7");
    game.apply(WHITE, &Action::OfferDraw).unwrap();
    game.apply(BLACK, &Action::OfferDraw).unwrap();
    let (white, hand) = placed(&game, WHITE);
    assert_eq!((white.join(", ").as_str(), &hand[..]), ("e1 king, g1 knight, h1 rook", &["queen"][..]));
    assert_eq!(placed(&game, BLACK).0, ["a7 pawn", "d7 pawn", "e8 king"]);
    // The auction also keeps the army in place. The Amazon goes to the hand because a Jewel occupies its square.
    buy(&mut game, WHITE, "Rabbit c1");
    does(&mut game, WHITE, ClashAction::Arrange { from: Spot::Hand(0), to: at("d1").into() });
    ready(&mut game, WHITE);
    ready(&mut game, BLACK);
    game.apply(WHITE, &Action::OfferDraw).unwrap();
    game.apply(BLACK, &Action::OfferDraw).unwrap();
    bid(&mut game, WHITE, "1");
    bid(&mut game, BLACK, "0");
    let (white, hand) = placed(&game, WHITE);
    let stands = "c1 rabbit, d1 queen, e1 king, g1 knight, h1 rook";
    assert_eq!((white.join(", ").as_str(), &hand[..]), (stands, &["amazon"][..]));
}

#[test]
fn c6_a_suggestion_moves_no_placed_piece() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Rook h1, Knight b1, Bishop g1, Pawn a2, Pawn h2");
    let before = placed(&game, WHITE).0;
    does(&mut game, WHITE, ClashAction::Suggest);
    let after = placed(&game, WHITE);
    assert!(before.iter().all(|piece| after.0.contains(piece)), "{after:?}");
    assert!(after.1.is_empty() && after.0.len() > 10, "{after:?}");
    ready(&mut game, WHITE);
    // The second Bishop may not stay on a square of the same colour and no other is free, so it is sold.
    buy(&mut game, BLACK, "Bishop b8, Bishop f8, Knight c8, Knight g8");
    does(&mut game, BLACK, ClashAction::Suggest);
    let after = placed(&game, BLACK).0;
    for stays in ["b8 bishop", "c8 knight", "g8 knight"] {
        assert!(after.contains(&stays.to_owned()), "{after:?}");
    }
    ready(&mut game, BLACK);
}

#[test]
fn c7_what_a_result_costs() {
    let army = ["king", "rook", "pawn"].map(owned).to_vec();
    let names = |end: End, seat: Seat| {
        let kept = end.keeps(Army::of(seat, army.clone()));
        let mut names: Vec<&str> = kept.pieces().map(|owned| owned.ware.id).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(End::Loss(WHITE, Loss::Checkmate), WHITE), ["pawn", "rook"]);
    assert_eq!(names(End::Loss(WHITE, Loss::Checkmate), BLACK), ["king", "pawn", "rook"]);
    for how in [Loss::Resigned, Loss::Time] {
        assert!(names(End::Loss(WHITE, how), WHITE).is_empty());
    }
    // A match whose round ends with a fool's mate.
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Pawn e2, Pawn f2, Pawn g2, Queen d1, Bishop f1, Pawn d2");
    ready(&mut game, WHITE);
    buy(&mut game, BLACK, "King e8, Queen d8, Pawn e7");
    ready(&mut game, BLACK);
    play(&mut game, "f2f3 e7e5 g2g4");
    let cost = game.cost_of_resigning(WHITE).unwrap();
    assert_eq!((cost.winner, cost.ends_match), (BLACK, false));
    assert!(words::resign_cost(&cost, &PlayerNames::colours()).contains("whole army"));
    play(&mut game, "d8h4");
    assert_eq!(game.scores()[0].round.end, End::Loss(WHITE, Loss::Checkmate));
    assert!(!game.army(WHITE).has_leader() && game.army(WHITE).pieces().count() == 6);
    assert_eq!(game.army(BLACK).pieces().count(), 3);
    assert!(
        matches!(&game.scores()[0].view.phase, Phase::Ended { reason, .. } if words::ending(reason, &[BLACK], &PlayerNames::colours()) == "Round 1: Black wins by checkmate.")
    );
}

#[test]
fn c8_promotion_is_a_choice_and_sells_as_the_peasant_it_was() {
    let pawn = board("King e1, Pawn a7", "King h8");
    let options = pawn.texts("a7");
    assert_eq!(options.len(), 17, "{options:?}");
    assert!(options.contains(&"a7-a8".to_owned()) && options.contains(&"a7-a8=Rabbit".to_owned()));
    assert!(!options.contains(&"a7-a8=Amazon".to_owned()));
    for text in ["a7a8=Amazon", "a8=Z"] {
        let why = pawn.refused(text).sentence();
        assert!(why.contains("only in the Ultimate Round; now choose"), "{text}: {why}");
    }
    let why = pawn.refused("a7a8=Dragon").sentence();
    assert!(why.starts_with("A Pawn cannot become a Dragon; choose"), "{why}");
    let ultimate = board_of("King e1, Omnipawn a7", "King h8", WHITE, Options { ultimate: true, en_passant: false });
    assert!(ultimate.is_legal("a7a8=Amazon"));
    let mut round = board("King e1, Omnipawn a7, Rook b1", "King h7");
    round.play("a7a8=Rook h7g7 a8a2 g7g6");
    let survivors = round.round.survivors(WHITE);
    let promoted = survivors.hand()[0];
    assert_eq!((promoted.ware.id, promoted.value()), ("rook", Some(Gold::whole(2))));
    assert_eq!(survivors.pieces().count(), 3);
    // A Peasant that does not promote on the last rank survives as a Peasant.
    let mut stays = board("King e1, Pawn a7", "King h7");
    stays.play("a7-a8 h7g7");
    assert!(stays.texts("a8").is_empty());
}

#[test]
fn c9_an_amazon_is_never_bought_or_sold() {
    let mut game = new_match();
    let buy_one = ClashAction::Buy { piece: "Amazon".into(), at: None };
    assert_eq!(refuses(&mut game, WHITE, buy_one).rule(), "C-9");
    let mut game = at_auction();
    bid(&mut game, WHITE, "1");
    bid(&mut game, BLACK, "0");
    // The Queen stays in place until her owner sells her.
    assert_eq!(game.army(WHITE).at(at("d1")).unwrap().ware.id, "queen");
    assert_eq!(game.army(WHITE).hand()[0].ware.id, "amazon");
    let sell = ClashAction::Sell { at: Spot::Hand(0) };
    assert_eq!(refuses(&mut game, WHITE, sell).rule(), "C-9");
    assert_eq!(WARES.iter().filter(|ware| ware.cost.is_none()).count(), 1);
}

#[test]
fn c10_bids_are_halves_within_the_purse_and_may_be_replaced() {
    let mut game = at_auction();
    let most = game.gold(BLACK) - Gold::whole(5);
    assert!(game.army(WHITE).has_leader() && !game.army(BLACK).has_leader());
    for wrong in ["11.07", "0.25"] {
        let why = refuses(&mut game, WHITE, ClashAction::Bid { gold: gold(wrong) });
        assert_eq!(why.to_string(), "The bid must be a multiple of 0.5. (C-10)");
    }
    let below = ClashAction::Bid { gold: Gold::from_hundredths(-50) };
    assert_eq!(refuses(&mut game, WHITE, below).rule(), "C-10");
    // Black resigned last and has no Leader, so 5 gold must remain.
    let over = ClashAction::Bid { gold: most + gold("0.5") };
    let why = refuses(&mut game, BLACK, over);
    assert!(why.sentence().contains("less the price of a Leader"), "{why}");
    let most = Gold::from_hundredths(most.hundredths() / 50 * 50);
    does(&mut game, BLACK, ClashAction::Bid { gold: most });
    bid(&mut game, BLACK, "2");
    assert_eq!(game.to_act(), [WHITE]);
    bid(&mut game, WHITE, "1.5");
    assert_eq!(game.auction_outcome().unwrap().pays, gold("2"));
    let late = ClashAction::Bid { gold: gold("3") };
    assert_eq!(refuses(&mut game, BLACK, late).rule(), "C-10");
}

#[test]
fn c10_who_has_not_bid_in_time_has_bid_0() {
    // Black's bid wins; there is no further loss.
    let mut game = at_auction();
    bid(&mut game, BLACK, "2");
    game.apply(WHITE, &Action::TimeOut).unwrap();
    let outcome = game.auction_outcome().unwrap();
    assert_eq!((outcome.winner, outcome.pays), (BLACK, gold("2")));
    assert_eq!((game.half_points(), game.scores().len()), ([2, 2], 2));
    // Without bids both count as 0, and White's compulsory raise is made.
    let mut game = at_auction();
    game.apply(WHITE, &Action::TimeOut).unwrap();
    assert_eq!((game.auction_outcome(), game.to_act()), (None, vec![BLACK]));
    does(&mut game, BLACK, ClashAction::Stop);
    assert_eq!(game.auction_outcome().unwrap().pays, gold("0.5"));
}

#[test]
fn c12_the_compulsory_raise_is_made_at_once_and_any_other_declined_when_the_time_is_up() {
    let mut game = at_auction();
    bid(&mut game, WHITE, "3");
    bid(&mut game, BLACK, "3");
    assert_eq!(game.to_act(), [BLACK]);
    assert_eq!(refuses(&mut game, WHITE, Action::TimeOut).rule(), "C-12");
    game.apply(BLACK, &Action::TimeOut).unwrap();
    let outcome = game.auction_outcome().unwrap();
    assert_eq!((outcome.winner, outcome.pays), (WHITE, gold("3.5")));
    assert_eq!((game.half_points(), game.scores().len()), ([2, 2], 2));
}

#[test]
fn c11_the_higher_bid_pays_and_the_other_has_draw_odds() {
    let mut game = at_auction();
    let before = [game.gold(WHITE), game.gold(BLACK)];
    bid(&mut game, WHITE, "3.5");
    bid(&mut game, BLACK, "7");
    assert_eq!(game.gold(BLACK), before[1] - gold("7"));
    assert_eq!((game.gold(WHITE), game.draw_odds()), (before[0], Some(WHITE)));
    assert_eq!(End::Draw(DrawReason::Stalemate).half_points(game.draw_odds()), [2, 0]);
    // The winner must sell a Jewel that they own.
    let two = Army::of(WHITE, ["king", "queen", "amazon"].map(owned).into());
    assert!(two.faults()[0].sentence().starts_with("You have 2 Jewels"));
    // A draw in the Ultimate Round wins the match.
    both_ready(&mut game);
    let left = [WHITE, BLACK].map(|seat| game.army(seat).clone());
    game.adjudicate(End::Draw(DrawReason::Repetition), left);
    assert_eq!((game.half_points(), game.result()), ([4, 2], Some(Some(WHITE))));
}

#[test]
fn c12_equal_bids_are_raised_in_turns() {
    let mut game = at_auction();
    bid(&mut game, WHITE, "14");
    bid(&mut game, BLACK, "14");
    assert_eq!(game.to_act(), [BLACK]);
    assert_eq!(refuses(&mut game, WHITE, ClashAction::Raise).rule(), "C-12");
    does(&mut game, BLACK, ClashAction::Raise);
    does(&mut game, WHITE, ClashAction::Stop);
    let outcome = game.auction_outcome().unwrap();
    assert_eq!((outcome.winner, outcome.pays), (BLACK, gold("15")));
    // A Player who must raise and cannot afford it loses at once.
    let mut game = at_auction();
    let most = game.gold(WHITE);
    assert!(most + gold("5.5") <= game.gold(BLACK));
    for seat in [WHITE, BLACK] {
        does(&mut game, seat, ClashAction::Bid { gold: most });
    }
    let outcome = game.auction_outcome().unwrap();
    assert_eq!((outcome.winner, outcome.pays), (BLACK, most));
}

#[test]
fn c11_c12_an_auction_tells_how_it_was_decided() {
    let told = |game: &Match| {
        let seen = game.view(Viewer::Public).clash.unwrap().auction.unwrap();
        (seen.standing, seen.decided)
    };
    let whole = |gold: i64| Some(gold * 100);

    let mut game = at_auction();
    assert_eq!(told(&game), (None, None));
    bid(&mut game, WHITE, "3");
    assert_eq!(told(&game), (None, None));
    bid(&mut game, BLACK, "7");
    assert_eq!(told(&game), (None, Some(AuctionEnd::HigherBid)));

    let mut game = at_auction();
    bid(&mut game, WHITE, "14");
    bid(&mut game, BLACK, "14");
    assert_eq!(told(&game), (Some(1450), None));
    does(&mut game, BLACK, ClashAction::Raise);
    does(&mut game, WHITE, ClashAction::Stop);
    assert_eq!(told(&game), (whole(15), Some(AuctionEnd::Stopped)));

    // White's limit ends the auction whether the equal bids are at the limit or one step below it.
    let most = at_auction().gold(WHITE);
    let step = gold("0.5");
    for (bids, end) in [(most, AuctionEnd::LimitReached), (most - step, AuctionEnd::LimitReached)] {
        let mut game = at_auction();
        for seat in [WHITE, BLACK] {
            does(&mut game, seat, ClashAction::Bid { gold: bids });
        }
        while game.auction_outcome().is_none() {
            let seat = game.to_act()[0];
            does(&mut game, seat, ClashAction::Raise);
        }
        assert_eq!(told(&game).1, Some(end), "{bids}");
    }
    // White could afford one more step, so the auction ends by stopping, not by the limit.
    let mut game = at_auction();
    for seat in [WHITE, BLACK] {
        does(&mut game, seat, ClashAction::Bid { gold: most - step - step - step });
    }
    does(&mut game, BLACK, ClashAction::Raise);
    does(&mut game, WHITE, ClashAction::Stop);
    assert_eq!(told(&game).1, Some(AuctionEnd::Stopped));
}

#[test]
fn c3_who_has_confirmed_an_army_is_ready() {
    let ready_now = |game: &Match| [WHITE, BLACK].map(|seat| game.is_ready(seat));
    let mut game = new_match();
    assert_eq!(ready_now(&game), [false, false]);
    does(&mut game, WHITE, ClashAction::Suggest);
    assert_eq!(ready_now(&game), [false, false]);
    ready(&mut game, WHITE);
    assert_eq!(ready_now(&game), [true, false]);
    does(&mut game, BLACK, ClashAction::Suggest);
    ready(&mut game, BLACK);
    assert_eq!(ready_now(&game), [true, true]);
    assert_eq!(ready_now(&at_auction()), [false, false]);
}

#[test]
fn c13_no_agreed_draw_in_the_ultimate_round() {
    let mut game = at_auction();
    bid(&mut game, WHITE, "1");
    bid(&mut game, BLACK, "0");
    both_ready(&mut game);
    assert_eq!(refuses(&mut game, WHITE, Action::OfferDraw).rule(), "C-13");
    // In a regular round Players may agree to a draw.
    let mut game = new_match();
    both_ready(&mut game);
    game.apply(WHITE, &Action::OfferDraw).unwrap();
    game.apply(BLACK, &Action::OfferDraw).unwrap();
    assert_eq!((game.half_points(), game.round_number()), ([1, 1], 2));
    assert!(game.army(WHITE).has_leader());
}

#[test]
fn resigning_while_an_army_is_unfinished_costs_what_was_owned_before() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Queen d1");
    game.apply(WHITE, &Action::Resign).unwrap();
    assert_eq!((game.half_points(), game.gold(WHITE)), ([0, 2], Gold::whole(80)));
    assert_eq!(game.army(WHITE).pieces().count(), 0);
}
