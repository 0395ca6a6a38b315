//! Tests of the power `pass`: a turn without an action, as in janggi (T-17, T-24).

use std::sync::Arc;

use crate::own_ways::agrees;
use crate::support::{Table, load};
use engine::battalion::Definition;

/// Orthodox chess with this power and the right to pass.
fn patient(more: &str) -> Arc<Definition> {
    let army = include_str!("../armies/orthodox.toml");
    crate::arena::read(&format!("{army}\n[[power]]\nuse = \"pass\"\n{more}"))
}

fn passes(table: &mut Table) -> bool {
    table.names().iter().any(|name| name == "pass")
}

#[test]
fn a_player_may_pass_but_not_in_check() {
    let board = |black: &str| Table::of(&[patient(""), load("medieval")], &[]).white("king a1").black(black);
    assert!(passes(&mut board("king h8, rook b8")));
    assert!(!passes(&mut board("king h8, rook a8")), "the King on a1 is in Check");
    assert!(!passes(&mut board("king h8").turn(1)), "the other army may not");
    let mut trapped = board("king h8, rook b8, rook h2");
    assert_eq!(trapped.names(), ["pass"], "no stalemate");
}

#[test]
fn a_capture_that_is_compulsory_comes_first() {
    let army = patient("\n[[power]]\nuse = \"must-capture\"\n");
    let board = |black: &str| Table::of(&[army.clone(), army.clone()], &[]).white("king a1, rook c1").black(black);
    assert!(passes(&mut board("king h8")));
    assert!(!passes(&mut board("king h8, pawn c6")));
}

#[test]
fn it_agrees_with_the_slow_definition() {
    let own = patient("");
    agrees(&mut Table::of(&[own.clone(), own.clone()], &[]), 1, 60);
    agrees(&mut Table::of(&[own, load("makpong")], &[]), 2, 60);
}
