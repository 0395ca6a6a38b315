//! Tests of the ability `convert`: what a piece captures changes sides instead of leaving the board (B-3, T-9, T-11).

use std::sync::Arc;

use crate::own_ways::agrees;
use crate::support::{Table, load};
use engine::battalion::Definition;
use engine::board::Seat;
use engine::play::Event;

/// Converters that capture in every way.
fn missionaries() -> Arc<Definition> {
    crate::arena::read(
        r#"
format = 1
id = "missionaries"
name = "Missionaries"

[territory]
layout = ["PPPPPPPP", "........", "BJ.KASEH"]

[[power]]
use = "captures-to-hand"

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"
abilities = ["convert"]

[[piece]]
id = "bishop"
name = "Bishop"
symbol = "B"
moves = "B"
abilities = ["convert"]

[[piece.example]]
text = "The captured Pawn changes sides and goes where the Bishop started."
board = [
    "....",
    "..p.",
    "....",
    "B...",
]
move = "a1xc3"

[[piece]]
id = "jumper"
name = "Jumper"
symbol = "J"
moves = "mW"
abilities = ["convert", { use = "jump", lines = "queen" }]

[[piece]]
id = "advancer"
name = "Advancer"
symbol = "A"
moves = "Q"
abilities = ["convert", "approach"]

[[piece]]
id = "preacher"
name = "Preacher"
symbol = "S"
moves = "mR2"
abilities = ["convert", "shoot"]

[[piece]]
id = "eater"
name = "Eater"
symbol = "E"
moves = "N"
abilities = ["convert", "contagion"]

[[piece]]
id = "phoenix"
name = "Phoenix"
symbol = "H"
moves = "K"
abilities = ["avenge"]

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fmWfcFifmnD"
en-passant = ["takes", "taken"]
promote = { to = ["bishop"] }
"#,
    )
}

fn board(white: &str, black: &str) -> Table {
    let extra = [load("the-party")];
    Table::of(&[missionaries(), load("medieval")], &extra).white(white).black(black)
}

#[test]
fn what_it_displaces_goes_where_it_started() {
    let mut table = board("king a1, bishop c1", "king h8, rook f4");
    assert_eq!(table.captures("c1-f4"), "f4");
    table.pos.listen();
    let mut table = table.play("c1-f4");
    assert_eq!((table.holds("f4"), table.holds("c1")), ("0 bishop".into(), "0 rook".into()));
    assert!(table.pos.heard().iter().any(|event| matches!(event, Event::Converted { was: Seat(1), .. })));
    // The converted piece acts for its new owner at once, and no hand gains a piece.
    let mut table = table.play("h8-g7").turn(0);
    assert!(table.legal("c1-c8"));
    assert!(!table.names().iter().any(|name| name.contains('@')));
}

#[test]
fn what_it_captures_elsewhere_stays_there() {
    let table = board("king a1, jumper c1, advancer a4", "king h8, pawn c2, rook e4").play("c1-c3");
    assert_eq!((table.holds("c3"), table.holds("c2")), ("0 jumper".into(), "0 pawn".into()));
    let table = table.turn(0).play("a4-d4");
    assert_eq!((table.holds("d4"), table.holds("e4")), ("0 advancer".into(), "0 rook".into()));
    // Both at once.
    let table = board("king a1, advancer a4", "king h8, rook d4, knight e4").play("a4-d4");
    assert_eq!((table.holds("a4"), table.holds("e4")), ("0 rook".into(), "0 knight".into()));
    let table = board("king a1, preacher c1", "king h8, rook c3").play("c1-c3");
    assert_eq!((table.holds("c1"), table.holds("c3")), ("0 preacher".into(), "0 rook".into()));
}

#[test]
fn t_10_some_are_captured_as_usual() {
    // A Titan.
    let table = board("king a1, bishop c1 b5", "king f4, rook a8").play("c1-f4");
    assert_eq!(table.holds("c1"), "");
    assert!(table.pos.state().is_defeated(Seat(1)));
    // A piece that avenges its capture.
    let own = missionaries();
    let table =
        Table::of(&[own.clone(), own], &[]).white("king a1, bishop c1").black("king h8, phoenix f4").play("c1-f4");
    assert_eq!((table.holds("f4"), table.holds("c1")), (String::new(), String::new()));
}

#[test]
fn t_20_a_converted_attacker_gives_no_check() {
    let mut table = board("king d1, bishop c3", "king h8, rook d8 a1, knight f5");
    assert!(table.rules.in_check(&table.pos, Seat(0)));
    // The Rook on a1 is converted to c3; the other one still gives Check.
    assert!(!table.legal("c3-a1"));
    let mut one = board("king d1, bishop c3", "king h8, rook a1, knight f5");
    assert!(one.legal("c3-a1"));
    // The converted piece can stand in the way: it keeps the line closed that its captor leaves.
    let mut screen = board("king d1, bishop d3", "king h8, rook d8, pawn f5");
    assert!(screen.legal("d3-f5") && !screen.legal("d3-e4"));
}

#[test]
fn contagion_still_takes_the_type() {
    let table = board("king a1, eater c1", "king h8, rook d3").play("c1-d3");
    assert_eq!((table.holds("d3"), table.holds("c1")), ("0 rook".into(), "0 rook".into()));
}

#[test]
fn its_example_shows_the_change() {
    let army = missionaries();
    let bishop = army.pieces.iter().find(|piece| piece.id == "bishop").unwrap();
    let demo = engine::battalion::play(&army, &bishop.examples[0]).unwrap();
    assert_eq!((demo.before.len(), demo.after.len()), (2, 2));
    assert!(demo.after.iter().all(|piece| piece.seat == Seat(0)));
}

#[test]
fn it_agrees_with_the_slow_definition() {
    let own = missionaries();
    agrees(&mut Table::of(&[own.clone(), own.clone()], &[]), 1, 60);
    for (seed, other) in ["medieval", "baroque-duel", "makpong", "party-volatile"].into_iter().enumerate() {
        agrees(&mut Table::of(&[own.clone(), load(other)], &[]), 10 + seed as u64, 40);
    }
}
