//! Tests of the common rules of Titan's Battalion during play (T-5 to T-26).

use crate::support::{Table, at, board};
use engine::board::{Seat, Side};
use engine::play::{Event, Fall, Illegality};

#[test]
fn t_5_the_duel_board_is_a1_to_h8_and_the_cross_lacks_its_corners() {
    let duel = board(2);
    assert!(duel.has(at("a1")) && duel.has(at("h8")) && !duel.has(at("i1")) && !duel.has(at("a9")));
    let cross = board(4);
    assert!(!cross.has(at("c3")) && cross.has(at("d1")) && cross.has(at("n11")) && !cross.has(at("l12")));
}

#[test]
fn t_6_forwards_points_from_the_own_territory_everywhere() {
    let mut table = Table::new(&["medieval"; 4])
        .seat(0, "king k1, pawn d7")
        .seat(1, "king a4, pawn e9")
        .seat(2, "king k14, pawn f7")
        .seat(3, "king n11, pawn h9");
    for (seat, moves) in [(0, "d7-d8"), (1, "e9-f9"), (2, "f7-f6"), (3, "h9-g9")] {
        table = table.turn(seat);
        assert!(table.legal(moves), "seat {seat} {moves}");
    }
    assert_eq!(Side::East.forward(), (-1, 0));
}

#[test]
fn t_7_a_missing_space_ends_a_line_and_a_diagonal_step_needs_only_its_ends() {
    let mut table = Table::new(&["medieval"; 4]).seat(0, "king k1, bishop d3, rook d1");
    // The step from d3 to c4 passes the missing corner; the line continues until the board ends.
    assert!(table.legal("d3-c4") && table.legal("d3-a6"));
    assert_eq!(table.targets("d1"), "d2 e1 f1 g1 h1 i1 j1");
}

#[test]
fn t_8_the_back_rank_is_the_row_farthest_from_the_battlefield() {
    let cross = board(4);
    let back = |seat| cross.rear(Seat(seat), 1);
    assert!(back(0).has(at("d1")) && back(1).has(at("a4")) && back(2).has(at("d14")) && back(3).has(at("n4")));
    assert_eq!(back(1).len(), 8);
}

#[test]
fn t_9_only_ones_own_pieces_move_and_every_other_players_are_enemies() {
    let mut table = Table::new(&["medieval"; 3])
        .seat(0, "king k1, rook d5, pawn g5")
        .seat(1, "king a4, knight d8")
        .seat(2, "king k14, knight b5, pawn e9");
    // The Rook captures pieces of either other Player, never its own.
    assert_eq!(table.captures("d5-d8"), "d8");
    assert_eq!(table.captures("d5-b5"), "b5");
    assert!(table.legal("d5-f5") && !table.legal("d5-g5"));
    for foreign in ["d8-f9", "e9-e8", "b5-d6"] {
        assert!(!table.legal(foreign), "{foreign}");
    }
}

#[test]
fn t_10_non_blocking_pieces_share_spaces_and_stop_nobody() {
    let table = Table::duel("medieval", "medieval").white("king h1, rook a1").black("king h8, spirits/haunted a4 a6");
    let mut table = table;
    assert!(table.legal("a1-a8"));
    let table = table.play("a1-a4");
    assert_eq!(table.holds("a4"), "0 rook, 1 haunted");
}

#[test]
fn t_11_onto_a_space_with_only_non_blocking_pieces_is_an_ordinary_move() {
    let mut table =
        Table::duel("medieval", "medieval").white("king h1, pawn a4 c3").black("king h8, spirits/haunted a5 b4");
    assert_eq!(table.captures("a4-a5"), "");
    assert_eq!(table.captures("c3-b4"), "illegal");
}

#[test]
fn t_12_promotion_is_on_the_back_rank_of_any_other_player_defeated_ones_included() {
    let mut table = Table::new(&["medieval"; 4])
        .seat(0, "king k1, pawn d13, pawn c4")
        .seat(1, "king a11")
        .seat(2, "king k14, rook e14")
        .seat(3, "king n4")
        .fallen(2);
    assert!(!table.legal("d13-d14"));
    for to in ["queen", "rook", "bishop", "knight"] {
        assert!(table.legal(&format!("d13-d14={to}")));
        assert!(table.legal(&format!("d13-e14={to}")));
    }
    assert!(!table.legal("d13-d14=king") && table.legal("c4-c5"));
    // West's Back Rank is a file.
    let mut table = Table::new(&["medieval"; 4]).seat(0, "king k1, pawn a6").seat(1, "king a11");
    assert!(table.legal("a6-a7=queen") && !table.legal("a6-a7"));
}

#[test]
fn t_13_each_opponent_may_capture_en_passant_once() {
    let table = Table::new(&["medieval"; 3])
        .seat(0, "king k1, pawn[fresh] g2")
        .seat(1, "king a4, pawn[fresh] b11, knight f4")
        .seat(2, "king k14, pawn h4 f4");
    // White makes a double step, West another move; North may still capture en passant.
    let mut table = table.play("g2-g4, b11-d11");
    assert_eq!(table.captures("h4-g3"), "g4");
    // White's next turn ends the right.
    let mut late = table.play("k14-k13, k1-k2, a4-a5");
    assert_eq!(late.captures("h4-g3"), "illegal");
}

#[test]
fn t_13_a_blocking_piece_on_the_space_passed_over_ends_it() {
    let mut table = Table::new(&["medieval"; 3])
        .seat(0, "king k1, pawn g4, rook g3")
        .seat(2, "king k14, pawn h4")
        .en_passant("g4", "g3")
        .turn(2);
    assert_eq!(table.captures("h4-g3"), "g3");
    let mut table = Table::duel("medieval", "the-party")
        .white("king h1, pawn d4")
        .black("chairman h8, supporter d3 a8, paramilitant e4")
        .en_passant("d4", "d3")
        .turn(1);
    assert_eq!(table.captures("e4-d3"), "d4");
    let table = table.play("e4-d3");
    assert_eq!((table.holds("d3"), table.holds("d4")), ("1 paramilitant".into(), String::new()));
}

#[test]
fn t_13_the_right_of_a_defeated_player_ends_when_their_turn_would_begin() {
    let table = Table::new(&["medieval"; 3])
        .seat(0, "pawn g4")
        .seat(1, "king a4")
        .seat(2, "king k14, pawn h4")
        .en_passant("g4", "g3")
        .fallen(0)
        .turn(2);
    let mut table = table;
    assert!(table.legal("h4-g3"));
    let mut late = table.play("k14-k13, a4-a5");
    assert!(!late.legal("h4-g3"));
}

#[test]
fn t_17_a_turn_is_judged_as_a_whole() {
    // Capturing the Deputy opens the file, but the Rook's owner must place the Deputy and can close the file with it.
    let mut table = Table::duel("medieval", "the-party")
        .white("king e1, rook e4")
        .black("chairman h8, chancellor e8, deputy a4, supporter h7")
        .turn(0);
    assert!(table.legal("e4-a4"));
    let table = table.play("e4-a4");
    let mut table = table;
    let ways: Vec<_> = table.rules.settlements(&mut table.pos).collect();
    assert!(ways.contains(&at("e5")) && !ways.contains(&at("a1")), "{ways:?}");
}

#[test]
fn t_18_a_reinforcement_goes_to_an_allowed_space_and_may_block() {
    let mut table =
        Table::duel("makpong", "medieval").white("snare-king a1").black("king h8, rook h1").reserve(0, "snare-rook");
    assert!(table.legal("snare-rook@d1") && !table.legal("snare-rook@d2"));
    let table = table.play("snare-rook@d1");
    assert_eq!(table.pos.reserve(Seat(0), table.ty(Seat(0), "snare-rook")), 0);
}

#[test]
fn t_19_a_pinned_piece_attacks_and_one_that_may_not_capture_does_not() {
    // The Knight is pinned to its own King by the Rook, and still gives Check.
    let pinned = Table::duel("medieval", "medieval").white("king a5, rook c1").black("king c8, knight c6");
    assert!(pinned.rules.in_check(&pinned.pos, Seat(0)));
    let held = Table::duel("medieval", "party-volatile")
        .white("king e1")
        .black("chairman h8, minister[volatile imprisoned] e8");
    assert!(!held.rules.in_check(&held.pos, Seat(0)));
}

#[test]
fn t_20_one_titan_may_not_be_left_attacked_two_may() {
    let mut one = Table::duel("medieval", "medieval").white("king e1, rook e2").black("king h8, rook e8");
    assert_eq!(one.fault("e2-d2"), Some(Illegality::LeavesCheck(at("e8"))));
    let mut two = Table::duel("medieval", "medieval").white("king e1 a1, rook e2").black("king h8, rook e8");
    assert!(two.legal("e2-d2"));
}

#[test]
fn t_21_t_22_losing_the_last_titan_defeats_and_is_credited_to_the_captor() {
    let mut table = Table::new(&["medieval"; 3]).seat(0, "king k1, rook e5").seat(1, "king e8").seat(2, "king k14");
    table.pos.listen();
    let mut table = table.play("e5-e8");
    let story = table.pos.heard();
    assert!(story.contains(&Event::Defeated { seat: Seat(1), how: Fall::TitanCaptured, by: Some(Seat(0)) }));
    // The next Player is the one after the fallen one.
    assert_eq!(table.pos.to_move(), Seat(2));
}

#[test]
fn t_21_one_of_two_titans_may_be_lost() {
    let table = Table::duel("medieval", "medieval").white("king h1, rook e5").black("king e8 a8").play("e5-e8");
    assert!(!table.pos.state().is_defeated(Seat(1)));
}

#[test]
fn t_23_fallen_pieces_block_and_can_be_captured_but_do_nothing() {
    let mut table = Table::new(&["medieval", "baroque", "medieval"])
        .seat(0, "king e1, rook d4, knight f1")
        .seat(1, "baroque-titan d7, immobilizer d5")
        .seat(2, "king k14, knight h12")
        .fallen(1);
    // The fallen Immobilizer immobilises nothing, but it blocks and can be captured.
    assert_eq!(table.captures("d4-d5"), "d5");
    assert!(!table.legal("d4-d6"));
    // A fallen Player's Rook gives no Check.
    let fallen = Table::new(&["medieval"; 3]).seat(0, "king e1").seat(1, "rook e8").seat(2, "king k14").fallen(1);
    assert!(!fallen.rules.in_check(&fallen.pos, Seat(0)));
    // A fallen Titan can be captured like any other piece.
    assert!(table.legal("d4-d5"));
    let mut table = table.play("d4-d5, k14-k13");
    assert_eq!(table.captures("d5-d7"), "d7");
}

#[test]
fn t_24_a_player_can_be_without_legal_action_and_not_in_check() {
    let mut table = Table::duel("medieval", "medieval").white("king f7, queen g6").black("king h8").turn(1);
    assert!(!table.rules.has_legal_move(&mut table.pos));
    assert!(!table.rules.in_check(&table.pos, Seat(1)));
}

#[test]
fn t_26_positions_are_the_same_only_with_the_same_rights_and_player_to_act() {
    let start = Table::start(&["medieval", "medieval"]);
    let begin = start.pos.hash();
    let table = start.play("g1-f3, g8-f6, f3-g1, f6-g8");
    assert_eq!(table.pos.hash(), begin);
    let table = table.play("e2-e4, e7-e5");
    let with_right = table.pos.hash();
    let table = table.play("g1-f3, g8-f6, f3-g1, f6-g8");
    assert_ne!(table.pos.hash(), with_right, "the right of en passant is gone");
    let calm = table.pos.hash();
    let table = table.play("e1-e2, e8-e7, e2-e1, e7-e8");
    assert_ne!(table.pos.hash(), calm, "the right to castle is gone");
}

#[test]
fn t_26_every_undefeated_player_needs_turns_without_progress_of_their_own() {
    let mut table = Table::start(&["medieval"; 3]).play("e1-d3, a5-c4, e14-d12");
    assert_eq!(table.pos.state().quiet[..3], [1, 1, 1]);
    let state = table.pos.state_mut();
    state.quiet[..3].fill(40);
    // Three times 40 exceeds twice 50, but no Player has reached 50.
    state.defeated = 1 << 1;
    assert!(!state.all_quiet(3, 50));
    state.quiet[0] = 50;
    assert!(!state.all_quiet(3, 50));
    state.quiet[2] = 50;
    assert!(state.all_quiet(3, 50), "the defeated do not count");
}

#[test]
fn t_26_captures_and_moves_of_pieces_that_promote_are_progress() {
    let table = Table::start(&["medieval", "medieval"]).play("g1-f3, g8-f6");
    assert_eq!(table.pos.state().quiet[..2], [1, 1]);
    let table = table.play("e2-e4");
    assert_eq!(table.pos.state().quiet[..2], [0, 0]);
    let table = table.play("f6-g8, f1-d3");
    assert_eq!(table.pos.state().quiet[..2], [1, 1]);
    assert_eq!(table.pos.state().turns[..2], [3, 2]);
}
