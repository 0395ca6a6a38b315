//! Tests of the Medieval Battalion (M-1 to M-5).

use crate::support::{Table, at};
use engine::play::Illegality;

#[test]
fn m_1_medieval_against_medieval_is_orthodox_chess() {
    let table = Table::start(&["medieval", "medieval"]);
    let back: Vec<_> =
        ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"].iter().map(|space| table.holds(space)).collect();
    let wanted = ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"];
    assert_eq!(back, wanted.map(|piece| format!("1 {piece}")));
    assert_eq!((table.holds("d1"), table.holds("e1")), ("0 queen".into(), "0 king".into()));
}

#[test]
fn m_2_pawns_step_double_from_where_they_started_only() {
    let mut table = Table::duel("medieval", "medieval")
        .white("king h1, pawn[fresh] a2, pawn b2")
        .black("king h8, knight c4, pawn[fresh] c7, rook c6");
    assert_eq!(table.targets("a2"), "a3 a4");
    assert_eq!(table.targets("b2"), "b3");
    table = table.turn(1);
    assert_eq!(table.targets("c7"), "", "blocked one Space ahead");
}

#[test]
fn m_2_pawns_capture_diagonally_and_never_straight() {
    let mut table = Table::duel("medieval", "medieval").white("king h1, pawn b4").black("king h8, rook a5 b5 c5");
    assert_eq!(table.targets("b4"), "a5 c5");
    assert_eq!(table.captures("b4-c5"), "c5");
}

#[test]
fn m_3_promotion_is_mandatory() {
    let mut table = Table::duel("medieval", "medieval").white("king h1, pawn b7").black("king h8, rook a8");
    assert_eq!(table.targets("b7"), "a8=bishop a8=knight a8=queen a8=rook b8=bishop b8=knight b8=queen b8=rook");
}

#[test]
fn m_4_castling_moves_both_and_only_once() {
    let mut table = Table::duel("medieval", "medieval").white("king[fresh] e1, rook[fresh] a1 h1").black("king e8");
    assert!(table.legal("e1-g1 castles") && table.legal("e1-c1 castles"));
    let castled = table.play("e1-c1 castles");
    assert_eq!(
        (castled.holds("c1"), castled.holds("d1"), castled.holds("a1")),
        ("0 king".into(), "0 rook".into(), String::new())
    );
    let mut moved = Table::duel("medieval", "medieval")
        .white("king[fresh] e1, rook a1, rook[fresh] h1")
        .black("king e8")
        .play("h1-h2, e8-e7, h2-h1, e7-e8");
    assert!(!moved.legal("e1-g1 castles") && !moved.legal("e1-c1 castles"));
}

#[test]
fn m_4_not_out_of_through_or_into_an_attack() {
    let table = |black: &str| {
        Table::duel("medieval", "medieval")
            .white("king[fresh] e1, rook[fresh] a1 h1")
            .black(&format!("king h8, {black}"))
    };
    assert_eq!(table("rook e8").fault("e1-g1 castles"), Some(Illegality::CastlesOutOfCheck(at("e8"))));
    assert_eq!(table("rook f8").fault("e1-g1 castles"), Some(Illegality::CastlesThroughCheck(at("f8"))));
    assert_eq!(table("rook g8").fault("e1-g1 castles"), Some(Illegality::LeavesCheck(at("g8"))));
    // The Rook may cross an attacked Space.
    assert_eq!(table("rook b8").fault("e1-c1 castles"), None);
}

#[test]
fn m_4_blocked_by_blocking_pieces_only_and_not_by_one_that_may_not_move() {
    let mut table = Table::duel("medieval", "the-party")
        .white("king[fresh] e1, rook[fresh] a1 h1, bishop b1, the-party/supporter f1")
        .black("chairman h8, supporter g1 a8");
    assert!(table.legal("e1-g1 castles") && !table.legal("e1-c1 castles"));
    let castled = table.play("e1-g1 castles");
    assert_eq!((castled.holds("g1"), castled.holds("f1")), ("0 king".into(), "0 rook".into()));
    let mut held = Table::duel("medieval", "baroque")
        .white("king[fresh] e1, rook[fresh] h1")
        .black("baroque-titan a8, immobilizer h2");
    assert!(!held.legal("e1-g1 castles"));
}

#[test]
fn m_4_both_are_judged_where_they_end() {
    // With the King on g1 and the Rook on f1, the Rook no longer blocks the first rank from h1.
    let mut table =
        Table::duel("medieval", "medieval").white("king[fresh] e1, rook[fresh] a1").black("king h8, rook a8");
    assert!(table.legal("e1-c1 castles"));
    let mut pinched = Table::duel("medieval", "baroque")
        .white("king[fresh] e1, rook[fresh] h1")
        .black("baroque-titan a8, baroque-pawn h8, withdrawer b7");
    assert!(pinched.legal("e1-g1 castles"));
}

#[test]
fn m_5_the_node_counts_of_chess() {
    let mut table = Table::start(&["medieval", "medieval"]);
    for (depth, nodes) in [(1, 20), (2, 400), (3, 8902), (4, 197_281)] {
        assert_eq!(table.rules.perft(&mut table.pos, depth), nodes);
    }
}
