//! Tests of the abilities `spare` (B-15, T-19) and `drop-within` (A-2, T-18), as in janggi and in variants of shogi.

use std::sync::Arc;

use crate::own_ways::agrees;
use crate::support::{Table, load};
use engine::battalion::Definition;

fn cannons() -> Arc<Definition> {
    crate::arena::read(
        r#"
format = 1
id = "cannons"
name = "Cannons"

[territory]
layout = ["PPPPPPPP", "........", "CG.KH.GC"]

[[zone]]
id = "camp"
rows = ["...xx..."]

[[power]]
use = "captures-to-hand"

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "cannon"
name = "Cannon"
symbol = "C"
moves = "pR"
abilities = [{ use = "spare", pieces = ["cannon", "guard"] }]

[[piece]]
id = "guard"
name = "Guard"
symbol = "G"
moves = "F"
abilities = [{ use = "drop-within", zone = "camp" }]

[[piece]]
id = "horse"
name = "Horse"
symbol = "H"
moves = "N"
abilities = [{ use = "drop-within", zone = "own-half" }]

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fW"
"#,
    )
}

fn board(white: &str, black: &str) -> Table {
    Table::of(&[cannons(), cannons()], &[]).white(white).black(black)
}

#[test]
fn it_captures_no_spared_piece_but_goes_over_it() {
    let mut table = board("king a1, cannon c1, pawn c3", "king h8, cannon c6, guard c8");
    assert_eq!(table.targets("c1"), "c4 c5", "the Enemy Cannon bars the way");
    let mut table = board("king a1, cannon c1, pawn c3", "king h8, horse c6");
    assert_eq!(table.captures("c1-c6"), "c6");
    // A spared piece is a mount like any other.
    let mut table = board("king a1, cannon c1", "king h8, cannon c3, pawn c5");
    assert_eq!(table.captures("c1-c5"), "c5");
    // The army of the Opponent has other pieces, whatever they are called.
    let mut table =
        Table::of(&[cannons(), load("medieval")], &[]).white("king a1, cannon c1, pawn c3").black("king h8, rook c6");
    assert_eq!(table.captures("c1-c6"), "c6");
}

#[test]
fn a_piece_dropped_within_a_zone_is_dropped_nowhere_else() {
    let drops = |table: &mut Table, piece: &str| {
        let names = table.names();
        let drops = names.iter().filter_map(|name| name.strip_prefix(piece)?.strip_prefix('@'));
        drops.map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    let mut table = board("king a1", "king h8").reserve(0, "guard, horse, pawn");
    assert_eq!(drops(&mut table, "guard"), "d1 e1");
    let horses = drops(&mut table, "horse");
    assert!(horses.contains("h4") && !horses.contains('5'), "{horses}");
    assert!(drops(&mut table, "pawn").contains("d7"));
    // The zone is that of the Player who drops.
    let mut table = board("king a1", "king h8").reserve(1, "guard").turn(1);
    assert_eq!(drops(&mut table, "guard"), "d8 e8");
}

#[test]
fn it_agrees_with_the_slow_definition() {
    let own = cannons();
    agrees(&mut Table::of(&[own.clone(), own.clone()], &[]), 1, 60);
    for (seed, other) in ["medieval", "baroque-duel", "makpong"].into_iter().enumerate() {
        agrees(&mut Table::of(&[own.clone(), load(other)], &[]), 10 + seed as u64, 40);
    }
}
