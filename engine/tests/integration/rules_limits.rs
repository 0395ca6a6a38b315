//! Tests of `most` and `lost`, which limit promotions by the pieces that a Player has (T-12), as in Grand Chess and
//! sittuyin.

use std::sync::Arc;

use crate::own_ways::agrees;
use crate::support::{Table, load};
use engine::battalion::Definition;

/// Orthodox chess with a Knight in reserve and this limit of the Pawn's promotion.
fn army(limit: &str) -> Arc<Definition> {
    let army = include_str!("../armies/orthodox.toml").replace("promote = {", &format!("promote = {{ {limit},"));
    crate::arena::read(&(army + "\n[[reserve]]\npiece = \"knight\"\ncount = 1\n"))
}

/// Promotion options of a Pawn on b7 in the order of their names, and an empty one if it may go to b8 unpromoted.
fn options(army: &Arc<Definition>, white: &str, reserve: &str) -> String {
    let mut table = Table::of(&[army.clone(), army.clone()], &[])
        .white(&format!("king e1, pawn b7, {white}"))
        .black("king h3")
        .reserve(0, reserve);
    let names = table.names();
    let to = names.iter().filter_map(|name| name.strip_prefix("b7-b8"));
    to.map(|name| name.trim_start_matches('=')).collect::<Vec<_>>().join(" ")
}

#[test]
fn most_counts_the_pieces_on_the_board() {
    let one = army("most = 1");
    assert_eq!(options(&one, "pawn h2", "knight"), "bishop knight queen rook");
    assert_eq!(options(&one, "queen d1, rook a1, bishop c1", "knight"), "knight");
    assert_eq!(
        options(&one, "queen d1, rook a1, bishop c1, knight c3", "knight"),
        "",
        "it has to promote, so it stays"
    );
    let may = army("most = 1, optional = true");
    assert_eq!(
        options(&may, "queen d1, rook a1, bishop c1, knight c3", "knight").trim(),
        "",
        "it goes there as a Pawn"
    );
}

#[test]
fn lost_counts_reserves_too() {
    let lost = army("lost = true");
    assert_eq!(options(&lost, "rook a1, rook h1, bishop c1, bishop f1, knight c3, knight f3", "knight"), "queen");
    assert_eq!(options(&lost, "queen d1, rook a1, bishop c1, bishop f1, knight c3, knight f3", "knight"), "rook");
    // Two Knights and one in reserve at the start.
    assert_eq!(options(&lost, "queen d1, rook a1, rook h1, bishop c1, bishop f1, knight c3", "knight"), "knight");
    assert_eq!(options(&lost, "queen d1, rook a1, rook h1, bishop c1, bishop f1, knight c3, knight f3", "knight"), "");
}

#[test]
fn a_pawn_that_could_become_nothing_still_gives_check() {
    let one = army("most = 1");
    let mut table = Table::of(&[one.clone(), one], &[])
        .white("king e1, pawn b7, queen d1, rook a2, bishop c1, knight c3")
        .black("king a8, pawn h7")
        .turn(1);
    assert!(!table.names().iter().any(|name| name == "h7-h6"), "Black is in Check from b7");
}

#[test]
fn it_agrees_with_the_slow_definition() {
    for (seed, limit) in ["most = 1", "lost = true", "most = 2, lost = true, optional = true"].into_iter().enumerate() {
        let own = army(limit);
        agrees(&mut Table::of(&[own.clone(), own.clone()], &[]), seed as u64, 60);
        agrees(&mut Table::of(&[own, load("medieval")], &[]), 10 + seed as u64, 40);
    }
}
