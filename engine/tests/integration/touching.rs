//! Tests of Battlefields without rows, on which the Territories touch (T-4, T-5).

use crate::arena::{rules_on, start};
use crate::support::slow;
use engine::action::Action;
use engine::battalion::read_battlefields;
use engine::board::{Battlefield, Seat};
use engine::notation;
use engine::titans::{Game, GameMode, PlacementStyle, SavedSetup, to_hex};
use engine::view::Viewer;

const FIELD: &str = "[[battlefield]]\nid = \"no-mans-land\"\nname = \"No Man's Land\"\nwidth = 8\nheight = 0\nedge_slots = [\n  \
                     { side = \"south\", from = 0, length = 8 },\n  { side = \"north\", from = 0, length = 8 },\n]\n";

fn field() -> Battlefield {
    read_battlefields(FIELD).unwrap().remove(0)
}

fn orthodox() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/armies/orthodox.toml");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn t_5_the_front_rows_are_neighbours() {
    let army = crate::arena::read(&orthodox());
    let rules = rules_on(&field(), &[army.clone(), army]);
    assert_eq!((rules.board.width(), rules.board.height(), rules.board.spaces().len()), (8, 4, 32));
    assert!(rules.board.battlefield().is_empty());
    let mut pos = start(&rules, &[false, true]);
    for depth in 1..=2 {
        assert_eq!(rules.perft(&mut pos, depth), slow::perft(&rules, &mut pos, depth), "to {depth}");
    }
}

#[test]
fn t_4_a_game_is_played_and_opened_again() {
    let saved = SavedSetup {
        without_reserves: Vec::new(),
        mode: GameMode::Duel,
        battlefield: field(),
        placement: PlacementStyle::Usual,
        files: vec![orthodox()],
        armies: vec![0, 0],
        seed: to_hex(&[3; 32]),
    };
    let stored = serde_json::to_string(&saved).unwrap();
    let mut game = Game::new(saved.open().unwrap()).unwrap();
    for text in ["axb3", "cxb2"] {
        let seat = game.to_act()[0];
        let turn = notation::read_turn(&game, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.apply(seat, &Action::Turn(turn)).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    let again: SavedSetup = serde_json::from_str(&stored).unwrap();
    let again = Game::replay(again.accepted().unwrap(), game.log()).unwrap();
    assert_eq!(again.view(Viewer::Public), game.view(Viewer::Public));
    assert_eq!(engine::text::board(&game.view(Viewer::Public)).lines().count(), 5);
}

#[test]
fn only_sides_without_territories_may_have_no_length() {
    let errors = |text: &str| read_battlefields(text).unwrap_err();
    let sideways = FIELD.replace("width = 8", "width = 0");
    let found = errors(&sideways);
    assert!(found[0].message.contains("edge slot 1 reaches beyond its side"), "{found:?}");
    let large = errors(&FIELD.replace("height = 0", "height = 27"));
    assert!(large[0].message.contains("0 to 26"), "{large:?}");
    let west = FIELD.replace("height = 0", "height = 8").replace("width = 8", "width = 0");
    let west = west.replace("south", "west").replace("north", "east");
    assert_eq!(read_battlefields(&west).map(|fields| fields[0].edge_slots[1].side), Ok(engine::board::Side::East));
    assert_eq!(Seat::all(2).map(|seat| field().offsets(seat, 8, 0).count()).sum::<usize>(), 2);
}
