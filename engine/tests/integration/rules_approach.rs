//! Tests of the ability `approach`: captures by stopping next to an Enemy, straight on (B-3, B-15).

use std::sync::Arc;

use crate::own_ways::agrees;
use crate::support::{Table, load};
use engine::battalion::Definition;
use engine::board::Seat;

fn advancers() -> Arc<Definition> {
    crate::arena::read(
        r#"
format = 1
id = "advancers"
name = "Advancers"

[territory]
layout = ["AAAALLLL", "........", "RS.KC.HA"]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "advancer"
name = "Advancer"
symbol = "A"
moves = "mQ"
abilities = ["approach"]

[[piece.example]]
text = "It stops next to the Pawn and captures it."
board = [
    "...l.",
    ".....",
    ".....",
    "A....",
]
move = "a1-c3"

[[piece]]
id = "lancer"
name = "Lancer"
symbol = "L"
moves = "fmWfcF"
abilities = ["approach"]
promote = { to = ["advancer"] }

[[piece]]
id = "rammer"
name = "Rammer"
symbol = "R"
moves = "R"
abilities = ["approach", "withdraw"]

[[piece]]
id = "hopper"
name = "Hopper"
symbol = "H"
moves = "mN"
abilities = ["approach", "leap-over"]

[[piece]]
id = "scout"
name = "Scout"
symbol = "S"
moves = "mB"
abilities = ["approach", "imitate"]

[[piece]]
id = "chameleon"
name = "Chameleon"
symbol = "C"
moves = "mQ"
abilities = ["copy"]
"#,
    )
}

fn board(white: &str, black: &str) -> Table {
    Table::of(&[advancers(), load("medieval")], &[load("baroque-duel")]).white(white).black(black)
}

#[test]
fn b_3_it_captures_what_it_stops_next_to() {
    let mut table = board("king a1, advancer d1", "king h8, pawn d6 g4 e5");
    assert_eq!(table.captures("d1-d5"), "d6", "straight on, not e5 beside it");
    assert_eq!(table.captures("d1-d4"), "", "too far away");
    assert_eq!(table.captures("d1-f3"), "g4");
    assert_eq!(table.captures("d1-d6"), "illegal", "it does not capture by going there");
    let table = table.play("d1-d5");
    assert_eq!((table.holds("d5"), table.holds("d6")), ("0 advancer".into(), String::new()));
}

#[test]
fn b_3_friends_and_what_is_not_in_line_are_spared() {
    let mut table = board("king a1, advancer d1, lancer d6, hopper b3", "king h8, pawn e5 c4");
    assert_eq!(table.captures("d1-d5"), "");
    // The way of a Knight is no line.
    assert_eq!(table.captures("b3-d4"), "");
    // With a capture of its own, the next piece falls as well.
    let mut table = board("king a1, rammer d1", "king h8, pawn d4 d5");
    assert_eq!(table.captures("d1-d4"), "d4 d5");
    assert_eq!(table.captures("d1-d3"), "d4");
}

#[test]
fn b_15_it_gives_check_by_what_it_could_approach() {
    let table = board("king a1, advancer d1", "king d8").turn(1);
    assert!(table.rules.in_check(&table.pos, Seat(1)), "by d1-d7");
    let mut beside = board("king a1, advancer d7", "king d8").turn(1);
    assert!(!beside.rules.in_check(&beside.pos, Seat(1)), "there is no Space between");
    assert!(!beside.legal("d8-d7") || beside.captures("d8-d7") == "d7");
    let mut table = board("king a1, advancer d1", "king d8, rook a5 d7").turn(1);
    assert!(!table.rules.in_check(&table.pos, Seat(1)), "d7 is not free");
    assert!(!table.legal("d7-c7"), "the Rook shields its King");
    assert!(table.legal("d7-d1"));
}

#[test]
fn b_13_a_chameleon_advances_on_advancers() {
    let mut table =
        Table::of(&[advancers(), advancers()], &[]).white("king a1, chameleon d1").black("king h8, advancer d6");
    assert_eq!(table.captures("d1-d5"), "d6");
}

#[test]
fn its_example_shows_the_capture() {
    let army = advancers();
    let advancer = army.pieces.iter().find(|piece| piece.id == "advancer").unwrap();
    let demo = engine::battalion::play(&army, &advancer.examples[0]).unwrap();
    assert_eq!((demo.before.len(), demo.after.len()), (2, 1));
}

#[test]
fn it_agrees_with_the_slow_definition() {
    let own = advancers();
    agrees(&mut Table::of(&[own.clone(), own.clone()], &[]), 1, 60);
    for (seed, other) in ["medieval", "baroque-duel", "makpong", "the-party"].into_iter().enumerate() {
        agrees(&mut Table::of(&[own.clone(), load(other)], &[]), 10 + seed as u64, 40);
    }
}
