//! Tests of odds of reserves: a seat that starts without pieces in reserve (T-18).

use engine::action::{Act, Action};
use engine::battalion::{builtin, load_builtin};
use engine::board::Seat;
use engine::titans::{Game, GameMode, PlacementStyle, SavedSetup, battlefield_for, to_hex};
use engine::view::Viewer;

/// Two Makpong Battalions, each with a Snare Rook in reserve unless its seat gives odds.
fn saved(without_reserves: &[u8]) -> SavedSetup {
    let army = load_builtin("makpong").unwrap();
    SavedSetup {
        mode: GameMode::Duel,
        battlefield: battlefield_for(&[army.clone(), army]).unwrap(),
        placement: PlacementStyle::Usual,
        files: vec![builtin().iter().find(|army| army.id == "makpong").unwrap().text.to_owned()],
        armies: vec![0, 0],
        without_reserves: without_reserves.iter().map(|seat| Seat(*seat)).collect(),
        seed: to_hex(&[1; 32]),
    }
}

fn in_reserve(game: &Game) -> Vec<u32> {
    let view = game.view(Viewer::Public);
    view.seats.iter().map(|seat| seat.reserve.iter().map(|held| held.count).sum()).collect()
}

#[test]
fn t_18_a_seat_that_gives_odds_starts_without_reserves() {
    for (without, reserves) in [(&[][..], [1, 1]), (&[0], [0, 1]), (&[1], [1, 0])] {
        let mut game = Game::new(saved(without).open().unwrap()).unwrap();
        assert_eq!(in_reserve(&game), reserves, "{without:?}");
        // Once a piece has left its Back Rank, a piece in reserve can be placed there.
        for _ in 0..2 {
            let seat = game.to_act()[0];
            let acts = game.legal_acts(seat);
            let rear = |act: &&Act| if seat == Seat(0) { act.origin().rank() } else { u8::MAX - act.origin().rank() };
            let act = acts.iter().min_by_key(rear).unwrap().clone();
            game.apply(seat, &Action::Turn(act.into())).unwrap();
        }
        for _ in 0..2 {
            let seat = game.to_act()[0];
            let acts = game.legal_acts(seat);
            let places = |act: &&Act| matches!(act, Act::Place { .. });
            assert_eq!(acts.iter().any(|act| places(&act)), reserves[seat.index()] > 0, "{without:?} {seat:?}");
            let other = acts.iter().find(|act| !places(act)).unwrap().clone();
            game.apply(seat, &Action::Turn(other.into())).unwrap();
        }
    }
}

#[test]
fn a_stored_game_with_odds_is_replayed_and_one_of_an_older_program_has_none() {
    let text = serde_json::to_string(&saved(&[0])).unwrap();
    let again: SavedSetup = serde_json::from_str(&text).unwrap();
    assert_eq!(again, saved(&[0]));
    assert_eq!(in_reserve(&Game::new(again.accepted().unwrap()).unwrap()), [0, 1]);
    let usual = serde_json::to_string(&saved(&[])).unwrap();
    assert!(!usual.contains("without_reserves"));
    assert_eq!(serde_json::from_str::<SavedSetup>(&usual).unwrap(), saved(&[]));
    // Replaying the log gives the same position.
    let mut game = Game::new(saved(&[1]).open().unwrap()).unwrap();
    for _ in 0..6 {
        let seat = game.to_act()[0];
        let action = game.legal(seat)[0].clone();
        game.apply(seat, &action).unwrap();
    }
    let replayed = Game::replay(saved(&[1]).accepted().unwrap(), game.log()).unwrap();
    assert_eq!(replayed.view(Viewer::Public), game.view(Viewer::Public));
}
