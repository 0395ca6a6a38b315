//! Tests of the decisions of a seat and the information it gets: no secrets of other seats, and no request on another's
//! turn.

use crate::clash::*;
use engine::action::Action;
use engine::battalion;
use engine::board::Seat;
use engine::seen::Question;
use engine::titans::{Game, GameMode, PlacementStyle, Setup};

fn game(mode: GameMode, armies: &[&str], placement: PlacementStyle) -> Game {
    let load = |id: &&str| battalion::load_builtin(id).unwrap();
    let armies = armies.iter().map(load).collect();
    let usual = Setup::new(mode, armies, [7; 32]).unwrap();
    Game::new(Setup { placement, ..usual }).unwrap()
}

#[test]
fn whoever_places_knows_where_the_others_stand_and_not_the_seed() {
    let mut game = game(GameMode::Duel, &["medieval"; 2], PlacementStyle::Chosen);
    let asked = |game: &Game, seat| match game.seen(seat).question {
        Question::Placement(placing) => Some((placing.setup.seed, placing.placed)),
        Question::Nothing => None,
        other => panic!("{other:?}"),
    };
    assert_eq!(asked(&game, Seat(0)), Some(([0; 32], vec![])));
    assert_eq!(asked(&game, Seat(1)), None);
    let place = Action::Place { offset: 0, mirrored: true, instant: Vec::new() };
    game.apply(Seat(0), &place).unwrap();
    assert_eq!(asked(&game, Seat(0)), None);
    assert_eq!(asked(&game, Seat(1)), Some(([0; 32], vec![(Seat(0), place)])));
}

#[test]
fn v_2_whoever_has_chosen_is_asked_no_more() {
    let armies = ["party-volatile", "medieval", "medieval"];
    let mut game = game(GameMode::Ffa, &armies, PlacementStyle::Usual);
    let asked = |game: &Game, seat| match game.seen(seat).question {
        Question::Volatile(asked) => asked,
        Question::Nothing => Vec::new(),
        other => panic!("{other:?}"),
    };
    let question = asked(&game, Seat(1)).remove(0);
    assert_eq!((question.of, question.count, question.chosen), (Seat(0), 2, false));
    assert_eq!(vec![(question.of, question.count, question.spaces.clone())], game.volatile_questions(Seat(1)));
    let choice = Action::ChooseVolatile { of: question.of, spaces: question.spaces[..2].to_vec() };
    game.apply(Seat(1), &choice).unwrap();
    assert!(asked(&game, Seat(1)).is_empty());
    assert_eq!(asked(&game, Seat(2)).len(), 1);
}

#[test]
fn t_28_a_seat_knows_its_own_targets_only() {
    let game = game(GameMode::Assassin, &["medieval"; 4], PlacementStyle::Usual);
    for seat in Seat::all(4) {
        let aims = game.seen(seat).aims;
        for other in Seat::all(4) {
            assert_eq!(aims.targets(other) != 0, other == seat);
        }
    }
}

#[test]
fn the_player_to_move_is_asked_for_a_turn() {
    let asked = |seen: engine::seen::Seen| matches!(seen.question, Question::Turn);
    let duel = game(GameMode::Duel, &["medieval"; 2], PlacementStyle::Usual);
    assert!(asked(duel.seen(Seat(0))) && !asked(duel.seen(Seat(1))));
    let mut clash = new_match();
    both_ready(&mut clash);
    assert!(asked(clash.seen(WHITE)) && !asked(clash.seen(BLACK)));
    assert!(matches!(clash.seen(BLACK).question, Question::Nothing));
}

#[test]
fn c_3_only_the_buyer_is_asked_and_black_knows_whites_army() {
    let mut game = new_match();
    buy(&mut game, WHITE, "King e1, Queen d1");
    let asked = |game: &engine::clash::Match, seat| match game.seen(seat).question {
        Question::Shop(buying) => Some(buying),
        Question::Nothing => None,
        other => panic!("{other:?}"),
    };
    let white = asked(&game, WHITE).unwrap();
    assert_eq!((white.against, white.round), (None, 1));
    assert_eq!(white.shop.gold(), gold("24.5"));
    assert!(asked(&game, BLACK).is_none());
    ready(&mut game, WHITE);
    let black = asked(&game, BLACK).unwrap();
    assert_eq!(black.against.as_ref(), Some(game.army(WHITE)));
    assert!(asked(&game, WHITE).is_none());
}

#[test]
fn c_10_whoever_is_waited_for_is_asked_for_a_bid_or_a_raise() {
    let mut game = at_auction();
    let asked = |game: &engine::clash::Match, seat| match game.seen(seat).question {
        Question::Auction(bidding) => Some(bidding.standing),
        Question::Nothing => None,
        other => panic!("{other:?}"),
    };
    bid(&mut game, WHITE, "3");
    assert_eq!(asked(&game, WHITE), None, "White's bid is sealed");
    assert_eq!(asked(&game, BLACK), Some(None));
    bid(&mut game, BLACK, "3");
    assert_eq!(asked(&game, WHITE), None);
    assert_eq!(asked(&game, BLACK), Some(Some(gold("3.5"))));
}
