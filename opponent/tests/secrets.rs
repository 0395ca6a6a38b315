//! Exchanging others' secrets changes nothing: the same decision, after the same number of positions. And the same question always gets the
//! same answer.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::sync::atomic::AtomicBool;

use engine::action::{Action, ClashAction};
use engine::battalion::load_builtin;
use engine::board::Seat;
use engine::clash::{Gold, Match};
use engine::game::Game;
use engine::titans::{self, GameMode, Setup};
use engine::view::{View, Viewer};
use opponent::{Budget, Decision, Knowledge, Level, decide};

fn answer(game: &Game, seat: Seat, level: Level) -> Decision {
    let stop = AtomicBool::new(false);
    let seen = game.seen(seat);
    let know = Knowledge::new(&seen.rules);
    decide(&seen, level, &know, Budget::new(1_500, &stop), 7)
}

fn assassin(ids: &[&str], seed: u8) -> Game {
    let armies = ids.iter().map(|id| load_builtin(id).unwrap()).collect();
    let setup = Setup::new(GameMode::Assassin, armies, [seed; 32]).unwrap();
    Game::Titans(Box::new(titans::Game::new(setup).unwrap()))
}

fn targets(game: &Game, seat: u8) -> Vec<Seat> {
    let view: View = game.view(Viewer::Seat(Seat(seat)));
    view.own.unwrap().targets
}

#[test]
fn others_targets_make_no_difference() {
    let ids = ["medieval", "makpong", "reptilian-order", "medieval"];
    let first = assassin(&ids, 0);
    // Another deal in which the first seat hunts the same, and somebody else another one.
    let other = (1..=255)
        .map(|seed| assassin(&ids, seed))
        .find(|game| {
            targets(game, 0) == targets(&first, 0) && targets(game, 1) != targets(&first, 1)
        })
        .unwrap();
    for level in [Level::Soldier, Level::Captain, Level::Titan] {
        assert_eq!(
            answer(&first, Seat(0), level),
            answer(&other, Seat(0), level)
        );
    }
}

#[test]
fn own_targets_do_make_a_difference() {
    let ids = ["medieval"; 3];
    let games: Vec<Game> = (0..40).map(|seed| assassin(&ids, seed)).collect();
    let first = &games[0];
    let other = games
        .iter()
        .find(|game| targets(game, 0) != targets(first, 0))
        .unwrap();
    let scores = [first, other].map(|game| answer(game, Seat(0), Level::Captain).score);
    assert_ne!(scores[0], scores[1]);
}

#[test]
fn sealed_volatile_choices_make_no_difference() {
    let game = |chosen: [usize; 2]| {
        let armies = vec![load_builtin("party-volatile").unwrap(); 2];
        let setup = Setup::new(GameMode::Duel, armies, [3; 32]).unwrap();
        let mut game = titans::Game::new(setup).unwrap();
        let (of, _, spaces) = game.volatile_questions(Seat(1))[0].clone();
        let spaces = chosen.map(|index| spaces[index]).to_vec();
        game.apply(Seat(1), &Action::ChooseVolatile { of, spaces })
            .unwrap();
        Game::Titans(Box::new(game))
    };
    assert_eq!(
        answer(&game([0, 1]), Seat(0), Level::Titan),
        answer(&game([2, 3]), Seat(0), Level::Titan)
    );
}

/// A match before the auction: both rounds before were drawn by agreement.
fn auction(bid: i64) -> Game {
    let mut game = Match::new(engine::clash::Setup {
        en_passant: false,
        seed: [1; 32],
    })
    .unwrap();
    while game.round_number() < 3 {
        for seat in [Seat(0), Seat(1)] {
            game.apply(seat, &Action::Clash(ClashAction::Suggest))
                .unwrap();
            game.apply(seat, &Action::Clash(ClashAction::Ready))
                .unwrap();
        }
        for seat in [Seat(0), Seat(1)] {
            game.apply(seat, &Action::OfferDraw).unwrap();
        }
    }
    let gold = Gold::whole(bid);
    game.apply(Seat(1), &Action::Clash(ClashAction::Bid { gold }))
        .unwrap();
    Game::Clash(Box::new(game))
}

#[test]
fn sealed_bids_make_no_difference() {
    let decision = answer(&auction(1), Seat(0), Level::Titan);
    assert!(matches!(
        decision.action,
        Some(Action::Clash(ClashAction::Bid { .. }))
    ));
    assert_eq!(decision, answer(&auction(9), Seat(0), Level::Titan));
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for id in ["the-party", "alchemists", "baroque-duel"] {
        let armies = vec![load_builtin(id).unwrap(); 2];
        let setup = Setup::new(GameMode::Duel, armies, [4; 32]).unwrap();
        let game = Game::Titans(Box::new(titans::Game::new(setup).unwrap()));
        for level in Level::ALL {
            let seat = game.to_act()[0];
            assert_eq!(
                answer(&game, seat, level),
                answer(&game, seat, level),
                "{id} {level}"
            );
        }
    }
}

#[test]
fn a_raised_flag_ends_the_search_with_a_legal_turn() {
    let armies = vec![load_builtin("medieval").unwrap(); 2];
    let setup = Setup::new(GameMode::Duel, armies, [4; 32]).unwrap();
    let mut game = titans::Game::new(setup).unwrap();
    let stop = AtomicBool::new(true);
    let know = Knowledge::new(game.rules());
    let decision = decide(
        &game.seen(Seat(0)),
        Level::Titan,
        &know,
        Budget::new(1_000_000, &stop),
        1,
    );
    assert!(decision.stopped && decision.nodes < 256);
    game.apply(Seat(0), &decision.action.unwrap()).unwrap();
}
