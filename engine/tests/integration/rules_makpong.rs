//! Tests of the Makpong Battalion (S-1 to S-7).

use crate::support::{Table, at};
use engine::board::Seat;
use engine::play::Illegality;

fn makpong(white: &str, black: &str) -> Table {
    Table::duel("makpong", "medieval").white(white).black(black)
}

#[test]
fn s_1_the_territory_and_one_rook_in_reserve() {
    let mut table = Table::start(&["makpong", "makpong"]);
    assert_eq!(
        (table.holds("a3"), table.holds("d1"), table.holds("e8")),
        ("0 snare-pawn".into(), "0 snare-king".into(), "1 snare-king".into())
    );
    let rook = table.ty(Seat(0), "snare-rook");
    assert_eq!(table.pos.reserve(Seat(0), rook), 1);
    assert!(!table.legal("snare-rook@a2"), "the Back Rank is full");
    // Same count as without the reserve, until a Space of the Back Rank is free.
    assert_eq!(table.rules.perft(&mut table.pos, 2), 529);
}

#[test]
fn s_2_a_snared_titan_may_only_capture_its_one_snarer() {
    let mut table = makpong("snare-king a1, snare-rook e1", "king e6, rook h1").turn(1);
    assert_eq!(table.targets("e6"), "");
    assert_eq!(table.fault("e6-d6"), Some(Illegality::Bound(at("e1"))));
    assert!(table.legal("h1-e1") && !table.legal("h1-h6"));
    let mut near = makpong("snare-king a1, snare-pawn d5", "king e6").turn(1);
    assert_eq!(near.targets("e6"), "d5");
    let mut two = makpong("snare-king a1, snare-pawn d5, snare-knight g7", "king e6").turn(1);
    assert_eq!(two.targets("e6"), "");
    // Other pieces than Snare Pieces do not snare.
    let mut plain = makpong("snare-king a1, medieval/rook e1", "king e6").turn(1);
    assert!(plain.legal("e6-d6"));
}

#[test]
fn s_2_castling_counts_as_acting_and_a_snared_titan_attacks() {
    // A Player with a second Titan is not in Check, but the snared King still may not castle.
    let mut table = makpong("snare-king a1, snare-knight d6", "king[fresh] e8, king b3, rook[fresh] h8").turn(1);
    assert!(!table.legal("e8-g8 castles") && !table.legal("e8-e7"));
    let table = makpong("snare-king d4, snare-rook e1", "king e5");
    assert!(table.rules.in_check(&table.pos, Seat(0)));
}

#[test]
fn s_2_immutable_titans_are_not_snared() {
    let mut titan = crate::support::load("medieval").pieces[0].clone();
    titan.id = "idol".into();
    titan.immutable = true;
    titan.castles_with.clear();
    let idols = std::sync::Arc::new(crate::support::bare::army("idols", vec![titan]));
    let mut table = Table::of(&[crate::support::load("makpong"), idols], &[])
        .white("snare-king a1, snare-rook e1")
        .black("idol e6")
        .turn(1);
    assert!(table.legal("e6-d6"));
}

#[test]
fn s_3_a_pinned_snare_piece_snares_and_a_held_one_does_not() {
    // The Rook on d4 is pinned to its King on a4 by the Rook on h4, and snares nevertheless.
    let mut pinned = makpong("snare-king a4, snare-rook d4", "king d7, rook h4").turn(1);
    assert_eq!(pinned.targets("d7"), "");
    let mut held = Table::duel("makpong", "baroque")
        .white("snare-king a1, snare-rook e1")
        .black("baroque-titan e6, immobilizer f2")
        .turn(1);
    assert!(held.legal("e6-e7"));
}

#[test]
fn s_4_affected_spaces_are_the_territory_and_its_neighbours_for_all_and_for_good() {
    let table = makpong("snare-king a1", "king h8");
    let affected = table.rules.affected.unwrap();
    assert_eq!(affected.len(), 32);
    assert!(affected.has(at("a4")) && !affected.has(at("a5")));
    // Spaces of a defeated Player are affected, too, also for the owner's own pieces.
    let mut fallen = Table::new(&["makpong", "medieval", "medieval"])
        .seat(0, "snare-king d1")
        .seat(1, "king a4, bishop f7")
        .seat(2, "king k14")
        .fallen(0)
        .turn(1);
    assert!(fallen.legal("f7-h5") && !fallen.legal("f7-i4"));
    let mut own = makpong("snare-king a1, medieval/bishop e5", "king h8");
    assert_eq!(own.targets("e5"), "b8 c7 d4 d6 f4 f6 g7 h8");
}

#[test]
fn s_5_far_diagonal_movements_onto_affected_spaces_are_illegal_and_give_no_check() {
    let mut table = makpong("snare-king c3, snare-pawn h3", "king h8, bishop g7").turn(1);
    assert!(!table.rules.in_check(&table.pos, Seat(0)));
    assert!(!table.legal("g7-d4") && !table.legal("g7-c3") && table.legal("g7-e5"));
    // Arrivals from an adjacent Space, orthogonally, and by Knights are unrestricted. So is passing through.
    let mut near = makpong("snare-king a1, medieval/queen b1", "king h8, bishop e5, queen d8, knight f5");
    assert!(near.legal("b1-f5"));
    near = near.turn(1);
    assert!(near.legal("e5-d4") && near.legal("d8-d3") && near.legal("f5-e3"));
}

#[test]
fn s_6_affected_types_gain_a_step_forwards_onto_affected_spaces() {
    let mut table = makpong("snare-king a1", "king h8, bishop e5 c3 g7, rook a5, knight b5, queen h5").turn(1);
    assert!(table.legal("e5-e4"), "gained");
    assert!(table.legal("c3-c2") && !table.legal("c3-c4"));
    assert!(!table.legal("g7-g6"), "not onto an Unaffected Space");
    assert!(!table.legal("b5-b4"), "Knights are not affected");
    // The gained step captures and gives Check, even by pieces that otherwise cannot capture so, and has no side
    // effects.
    let check = makpong("snare-king c3", "king h8, bishop c4");
    assert!(check.rules.in_check(&check.pos, Seat(0)));
    let mut immobilizer = Table::duel("makpong", "baroque")
        .white("snare-king a1, snare-pawn h3")
        .black("baroque-titan a8, withdrawer h4 c4, long-leaper e4")
        .white("snare-queen h5 c5 e3 b3")
        .turn(1);
    assert_eq!(immobilizer.captures("h4-h3"), "h3");
    assert_eq!(immobilizer.captures("c4-c3"), "c5", "a plain step withdraws");
    assert_eq!(immobilizer.captures("e4-e3"), "e3");
}

#[test]
fn s_6_a_chameleon_copies_the_step_with_its_side_effects() {
    // The Chameleon may step onto the Bishop like a Bishop, by S-6; its own gained step has no side effects.
    let mut table = Table::new(&["baroque", "medieval", "makpong", "baroque"])
        .seat(0, "baroque-titan k1, chameleon f10")
        .seat(1, "king a4, bishop f11")
        .seat(2, "snare-king k14")
        .seat(3, "baroque-titan n4, withdrawer f9");
    assert_eq!(table.captures("f10-f11"), "f11|f11 f9");
}

#[test]
fn s_7_the_pawn_promotes_on_the_three_rearmost_ranks() {
    let mut table = makpong("snare-king a1, snare-pawn d5 e4", "king h8, pawn c6");
    assert_eq!(table.targets("d5"), "c6=promoted-snare-pawn d6=promoted-snare-pawn");
    assert_eq!(table.targets("e4"), "e5");
    let mut passing = makpong("snare-king a1, snare-pawn e5", "king h8, pawn d5").en_passant("d5", "d6");
    assert_eq!(passing.captures("e5-d6=promoted-snare-pawn"), "d5");
}
