//! Tests of the ability `explode`: a capture also removes the pieces around it and the captor (B-3, B-15).

use std::sync::Arc;

use crate::support::{Table, at, load};
use engine::board::Seat;

const BOMBERS: &str = r#"
format = 1
id = "bombers"
name = "Bombers"

[territory]
layout = ["KB......"]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "bomber"
name = "Bomber"
symbol = "B"
moves = "R"
abilities = ["explode"]
"#;

fn board(white: &str, black: &str) -> Table {
    let army = engine::battalion::read(BOMBERS, &engine::ability::specs()).unwrap();
    let armies = [Arc::new(army), load("medieval")];
    let extra: Vec<_> = engine::battalion::builtin().iter().map(|builtin| load(builtin.id)).collect();
    Table::of(&armies, &extra).white(white).black(black)
}

#[test]
fn a_capture_takes_every_enemy_around_and_the_captor_too() {
    let mut table = board("king a1, bomber d1", "king h8, pawn d5, rook c6, knight e4, bishop f5");
    assert_eq!(table.captures("d1-d5"), "c6 d5 e4");
    assert_eq!(table.captures("d1-d4"), "");
    let table = table.play("d1-d5");
    for gone in ["d5", "c6", "e4", "d1"] {
        assert_eq!(table.holds(gone), "", "{gone}");
    }
    assert_eq!(table.holds("f5"), "1 bishop");
}

#[test]
fn friends_around_stay() {
    let table = board("king a1, bomber d1, bombers/bomber c5", "king h8, pawn d5").play("d1-d5");
    assert_eq!(table.holds("c5"), "0 bomber");
}

#[test]
fn b_15_a_titan_beside_what_could_be_captured_is_attacked() {
    let table = board("king a1, bomber d1", "king d8, pawn d7").turn(1);
    assert!(table.rules.in_check(&table.pos, Seat(1)));
    // A King that stays beside the pawn is still in Check.
    let mut table = table;
    assert!(!table.legal("d8-c8"), "still beside the pawn");
    // Without a capture beside the King there is no Check.
    let table = board("king a1, bomber e1", "king d8, pawn d7").turn(1);
    assert!(!table.rules.in_check(&table.pos, Seat(1)));
}

#[test]
fn t_20_the_captor_that_leaves_opens_a_line() {
    // On d3 the Bomber shields its King. Its capture on d5 leaves the file open beyond the captured piece.
    let mut table = board("king d1, bomber d3", "king h8, pawn d5, rook d8");
    assert_eq!(table.captures("d3-d5"), "illegal");
    let mut table = board("king d1, bomber d3", "king h8, pawn d7, rook d8");
    assert_eq!(table.captures("d3-d7"), "d7 d8");
}

#[test]
fn b_8_a_held_bomber_gives_no_check() {
    let held = board("king a1, bomber d1", "king d8, pawn d7, baroque/immobilizer e2").turn(1);
    assert!(!held.rules.in_check(&held.pos, Seat(1)));
}

#[test]
fn b_11_a_chameleon_copies_the_blast_but_stays() {
    let table = board("king h1, bomber d1 e1", "king h8, baroque/chameleon d8").turn(1);
    let mut table = table;
    assert!(table.captures("d8-d1").contains("d1 e1"), "{}", table.captures("d8-d1"));
    let table = table.play("d8-d1");
    assert_eq!(table.holds("d1"), "1 chameleon");
}

#[test]
fn s_2_a_snare_beside_what_is_captured_lets_the_titan_go_by_it() {
    // The Snare Rook attacks the King; the Bomber removes it together with the pawn.
    let mut table = board("king d1, bomber a4", "king h8, pawn c4, makpong/snare-rook d4");
    assert_eq!(table.captures("a4-c4"), "c4 d4");
}

#[test]
fn p_2_supporters_around_are_not_capturable() {
    let mut table = board("king a1, bomber d1", "king h8, pawn d5, the-party/supporter d6");
    assert_eq!(table.captures("d1-d5"), "d5");
    let table = table.play("d1-d5");
    assert_eq!(table.holds("d6"), "1 supporter");
    assert!(table.pos.at(at("d5")).is_none());
}
