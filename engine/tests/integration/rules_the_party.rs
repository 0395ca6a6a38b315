//! Tests of The Party (P-1 to P-11).

use crate::support::{Table, at};
use engine::board::Seat;
use engine::play::{Event, Fall, Illegality, PendingChoice};

fn party(white: &str, black: &str) -> Table {
    Table::duel("the-party", "medieval").white(white).black(black)
}

#[test]
fn p_1_the_territory() {
    let table = Table::start(&["the-party", "medieval"]);
    assert_eq!(
        (table.holds("a1"), table.holds("b1"), table.holds("g1"), table.holds("a2"), table.holds("c3")),
        ("0 senator".into(), "0 chairman".into(), "0 chancellor".into(), "0 supporter".into(), "0 paramilitant".into())
    );
    assert!(crate::support::load("the-party").territory.mirror);
}

#[test]
fn p_2_a_supporter_captures_itself_under_whatever_arrives() {
    let arrives = |name: &str, turn: u8| {
        let mut table = party("chairman h1, supporter d4 a1, minister a7", "king h8, rook d8").turn(turn);
        table.pos.listen();
        let mut table = table.play(name);
        let gone = table
            .pos
            .heard()
            .iter()
            .any(|event| matches!(event, Event::SelfCaptured { space, .. } if *space == at("d4")));
        (gone, table.holds("d4"))
    };
    assert_eq!(arrives("d8-d4", 1), (true, "1 rook".into()));
    assert_eq!(arrives("a7-d4", 0), (true, "0 minister".into()));
    // Passing over has no effect; a Haunted shares the Space.
    assert_eq!(arrives("d8-d2", 1), (false, "0 supporter".into()));
    let table = party("chairman h1, supporter d4", "king h8, spirits/haunted d5").turn(1).play("d5-d4");
    assert_eq!(table.holds("d4"), "0 supporter, 1 haunted");
}

#[test]
fn p_3_supporters_go_one_or_two_spaces_over_anything_and_multiply_and_convert() {
    let mut table = party("chairman h1, supporter d4, senator c4", "king h8, rook d5, the-party/supporter f5 f6 c6");
    let targets = table.targets("d4");
    let count = targets.split(' ').count();
    // 24 Spaces minus White's Senator, the Rook, f5, f6 and c6.
    assert_eq!(count, 19, "{targets}");
    let step = table.play("d4-e5");
    assert_eq!((step.holds("d4"), step.holds("e5")), ("0 supporter".into(), "0 supporter".into()));
    assert_eq!(
        (step.holds("f5"), step.holds("f6"), step.holds("c6")),
        ("0 supporter".into(), "0 supporter".into(), "1 supporter".into())
    );
    let leap = party("chairman h1, supporter d4", "king h8").play("d4-d6");
    assert_eq!(leap.holds("d4"), "");
}

#[test]
fn p_4_a_supporter_gives_no_check_and_is_no_target() {
    let table = party("chairman h1, supporter g7", "king h8, pawn h6");
    assert!(!table.rules.in_check(&table.pos, Seat(1)));
    let mut table = table.turn(1);
    assert!(!table.legal("h6-g5") && table.legal("h8-g7"));
    assert_eq!(table.captures("h8-g7"), "");
}

#[test]
fn p_5_without_supporters_on_the_board_a_party_player_is_defeated() {
    let mut table = party("chairman h1, supporter d4", "king h8, rook d8").reserve(0, "supporter").turn(1);
    table.pos.listen();
    let mut table = table.play("d8-d4");
    assert!(table.pos.heard().contains(&Event::Defeated { seat: Seat(0), how: Fall::Bereft, by: Some(Seat(1)) }));
    // Players of other Battalions do not lose this way.
    let other = party("chairman h1, supporter d4", "king h8, the-party/supporter e6").play("d4-e5");
    assert!(!other.pos.state().is_defeated(Seat(1)));
}

#[test]
fn p_5_the_others_defeat_comes_first_and_before_the_judgement_of_check() {
    // The Minister cannot crush both Players' last Supporters, since no Space holds two. But a conversion can take the
    // Opponent's last one.
    let mut table = Table::duel("the-party", "the-party")
        .white("chairman h1, supporter d4, senator a1")
        .black("chairman a8, supporter e6, chancellor h8");
    // White is in Check from h8 and may still convert the last Enemy Supporter, because the fallen Chancellor gives no
    // Check.
    assert!(table.rules.in_check(&table.pos, Seat(0)));
    assert!(table.legal("d4-e5"));
    assert_eq!(table.fault("a1-a2"), Some(Illegality::LeavesCheck(at("h8"))));
    let table = table.play("d4-e5");
    assert!(table.pos.state().is_defeated(Seat(1)) && !table.pos.state().is_defeated(Seat(0)));
    // A Player may lose by their own action.
    let mut own = party("chairman h1, supporter d4, minister a7", "king h8");
    assert!(own.legal("a7-d4"));
    let own = own.play("a7-d4");
    assert!(own.pos.state().is_defeated(Seat(0)));
}

#[test]
fn p_6_other_players_have_two_supporters_in_reserve_once_a_party_player_has_moved() {
    let mut table = Table::start(&["medieval", "the-party"]);
    let supporter = table.ty(Seat(0), "the-party/supporter");
    assert_eq!([0, 1].map(|seat| table.pos.reserve(Seat(seat), supporter)), [2, 0]);
    assert!(!table.legal("supporter@d3"));
    let mut table = table.play("e2-e4, a6-a5");
    assert!(table.legal("supporter@d3") && !table.legal("supporter@d4") && !table.legal("supporter@d2"));
    let mut table = table.play("supporter@d3, a5-a4");
    assert!(!table.legal("supporter@d3") && table.legal("supporter@e2"));
    // One of two users is enough, and every other Player gets them once.
    let three = Table::start(&["the-party", "the-party", "medieval"]);
    let supporter = three.ty(Seat(0), "supporter");
    assert_eq!([0, 1, 2].map(|seat| three.pos.reserve(Seat(seat), supporter)), [0, 0, 2]);
}

#[test]
fn p_6_a_defeat_of_the_first_party_player_opens_the_gate() {
    let mut table =
        Table::new(&["medieval", "the-party"]).white("king h1").black("chairman h8, supporter a8").gate_shut();
    table.rules.defeat(&mut table.pos, Seat(1), Fall::Resigned, None);
    assert!(table.pos.state().gate_open);
}

#[test]
fn p_7_the_paramilitant_goes_sideways_on_the_battlefield_only() {
    let mut table = party("chairman h1, supporter a1, paramilitant d4 b3 g6", "king h8");
    assert_eq!(table.targets("d4"), "c4 d5 e4");
    assert_eq!(table.targets("b3"), "b4");
    assert_eq!(table.targets("g6"), "g7");
    let mut last = party("chairman h1, supporter a1, paramilitant d7", "king h8");
    assert_eq!(last.targets("d7"), "d8=deputy d8=minister d8=senator");
}

#[test]
fn p_8_the_senators_long_slide_needs_a_friendly_supporter_first() {
    let mut table = party("chairman h1, supporter d4 f3, senator d3", "king h8, rook d6, the-party/supporter c3");
    assert_eq!(table.captures("d3-d6"), "d6");
    // Up: the long slide. Right: the Supporter is not on the first Space. Left: not Friendly. Diagonal: leaps of 2.
    assert_eq!(table.targets("d3"), "b1 b3 b5 c3 d1 d2 d4 d5 d6 e3 f1 f3 f5");
    // The attack has the same length.
    let check = party("chairman h1, supporter h4, senator h3", "king h8");
    assert!(check.rules.in_check(&check.pos, Seat(1)));
}

#[test]
fn p_9_the_deputys_knight_moves_need_a_lead_and_a_free_diagonal_step() {
    let mut table = party("chairman h1, supporter a2 b2, deputy d3", "king h8, the-party/supporter g7, pawn e4");
    let targets = table.targets("d3");
    assert!(
        targets.contains("b4") && targets.contains("c5") && !targets.contains("e5") && !targets.contains("f4"),
        "{targets}"
    );
    let mut level = party("chairman h1, supporter a2, deputy d3", "king h8, the-party/supporter g7");
    assert_eq!(level.targets("d3"), "c2 c4 e2 e4");
    // Defeated Opponents do not count.
    let mut three = Table::new(&["the-party", "medieval", "medieval"])
        .seat(0, "chairman k1, supporter d1 e1, deputy f7")
        .seat(1, "king a4, the-party/supporter a5 a6 a7")
        .seat(2, "king k14")
        .fallen(1);
    assert!(three.legal("f7-g9"));
}

#[test]
fn p_10_support_counts_board_reserve_and_captured_deputies() {
    let table =
        party("chairman h1, supporter a2 b2", "king h8, the-party/supporter g7").reserve(1, "the-party/supporter");
    assert_eq!([0, 1].map(|seat| table.rules.support_level(&table.pos, Seat(seat))), [2, 2]);
    let taken = party("chairman h1, supporter a2, deputy d4", "king h8, rook d8").turn(1).play("d8-d4");
    assert_eq!(taken.rules.support_level(&taken.pos, Seat(1)), 1);
}

#[test]
fn p_11_the_captor_places_a_new_deputy_for_its_owner() {
    let mut table = party("chairman h1, supporter a2, deputy e4", "king h8, rook e8").turn(1).play("e8-e4");
    let deputy = table.ty(Seat(0), "deputy");
    assert_eq!(table.pos.pending().first(), Some(PendingChoice::Return(deputy, Seat(0))));
    assert_eq!(table.pos.to_move(), Seat(1), "the turn is not over");
    assert!(!table.rules.settle(&mut table.pos, Some(at("e4"))), "not onto a blocking piece");
    assert!(!table.rules.settle(&mut table.pos, None), "not optional");
    assert!(!table.rules.settle(&mut table.pos, Some(at("g7"))), "not where it gives Check");
    assert!(table.rules.settle(&mut table.pos, Some(at("a2"))));
    assert_eq!(table.holds("a2"), "0 deputy");
    assert!(table.pos.state().is_defeated(Seat(0)), "its last Supporter captured itself");
}

#[test]
fn p_11_a_capture_without_a_safe_placement_is_illegal() {
    // Black is in Check from an adjacent Space, so no Deputy can block. (With only one Supporter, a Deputy placed on it
    // would defeat White, and the capture would be legal.)
    let mut table = party("chairman a1, supporter b2 c2, deputy a7, chancellor h7", "king h8, rook g7").turn(1);
    assert!(table.legal("g7-h7"));
    assert_eq!(table.fault("g7-a7"), Some(Illegality::NoSafeReturn));
}

/// Six Deputies have too many placements to try them all; the Rook beside the Titan makes every one illegal.
#[test]
fn p_11_many_deputies_are_returned_in_good_time() {
    let deputies = "the-party/deputy b4 d4 f4 h4 j4 l4";
    let ids = ["baroque", "the-party", "baroque", "baroque"];
    let mut table = Table::new(&ids)
        .seat(0, "baroque-titan h1, long-leaper a4")
        .seat(1, &format!("{deputies}, the-party/chairman a11, supporter a10"))
        .seat(2, "medieval/rook g1, baroque-titan k14")
        .seat(3, "baroque-titan n11");
    assert!(!table.legal("a4-m4"));
    let mut table = table.seat(0, "immobilizer f2");
    assert!(table.legal("a4-m4"));
}

#[test]
fn p_11_fallen_and_self_captured_deputies_do_not_return() {
    let fallen = Table::new(&["the-party", "medieval", "medieval"])
        .seat(0, "chairman k1, deputy f5")
        .seat(1, "king a4, rook f8")
        .seat(2, "king k14")
        .fallen(0)
        .turn(1)
        .play("f8-f5");
    assert!(fallen.pos.pending().is_empty());
    assert_eq!(fallen.pos.state().deputies_taken, [0; 6]);
    let own = Table::duel("the-party", "baroque")
        .white("chairman a1, supporter a2, deputy d4")
        .black("baroque-titan h8, immobilizer d5")
        .play("d4 captures itself");
    assert!(own.pos.pending().is_empty() && own.holds("d4").is_empty());
}

#[test]
fn p_6_t_26_a_gate_that_nobody_waits_for_keeps_no_positions_apart() {
    let same = |ids: &[&str], moves: &str| {
        let start = Table::start(ids);
        let first = start.rules.repetition_key(&start.pos);
        let later = start.play(moves);
        first == later.rules.repetition_key(&later.pos)
    };
    let party = "g1-e2, g8-e7, e2-g1, e7-g8";
    assert!(same(&["the-party", "the-party"], party), "no reserves");
    assert!(same(&["the-party", "medieval"], "g1-e2, g8-f6, e2-g1, f6-g8"), "it opens before Black's first turn");
    assert!(
        !same(&["medieval", "the-party"], "g1-f3, g8-e7, f3-g1, e7-g8"),
        "White could not place Supporters the first time"
    );
}
