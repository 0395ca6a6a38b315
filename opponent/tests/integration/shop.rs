//! Tests of buying armies in Clash of the Armies: suggestions for people, and purchases of computer players.

use std::sync::atomic::AtomicBool;

use engine::action::{Action, ClashAction};
use engine::board::Seat;
use engine::clash::{Army, Gold, Match, Order, Round, Setup, ULTIMATE, ware};
use engine::game::Game;
use engine::play::Position;
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
    let seen = Game::Clash(Box::new(game.clone())).seen(seat);
    suggest(&seen, &Knowledge::new(&seen.rules), 1)
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

#[test]
fn in_the_last_round_cheap_pieces_are_exchanged_for_dear_ones() {
    let mut game = new_match(1);
    while game.round_number() < ULTIMATE {
        for seat in [WHITE, BLACK] {
            let classic = "King e1, Queen d1, Rook a1 h1, Knight b1 g1, Pawn a2-h2";
            let classic = if seat == WHITE { classic.to_owned() } else { classic.replace('1', "8").replace('2', "7") };
            if game.army(seat).pieces().count() == 0 {
                buys(&mut game, seat, &classic.replace(" h1", "").replace(" h8", ""));
            }
            does(&mut game, seat, ClashAction::Ready);
        }
        for seat in [WHITE, BLACK] {
            game.apply(seat, &Action::OfferDraw).unwrap();
        }
    }
    for seat in [WHITE, BLACK] {
        let gold = Gold::whole(if seat == WHITE { 2 } else { 1 });
        does(&mut game, seat, ClashAction::Bid { gold });
    }
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
fn nothing_stands_where_whites_first_move_takes_it() {
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
