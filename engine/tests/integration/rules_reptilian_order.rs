//! Tests of the Reptilian Order (O-1 to O-5) and of swaps with a Titan.

use crate::support::{Table, at};
use engine::board::Seat;
use engine::play::{Flags, Illegality};

fn reptiles() -> Table {
    Table::duel("reptilian-order", "medieval")
}

#[test]
fn o_1_the_territory_is_eight_by_three_and_may_be_mirrored() {
    let army = crate::support::load("reptilian-order");
    let territory = &army.territory;
    assert_eq!((territory.width(), territory.height(), territory.mirror), (8, 3, true));
    assert!(territory.rows[0].iter().all(Option::is_none), "front row");
    let rows = |row: usize| -> Vec<&str> {
        let place = |cell: &Option<usize>| cell.map_or("", |piece| army.pieces[piece].symbol.as_str());
        territory.rows[row].iter().map(place).collect()
    };
    assert_eq!(rows(1), ["T"; 8]);
    assert_eq!(rows(2), ["C", "S", "Z", "G", "P", "Z", "S", "C"]);
}

#[test]
fn o_3_o_4_a_guard_further_forwards_trades_places_in_a_duel() {
    let mut table = reptiles().white("prophet e1, guard f2 a4").black("king h8");
    assert!(table.legal("f2-e1") && table.legal("a4-e1"));
    let table = table.play("f2-e1");
    assert_eq!((table.holds("e1"), table.holds("f2")), ("0 guard".into(), "0 prophet".into()));
    assert_eq!(table.pos.titans(Seat(0)), [at("f2")]);
    let mut level = reptiles().white("prophet e2, guard g2 f1").black("king h8");
    assert!(!level.legal("g2-e2") && !level.legal("f1-e2"));
    // Forwards is the opposite direction for the second seat.
    let mut north =
        Table::duel("medieval", "reptilian-order").white("king h1").black("prophet e7, guard d6 d8").turn(1);
    assert!(north.legal("d6-e7") && !north.legal("d8-e7"));
}

#[test]
fn o_3_t_20_a_trade_may_lead_out_of_check_but_not_into_it() {
    let mut out = reptiles().white("prophet e1, guard d2").black("king h8, rook e8");
    assert!(out.legal("d2-e1"));
    let mut into = reptiles().white("prophet e1, guard f2").black("king h8, rook f8");
    assert_eq!(into.fault("f2-e1"), Some(Illegality::LeavesCheck(at("f8"))));
    let mut pinned = reptiles().white("prophet e1, guard e2").black("king h8, rook e8");
    assert_eq!(pinned.fault("e2-e1"), Some(Illegality::LeavesCheck(at("e8"))));
}

#[test]
fn o_3_s_2_a_snared_titan_does_not_act_when_it_is_traded() {
    let mut table =
        Table::duel("reptilian-order", "makpong").white("prophet e1, guard d2").black("snare-king h8, snare-rook e8");
    assert!(table.legal("d2-e1"));
    assert_eq!(table.fault("e1-f1"), Some(Illegality::Bound(at("e8"))));
}

#[test]
fn o_3_b_8_the_guard_must_be_free_and_the_titan_need_not() {
    let mut titan = Table::duel("reptilian-order", "baroque-duel")
        .white("prophet e1, guard c4")
        .black("baroque-titan h8, immobilizer e2");
    assert!(titan.legal("c4-e1"));
    let mut guard = Table::duel("reptilian-order", "baroque-duel")
        .white("prophet e1, guard c4")
        .black("baroque-titan h8, immobilizer c5");
    assert!(!guard.legal("c4-e1"));
}

#[test]
fn o_3_o_4_the_three_conditions_of_party_mode() {
    // Territories: south d1–k3, west a4–c11, north d12–k14; the Battlefield is d4–k11.
    let legal = |titan: &str, guard: &str| {
        Table::new(&["reptilian-order", "medieval", "medieval"])
            .white(&format!("prophet {titan}, guard {guard}"))
            .black("king a11")
            .seat(2, "king k14")
            .legal(&format!("{guard}-{titan}"))
    };
    // Both at home: the guard must be further Forwards.
    assert!(legal("e1", "g2") && !legal("e2", "g2") && !legal("e2", "g1"));
    // Both in the same Enemy Territory: the guard must be closer to its Back Rank.
    assert!(legal("b5", "a7") && !legal("a5", "b7") && !legal("b5", "b7"));
    assert!(legal("e12", "g13") && !legal("e13", "g12"));
    // The guard abroad, the Titan on the Battlefield or at home: legal on any rank.
    assert!(legal("e8", "g5") && legal("e3", "g4") && legal("e8", "b5") && legal("e1", "g13"));
    // Illegal: the guard at home and the Titan abroad, or the Titan in an Enemy Territory and the guard elsewhere.
    assert!(!legal("e5", "e2") && !legal("e12", "e8") && !legal("b5", "g13"));
}

#[test]
fn o_3_v_5_a_piece_that_trades_places_keeps_the_right_to_leave_a_supporter() {
    let mut table = Table::duel("reptilian-order", "party-volatile")
        .white("prophet e1, guard[volatile leaves] f2")
        .black("chairman h8");
    let table = {
        assert!(table.legal("f2-e1"));
        table.play("f2-e1")
    };
    let guard = table.pos.at(at("e1")).unwrap();
    assert!(guard.flags.contains(Flags::LEAVES) && guard.flags.contains(Flags::VOLATILE));
    assert_eq!(table.holds("f2"), "0 prophet");
}

#[test]
fn o_5_a_tortoise_double_steps_aslant_from_its_first_two_ranks() {
    let mut table = reptiles().white("prophet h1, tortoise d2").black("king h8");
    assert_eq!(table.targets("d2"), "b4 d3 f4");
    let mut first = reptiles().white("prophet h1, tortoise d1").black("king h8");
    assert_eq!(first.targets("d1"), "b3 d2 f3");
    let mut third = reptiles().white("prophet h1, tortoise d3").black("king h8");
    assert_eq!(third.targets("d3"), "d4");
    let mut blocked = reptiles().white("prophet h1, tortoise d2, snake c3").black("king h8, pawn f4");
    assert_eq!(blocked.targets("d2"), "d3");
}

#[test]
fn o_5_t_13_a_tortoise_can_be_captured_en_passant_where_it_passed() {
    let mut table = reptiles().white("prophet h1, tortoise a2").black("king h8, pawn a4").play("a2-c4");
    assert_eq!(table.captures("a4-b3"), "c4");
    // The right is not limited to the first move, and applies from any rank.
    let mut again =
        reptiles().white("prophet h1, tortoise d1").black("king h8, pawn d4 a7").play("d1-d2, a7-a6, d2-b4");
    assert_eq!(again.captures("d4-c3"), "b4");
    // The Tortoise can capture en passant.
    let mut taker = Table::duel("reptilian-order", "medieval")
        .white("prophet h1, tortoise d5")
        .black("king h8, pawn[fresh] e7")
        .turn(1)
        .play("e7-e5");
    assert_eq!(taker.captures("d5-e6"), "e5");
}

#[test]
fn o_2_a_zealot_turns_right_or_left_by_where_it_set_out() {
    let mut table = reptiles().white("prophet a1, zealot d4").black("king a8, pawn f6");
    // Forwards right up to the pawn, with right turns on the way.
    let targets = table.targets("d4");
    for reached in ["e5", "f6", "f4", "g3", "h2", "c5", "b6", "a7", "b4", "a3"] {
        assert!(targets.split(' ').any(|to| to == reached), "{reached}: {targets}");
    }
    for not in ["g7", "d6", "e7"] {
        assert!(!targets.split(' ').any(|to| to == not), "{not}: {targets}");
    }
    // Check around the corner.
    let mut check = reptiles().white("prophet a1, zealot d4").black("king h2").turn(1);
    assert!(check.rules.is_attacked(&check.pos, at("h2"), Seat(1)));
    assert!(!check.legal("h2-g3"));
}
