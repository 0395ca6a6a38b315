//! Tests of buying armies in Clash of the Armies: suggestions for people, and purchases of computer players.

use std::sync::atomic::AtomicBool;

use engine::action::{Action, ClashAction};
use engine::board::Seat;
use engine::clash::{Army, Gold, Match, Order, Round, Setup, Shop, ULTIMATE, ware};
use engine::game::Game;
use engine::play::Position;
use engine::seen::Question;
use opponent::{Budget, Knowledge, Level, decide, suggest};

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

fn new_match(seed: u8) -> Match {
    Match::new(Setup { en_passant: false, seed: [seed; 32] }).unwrap()
}

fn does(game: &mut Match, seat: Seat, action: ClashAction) {
    game.apply(seat, &Action::Clash(action)).unwrap();
}

fn buys(game: &mut Match, seat: Seat, line: &str) {
    let action = game.read_order(seat, Order::Buy, line).unwrap();
    does(game, seat, action);
}

fn suggestion(game: &Match, seat: Seat) -> Option<ClashAction> {
    suggestion_of(game, seat, 1)
}

fn suggestion_of(game: &Match, seat: Seat, seed: u64) -> Option<ClashAction> {
    let seen = Game::Clash(Box::new(game.clone())).seen(seat);
    suggest(&seen, &Knowledge::new(&seen.rules), seed)
}

/// Lets a computer player set up its army until it is ready.
fn shops(game: &mut Match, seat: Seat, level: Level, seed: u64) {
    let stop = AtomicBool::new(false);
    for _ in 0..6 {
        let seen = Game::Clash(Box::new(game.clone())).seen(seat);
        let know = Knowledge::new(&seen.rules);
        let action = decide(&seen, level, &know, Budget::new(u64::MAX, &stop), seed).action.unwrap();
        let ready = action == Action::Clash(ClashAction::Ready);
        game.apply(seat, &action).unwrap();
        if ready {
            return;
        }
    }
    panic!("{} does not come to an end", level.name());
}

/// Minimum loss of Black, in gold, after White's best first move and any reply.
fn lost_by_the_first_move(game: &Match) -> i32 {
    let seen = Game::Clash(Box::new(game.clone())).seen(WHITE);
    let know = Knowledge::new(&seen.rules);
    let stop = AtomicBool::new(false);
    let analysis = opponent::analyse(&seen, &know, Budget::new(20_000, &stop));
    let worth = |pos: &Position, seat: Seat| -> i32 {
        pos.blocking(seat).iter().filter_map(|space| pos.at(space)).map(|piece| know.value(piece.ty)).sum()
    };
    let pos = game.round().position();
    let even = worth(pos, WHITE) - worth(pos, BLACK);
    analysis.score - even
}

fn ready_after(game: &mut Match, seat: Seat) {
    if let Some(step) = suggestion(game, seat) {
        does(game, seat, step);
    }
    assert_eq!(game.army(seat).faults(), []);
    does(game, seat, ClashAction::Ready);
}

#[test]
fn a_suggestion_keeps_what_was_bought_and_spends_the_gold() {
    let mut game = new_match(1);
    buys(&mut game, WHITE, "Hawk a1, Rabbit b1, Omnipawn e2");
    let step = suggestion(&game, WHITE).unwrap();
    does(&mut game, WHITE, step);
    let army = game.army(WHITE);
    for (space, name) in [("a1", "hawk"), ("b1", "rabbit"), ("e2", "omnipawn")] {
        assert!(army.count(ware(name).unwrap()) >= 1, "{name} at {space}");
    }
    assert_eq!(army.faults(), []);
    assert!(game.gold(WHITE) < Gold::whole(2), "{}", game.gold(WHITE));
    assert_eq!(suggestion(&game, WHITE), None, "there is nothing to add");
    does(&mut game, WHITE, ClashAction::UndoShop);
    assert_eq!(game.army(WHITE).pieces().count(), 3, "it is one step");
}

/// A match in its last round whose Players bought these armies for the earlier ones; White has won the Amazon.
fn last_round(lines: [&str; 2]) -> Match {
    last_round_after(lines, [2, 1].map(Gold::whole))
}

/// A match in its last round whose Players bought these armies for the earlier ones and made these bids.
fn last_round_after(lines: [&str; 2], bids: [Gold; 2]) -> Match {
    let mut game = new_match(1);
    while game.round_number() < ULTIMATE {
        for (seat, line) in [WHITE, BLACK].into_iter().zip(lines) {
            if game.army(seat).pieces().count() == 0 {
                buys(&mut game, seat, line);
            }
            does(&mut game, seat, ClashAction::Ready);
        }
        for seat in [WHITE, BLACK] {
            game.apply(seat, &Action::OfferDraw).unwrap();
        }
    }
    for (seat, gold) in [WHITE, BLACK].into_iter().zip(bids) {
        does(&mut game, seat, ClashAction::Bid { gold });
    }
    game
}

/// The shop of a Player.
fn shop(game: &Match, seat: Seat) -> Shop {
    match game.seen(seat).question {
        Question::Shop(buying) => buying.shop,
        other => panic!("no shop: {other:?}"),
    }
}

#[test]
fn in_the_last_round_cheap_pieces_are_exchanged_for_dear_ones() {
    let white = "King e1, Queen d1, Rook a1, Knight b1 g1, Pawn a2-h2";
    let mut game = last_round([white, "King e8, Queen d8, Rook a8, Knight b8 g8, Pawn a7-h7"]);
    // White has won the Amazon, which replaces the Queen.
    let step = suggestion(&game, WHITE).unwrap();
    does(&mut game, WHITE, step);
    let army = game.army(WHITE);
    assert_eq!(army.faults(), []);
    assert_eq!(army.count(ware("amazon").unwrap()), 1);
    assert_eq!(army.count(ware("pawn").unwrap()), 0, "every Pawn has become an Omnipawn");
    assert_eq!(army.pieces().count(), 16);
}

#[test]
fn in_the_last_round_nothing_that_can_be_bought_or_exchanged_is_left() {
    let pieces =
        ["King e1, Pawn a2-h2", "King e1, Hawk a1, Rabbit b1, Omnipawn e2", "King e1, Rook a1 h1, Pawn c2 d2 e2"];
    for line in pieces {
        let black = line.replace("1", "8").replace("2", "7");
        let game = last_round([line, &black]);
        for seat in [WHITE, BLACK] {
            for seed in 0..3 {
                let mut game = game.clone();
                if seat == BLACK {
                    ready_after(&mut game, WHITE);
                }
                let step = suggestion_of(&game, seat, seed).unwrap();
                does(&mut game, seat, step);
                let shop = shop(&game, seat);
                assert_eq!(shop.army().faults(), [], "{line}, {seed}");
                assert!(shop.affordable().is_none(), "{:?} for {}: {line}, {seed}", shop.affordable(), shop.gold());
                assert!(shop.upgrade().is_none(), "{:?} for {}: {line}, {seed}", shop.upgrade(), shop.gold());
            }
        }
    }
}

/// After a high bid, the gold that new pieces cost is missing for exchanges.
#[test]
fn in_the_last_round_a_suggestion_costs_no_more_than_the_gold_that_a_high_bid_leaves() {
    let lines = ["King e1, Pawn a2-h2", "King e8, Pawn a7-h7"];
    // Gold before the bid: three times the income and the addition for a point, less the army.
    let all = Gold::whole(3 * 40 + 10 - 13);
    for (seat, left) in [(WHITE, 3650), (BLACK, 2700), (BLACK, 1600), (BLACK, 450), (BLACK, 100), (BLACK, 0)] {
        let left = Gold::from_hundredths(left);
        let bids = [WHITE, BLACK].map(|bidder| if bidder == seat { all - left } else { Gold::ZERO });
        let mut game = last_round_after(lines, bids);
        if seat == BLACK {
            does(&mut game, WHITE, ClashAction::Ready);
        }
        assert_eq!(game.gold(seat), left);
        let step = suggestion(&game, seat);
        assert_eq!(step.is_some(), left > Gold::ZERO, "{step:?} for {left}");
        if let Some(step) = step {
            does(&mut game, seat, step);
        }
        let shop = shop(&game, seat);
        assert_eq!(shop.army().faults(), [], "{left}");
        assert_eq!(shop.army().count(ware("amazon").unwrap()), 1, "{left}");
        assert!(shop.affordable().is_none(), "{:?} for {} of {left}", shop.affordable(), shop.gold());
        assert!(shop.upgrade().is_none(), "{:?} for {} of {left}", shop.upgrade(), shop.gold());
        let spent = shop.army().pieces().filter_map(|owned| owned.value()).sum::<Gold>() - Gold::whole(13);
        assert_eq!(shop.gold() + spent, left);
    }
}

#[test]
fn a_suggestion_leaves_no_gold_that_buys_a_piece() {
    for line in ["", "King e1", "Rook a1 h1, Pawn a2-d2", "Elephant c1 f1, Waffle b1"] {
        for seed in 0..4 {
            let mut game = new_match(seed as u8);
            if !line.is_empty() {
                buys(&mut game, WHITE, line);
            }
            let step = suggestion_of(&game, WHITE, seed).unwrap();
            does(&mut game, WHITE, step);
            let shop = shop(&game, WHITE);
            assert_eq!(shop.army().faults(), [], "{line}, {seed}");
            assert!(shop.affordable().is_none(), "{:?} for {}: {line}, {seed}", shop.affordable(), shop.gold());
        }
    }
}

/// Every army that is suggested to Black is tried against every White army: it does best against the one that it was
/// suggested for.
#[test]
fn a_suggestion_is_made_against_the_opponents_army() {
    const ARMIES: usize = 4;
    let white: Vec<Match> = (0..ARMIES)
        .map(|seed| {
            let mut game = new_match(1);
            shops(&mut game, WHITE, Level::Recruit, seed as u64 * 31);
            game
        })
        .collect();
    let black: Vec<String> = white
        .iter()
        .map(|game| {
            let mut game = game.clone();
            let step = suggestion(&game, BLACK).unwrap();
            does(&mut game, BLACK, step);
            let pieces = names(game.army(BLACK)).into_iter().map(|(space, id)| format!("{id} {space}"));
            pieces.collect::<Vec<_>>().join(", ")
        })
        .collect();
    assert!(black.iter().any(|army| *army != black[0]), "the same army against all: {}", black[0]);
    let (mut own, mut others) = (0, 0);
    for (number, game) in white.iter().enumerate() {
        for (of, army) in black.iter().enumerate() {
            let mut game = game.clone();
            buys(&mut game, BLACK, army);
            does(&mut game, BLACK, ClashAction::Ready);
            let lost = lost_by_the_first_move(&game);
            if number == of {
                assert!(lost < 150, "{lost} lost of {army} against {:?}", names(game.army(WHITE)));
                own += lost;
            } else {
                others += lost;
            }
        }
    }
    assert!(own * (ARMIES as i32 - 1) < others, "{own} lost against the known army, {others} against others");
}

#[test]
fn nothing_stands_where_whites_first_move_takes_it() {
    for seed in 0..6 {
        let mut game = new_match(seed);
        shops(&mut game, WHITE, Level::Recruit, u64::from(seed) * 7);
        ready_after(&mut game, BLACK);
        let lost = lost_by_the_first_move(&game);
        assert!(lost < 150, "Suggest against {:?}: {lost}", names(game.army(WHITE)));
    }
    for seed in 0..3 {
        let mut game = new_match(seed);
        shops(&mut game, WHITE, Level::Titan, u64::from(seed));
        ready_after(&mut game, BLACK);
        let lost = lost_by_the_first_move(&game);
        assert!(lost < 150, "Suggest against {:?}: {lost}", names(game.army(WHITE)));

        let mut game = new_match(seed);
        ready_after(&mut game, WHITE);
        shops(&mut game, BLACK, Level::Titan, u64::from(seed));
        let lost = lost_by_the_first_move(&game);
        assert!(lost < 150, "the Titan's {:?}: {lost}", names(game.army(BLACK)));
    }
}

#[test]
fn armies_vary_from_match_to_match() {
    let bought = |seed: u8| {
        let mut game = new_match(seed);
        shops(&mut game, WHITE, Level::Titan, u64::from(seed) * 77);
        names(game.army(WHITE))
    };
    let mut armies: Vec<_> = (0..5).map(bought).collect();
    armies.sort();
    armies.dedup();
    assert!(armies.len() >= 3, "{armies:?}");
}

fn names(army: &Army) -> Vec<(String, &'static str)> {
    let mut names: Vec<_> = army.placed().map(|(space, owned)| (space.to_string(), owned.ware.id)).collect();
    names.sort();
    names
}

#[test]
fn a_round_from_armies_is_the_round_that_is_played() {
    let mut game = new_match(3);
    for seat in [WHITE, BLACK] {
        ready_after(&mut game, seat);
    }
    let armies = [game.army(WHITE).clone(), game.army(BLACK).clone()];
    let round = Round::new(game.round().rules().clone(), &armies);
    assert_eq!(round.position().hash(), game.round().position().hash());
}
