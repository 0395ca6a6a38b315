//! Tests that others' secrets do not influence decisions: with other secrets, the decision and its number of nodes are
//! the same. Repeated questions get the same answer.

use std::sync::atomic::AtomicBool;

use engine::action::{Action, ClashAction};
use engine::battalion::load_builtin;
use engine::board::Seat;
use engine::clash::{Gold, Match};
use engine::game::Game;
use engine::titans::{self, GameMode, Setup};
use engine::view::{View, Viewer};
use opponent::{Budget, Decision, Knowledge, Level, decide};
use proptest::prelude::*;

const ARMIES: [&str; 6] = ["medieval", "makpong", "baroque", "the-party", "alchemists", "reptilian-order"];

fn answer(game: &Game, seat: Seat, level: Level) -> Decision {
    let stop = AtomicBool::new(false);
    let seen = game.seen(seat);
    let know = Knowledge::new(&seen.rules);
    decide(&seen, level, &know, Budget::new(500, &stop), 7)
}

/// Game with these armies; `None` where they cannot meet in that mode.
fn game_of(mode: GameMode, ids: &[&str], seed: u8) -> Option<Game> {
    let armies = ids.iter().map(|id| load_builtin(id).unwrap()).collect();
    let setup = Setup::new(mode, armies, [seed; 32]).ok()?;
    let game = titans::Game::new(setup).ok()?;
    Some(Game::Titans(Box::new(game)))
}

fn assassin(ids: &[&str], seed: u8) -> Option<Game> {
    game_of(GameMode::Assassin, ids, seed)
}

fn targets(game: &Game, seat: u8) -> Vec<Seat> {
    let view: View = game.view(Viewer::Seat(Seat(seat)));
    view.own.unwrap().targets
}

/// Two deals of one game with equal Targets for the first seat and different Targets for others.
fn two_deals(ids: &[&str], seed: u8) -> Option<[Game; 2]> {
    let first = assassin(ids, seed)?;
    let others = (0..=255).filter(|other| *other != seed);
    let other = others
        .filter_map(|seed| assassin(ids, seed))
        .find(|game| targets(game, 0) == targets(&first, 0) && targets(game, 1) != targets(&first, 1))?;
    Some([first, other])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// Plays the same turns in two games with different deals. The first seat must decide equally whenever it is to
    /// move.
    #[test]
    fn others_targets_make_no_difference(
        ids in prop::collection::vec(prop::sample::select(ARMIES.to_vec()), 3..=4),
        deal: u8,
        level in prop::sample::select(Level::ALL.to_vec()),
        turns in 1..12_usize,
    ) {
        let Some([mut first, mut other]) = two_deals(&ids, deal) else { return Ok(()) };
        for _ in 0..turns {
            let [Some(seat), Some(_)] = [&first, &other].map(|game| game.to_act().first().copied()) else { break };
            let decision = answer(&first, seat, level);
            if seat == Seat(0) {
                prop_assert_eq!(&decision, &answer(&other, seat, level));
            }
            let action = decision.action.unwrap();
            first.apply(seat, &action).unwrap();
            other.apply(seat, &action).unwrap();
        }
    }

    #[test]
    fn sealed_volatile_choices_make_no_difference(one: [usize; 2], other: [usize; 2], level in prop::sample::select(Level::ALL.to_vec())) {
        prop_assert_eq!(answer(&volatile(one), Seat(0), level), answer(&volatile(other), Seat(0), level));
    }

    #[test]
    fn sealed_bids_make_no_difference(one in 0..10_i64, other in 0..10_i64, level in prop::sample::select(Level::ALL.to_vec())) {
        let decision = answer(&auction(one), Seat(0), level);
        let bids = matches!(decision.action, Some(Action::Clash(ClashAction::Bid { .. })));
        prop_assert!(bids);
        prop_assert_eq!(decision, answer(&auction(other), Seat(0), level));
    }

    /// Includes games restored from their log, as after a crash.
    #[test]
    fn the_same_question_gets_the_same_answer(
        ids in prop::collection::vec(prop::sample::select(ARMIES.to_vec()), 2..=4),
        seed: u8,
        level in prop::sample::select(Level::ALL.to_vec()),
        turns in 0..30_usize,
    ) {
        let mode = if ids.len() == 2 { GameMode::Duel } else { GameMode::Assassin };
        let begin = || game_of(mode, &ids, seed);
        // Not every army can meet every other.
        let Some(mut game) = begin() else { return Ok(()) };
        for _ in 0..turns {
            let Some(seat) = game.to_act().first().copied() else { break };
            let action = answer(&game, seat, Level::Soldier).action.unwrap();
            game.apply(seat, &action).unwrap();
        }
        let mut again = begin().unwrap();
        for (seat, action) in game.log() {
            again.apply(*seat, action).unwrap();
        }
        let Some(seat) = game.to_act().first().copied() else { return Ok(()) };
        prop_assert_eq!(answer(&game, seat, level), answer(&again, seat, level));
    }
}

#[test]
fn own_targets_do_make_a_difference() {
    let ids = ["medieval"; 3];
    let games: Vec<Game> = (0..40).filter_map(|seed| assassin(&ids, seed)).collect();
    let first = &games[0];
    let other = games.iter().find(|game| targets(game, 0) != targets(first, 0)).unwrap();
    let scores = [first, other].map(|game| answer(game, Seat(0), Level::Captain).score);
    assert_ne!(scores[0], scores[1]);
}

/// Duel in which the second seat has made its Volatile choices in secret.
fn volatile(chosen: [usize; 2]) -> Game {
    let armies = vec![load_builtin("party-volatile").unwrap(); 2];
    let setup = Setup::new(GameMode::Duel, armies, [3; 32]).unwrap();
    let mut game = titans::Game::new(setup).unwrap();
    let (of, _, spaces) = game.volatile_questions(Seat(1))[0].clone();
    let first = chosen[0] % spaces.len();
    let second = (first + 1 + chosen[1] % (spaces.len() - 1)) % spaces.len();
    let spaces = vec![spaces[first], spaces[second]];
    game.apply(Seat(1), &Action::ChooseVolatile { of, spaces }).unwrap();
    Game::Titans(Box::new(game))
}

/// Match before the auction: both earlier rounds were drawn by agreement.
fn auction(bid: i64) -> Game {
    let mut game = Match::new(engine::clash::Setup { en_passant: false, seed: [1; 32] }).unwrap();
    while game.round_number() < 3 {
        for seat in [Seat(0), Seat(1)] {
            game.apply(seat, &Action::Clash(ClashAction::Suggest)).unwrap();
            game.apply(seat, &Action::Clash(ClashAction::Ready)).unwrap();
        }
        for seat in [Seat(0), Seat(1)] {
            game.apply(seat, &Action::OfferDraw).unwrap();
        }
    }
    let gold = Gold::whole(bid);
    game.apply(Seat(1), &Action::Clash(ClashAction::Bid { gold })).unwrap();
    Game::Clash(Box::new(game))
}

#[test]
fn a_raised_flag_ends_the_search_with_a_legal_turn() {
    let armies = vec![load_builtin("medieval").unwrap(); 2];
    let setup = Setup::new(GameMode::Duel, armies, [4; 32]).unwrap();
    let mut game = titans::Game::new(setup).unwrap();
    let stop = AtomicBool::new(true);
    let know = Knowledge::new(game.rules());
    let decision = decide(&game.seen(Seat(0)), Level::Titan, &know, Budget::new(1_000_000, &stop), 1);
    assert!(decision.stopped && decision.nodes < 256);
    game.apply(Seat(0), &decision.action.unwrap()).unwrap();
}
