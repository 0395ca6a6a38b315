//! Tests of the Baroque Battalion (B-1 to B-16).

use crate::support::{Table, at, load};
use engine::battalion::Matches;
use engine::board::Seat;

fn baroque(white: &str, black: &str) -> Table {
    Table::duel("baroque", "medieval").white(white).black(black)
}

#[test]
fn b_1_the_full_army_is_extra_strength_and_not_for_duels() {
    assert!(load("baroque").extra_strength && load("baroque").matches == Matches::Party);
    assert!(!load("baroque-duel").extra_strength && load("baroque-duel").matches == Matches::Duels);
}

#[test]
fn b_2_supporters_are_never_captured_by_side_effects() {
    let mut table = baroque("baroque-titan a1, withdrawer d4, coordinator h8", "king f8, the-party/supporter d3 a8");
    assert_eq!(table.captures("d4-d5"), "");
    assert_eq!(table.captures("h8-h7"), "");
}

#[test]
fn b_3_side_effects_are_judged_after_the_movement_all_at_once_and_not_optional() {
    let mut table = baroque("baroque-titan a1, baroque-pawn d8 d6 b4 f4", "king h8, pawn d5 c4 e4");
    // Three captures at once.
    table = table.white("baroque-pawn d1");
    assert_eq!(table.captures("d1-d4"), "c4 d5 e4");
}

#[test]
fn b_4_the_withdrawer_captures_exactly_opposite() {
    let mut table = baroque("baroque-titan a1, withdrawer d4", "king h8, pawn d3 c3 e3");
    assert_eq!(table.captures("d4-d8"), "d3");
    assert_eq!(table.captures("d4-f6"), "c3");
    assert_eq!(table.captures("d4-e4"), "");
    assert_eq!(table.captures("d4-d3"), "illegal");
}

#[test]
fn b_5_the_coordinator_hits_the_two_other_corners() {
    let mut table = baroque("baroque-titan b2, coordinator f3", "king h8, pawn b6 f2 e4");
    assert_eq!(table.captures("f3-f6"), "b6 f2");
    // On the same rank or file as the Titan, there is no rectangle.
    let mut table = baroque("baroque-titan b2, coordinator f6", "king h8, pawn b6");
    assert_eq!(table.captures("f6-b6"), "illegal");
    assert_eq!(table.captures("f6-f2"), "");
    // Each Friendly Titan has its own rectangle.
    let mut table = baroque("baroque-titan b2 c3, coordinator f1", "king h8, pawn b6 c6 f3");
    assert_eq!(table.captures("f1-f2"), "f3");
    let mut table = baroque("baroque-titan b2 c3, coordinator g5", "king h8, pawn b6 c6");
    assert_eq!(table.captures("g5-g6"), "b6 c6");
}

#[test]
fn b_5_a_rook_line_over_a_missing_space_does_not_reach() {
    // Rank 11 extends from a11 east to k11; from d2, the missing corner cuts off file a.
    let mut table = Table::new(&["baroque", "medieval", "medieval", "medieval"])
        .seat(0, "baroque-titan d2, coordinator g6")
        .seat(1, "king a11, pawn d6 a6")
        .seat(2, "king k14, pawn g2");
    assert_eq!(table.captures("g6-h6"), "d6");
    let mut table = Table::new(&["baroque", "medieval", "medieval", "medieval"])
        .seat(0, "baroque-titan a6, coordinator d5")
        .seat(1, "king a11")
        .seat(2, "king k14, pawn d6");
    // Destination d2, Titan a6: the corners are a2, which does not exist, and d6.
    assert_eq!(table.captures("d5-d2"), "d6");
}

#[test]
fn b_6_the_pawn_pinches_orthogonally_and_a_supporter_is_an_anvil() {
    let mut table = baroque("baroque-titan a1, baroque-pawn d1, the-party/supporter f4", "king h8, pawn e4 c5");
    assert_eq!(table.captures("d1-d4"), "e4");
    // Another Player's piece does not help to capture; the fourth direction is the one it came from.
    let mut table = baroque("baroque-titan a1, baroque-pawn d1", "king h8, pawn e4, rook f4");
    assert_eq!(table.captures("d1-d4"), "");
}

#[test]
fn b_7_long_leaper_stops_right_behind() {
    let mut table = baroque("baroque-titan a1, long-leaper d1", "king h8, pawn d3 d6");
    assert_eq!(table.captures("d1-d4"), "d3");
    assert_eq!(table.captures("d1-d5"), "illegal");
    assert_eq!(table.captures("d1-d7"), "d3 d6");
    assert_eq!(table.captures("d1-d8"), "illegal");
}

#[test]
fn b_7_never_two_in_a_row_nor_a_friend_and_supporters_do_not_count() {
    let mut two = baroque("baroque-titan a1, long-leaper d1", "king h8, pawn d3 d4");
    assert_eq!(two.captures("d1-d5"), "illegal");
    let mut friend = baroque("baroque-titan a1, long-leaper d1, withdrawer d3", "king h8");
    assert_eq!(friend.captures("d1-d4"), "illegal");
    let mut over = baroque(
        "baroque-titan a1, long-leaper d1, the-party/supporter d2",
        "king h8, pawn d3, the-party/supporter d4 a8",
    );
    assert_eq!(over.captures("d1-d4"), "d3");
    let over = over.play("d1-d4");
    assert_eq!(over.holds("d4"), "0 long-leaper");
}

#[test]
fn b_8_the_immobilizer_never_captures_and_holds_while_held() {
    let mut table = baroque("baroque-titan a1, immobilizer d4", "king h8, knight e5, bishop b8").turn(1);
    assert_eq!(table.targets("e5"), "");
    let mut both = Table::duel("baroque", "baroque")
        .white("baroque-titan a1, immobilizer d4")
        .black("baroque-titan h8, immobilizer e5, withdrawer c4")
        .turn(1);
    assert_eq!(both.targets("e5"), "", "two side by side freeze each other");
    assert_eq!(both.targets("c4"), "", "and hold their other neighbours");
    table = table.turn(0);
    assert_eq!(table.captures("d4-e5"), "illegal");
}

#[test]
fn b_8_an_immobilised_piece_gives_no_check() {
    let table = baroque("baroque-titan e1, immobilizer d7", "king a8, rook e8");
    assert!(!table.rules.in_check(&table.pos, Seat(0)));
}

#[test]
fn b_9_an_immobilised_piece_may_capture_itself_as_a_turn() {
    let mut table = baroque("baroque-titan a1, immobilizer d4", "king e5, knight d5, the-party/deputy c3").turn(1);
    assert!(table.legal("d5 captures itself") && !table.legal("e5 captures itself"));
    // Illegal if it leaves the owner in Check.
    let mut pinned = Table::duel("baroque", "medieval")
        .white("baroque-titan a1, immobilizer d5, medieval/rook e1")
        .black("king e8, rook e4")
        .turn(1);
    assert!(!pinned.legal("e4 captures itself"));
    // Illegal for an imprisoned piece.
    let mut jailed = baroque("baroque-titan a1, immobilizer d4", "king h8, knight[volatile imprisoned] d5").turn(1);
    assert!(!jailed.legal("d5 captures itself"));
    // An Immobilizer next to an Enemy Chameleon is immobilised.
    let mut frozen = Table::duel("baroque", "baroque")
        .white("baroque-titan a1, immobilizer d4")
        .black("baroque-titan h8, chameleon d5");
    assert!(frozen.legal("d4 captures itself") && frozen.targets("d4").is_empty());
}

#[test]
fn b_10_the_chameleon_slides_without_capturing() {
    let mut table = baroque("baroque-titan a1, chameleon d4", "king h8, pawn d7");
    assert!(table.legal("d4-d6") && !table.legal("d4-d7") && table.legal("d4-g7"));
}

#[test]
fn b_11_the_chameleon_captures_as_its_victim_would() {
    let mut table = baroque("baroque-titan h2, chameleon d4", "king a8, knight e6, rook d7, bishop g7, queen d1 g4");
    for (mv, captures) in [("d4-e6", "e6"), ("d4-d7", "d7"), ("d4-g7", "g7"), ("d4-g4", "g4"), ("d4-d1", "d1")] {
        assert_eq!(table.captures(mv), captures, "{mv}");
    }
    // The copied piece keeps the Chameleon's side: Forwards is its owner's, and it does not promote.
    let mut table = baroque("baroque-titan a1, chameleon d4 e7", "king a8, pawn c5 c3 d8");
    assert_eq!(table.captures("d4-c5"), "c5");
    assert_eq!(table.captures("d4-c3"), "illegal");
    assert_eq!(table.captures("e7-d8"), "d8");
}

#[test]
fn b_11_it_copies_en_passant_and_the_support_level_is_its_owners() {
    let mut table = baroque("baroque-titan a1, chameleon d5", "king a8, pawn e5").en_passant("e5", "e6");
    assert_eq!(table.captures("d5-e6"), "|e5", "a plain slide, or as the Pawn");
    let deputy = |extra: &str| {
        Table::duel("baroque", "the-party")
            .white(&format!("baroque-titan a1, chameleon d4{extra}"))
            .black("chairman a8, supporter h8, deputy e6")
    };
    assert_eq!(deputy("").captures("d4-e6"), "illegal");
    assert_eq!(deputy(", the-party/supporter h1 h2").captures("d4-e6"), "e6");
}

#[test]
fn b_11_a_line_of_mixed_types_or_owners_is_illegal() {
    let mut mixed = Table::duel("baroque", "baroque")
        .white("baroque-titan h1, chameleon d1")
        .black("baroque-titan h8, long-leaper d3, withdrawer d5");
    assert_eq!(mixed.captures("d1-d4"), "d3");
    assert_eq!(mixed.captures("d1-d6"), "illegal");
    let mut owners = Table::new(&["baroque"; 3])
        .seat(0, "baroque-titan k1, chameleon f4")
        .seat(1, "baroque-titan a4, long-leaper f6")
        .seat(2, "baroque-titan k14, long-leaper f8");
    assert_eq!(owners.captures("f4-f7"), "f6");
    assert_eq!(owners.captures("f4-f9"), "illegal");
}

#[test]
fn b_12_chameleons_never_capture_each_other_and_freeze_immobilizers() {
    let mut table = Table::duel("baroque", "baroque")
        .white("baroque-titan h1, chameleon d4")
        .black("baroque-titan h8, chameleon d5 e4");
    assert_eq!(table.captures("d4-d5"), "illegal");
    // Also illegal by the step that S-6 permits.
    let mut gained = Table::new(&["baroque", "baroque", "makpong"])
        .seat(0, "baroque-titan k1, chameleon f9")
        .seat(1, "baroque-titan a4, chameleon f10")
        .seat(2, "snare-king k14");
    assert_eq!(gained.captures("f9-f10"), "illegal");
}

#[test]
fn b_13_one_path_can_capture_as_several_pieces_would() {
    let mut table = Table::duel("baroque", "baroque")
        .white("baroque-titan b2, chameleon d2, baroque-pawn f5")
        .black("baroque-titan h8, coordinator b5, baroque-pawn e5, withdrawer d1");
    assert_eq!(table.captures("d2-d5"), "b5 d1 e5");
    // A leap along the rank combines them; on a diagonal there is no pinch.
    let mut leap = Table::duel("baroque", "baroque")
        .white("baroque-titan h1, chameleon c4, baroque-pawn e6")
        .black("baroque-titan a8, long-leaper d4, withdrawer b4, baroque-pawn e5");
    assert_eq!(leap.captures("c4-e4"), "b4 d4 e5");
    let mut diagonal = Table::duel("baroque", "baroque")
        .white("baroque-titan h1, chameleon c4, baroque-pawn e8")
        .black("baroque-titan a8, long-leaper d5, withdrawer b3, baroque-pawn e7");
    assert_eq!(diagonal.captures("c4-e6"), "b3 d5");
    // A Knight's move follows no other type's path.
    let mut knight = Table::duel("baroque", "baroque")
        .white("baroque-titan h1, chameleon c4, baroque-pawn f6")
        .black("baroque-titan a8, medieval/knight d6, baroque-pawn e6, withdrawer b2");
    assert_eq!(knight.captures("c4-d6"), "d6");
}

#[test]
fn b_14_each_kind_is_looked_at_alone() {
    let mut table = Table::duel("baroque", "baroque")
        .white("baroque-titan h1, chameleon d4")
        .black("baroque-titan a8, baroque-pawn d3, withdrawer e3");
    assert_eq!(table.captures("d4-d7"), "", "a pawn is not withdrawn from");
    assert_eq!(table.captures("d4-b6"), "e3");
    // Side effects capture pieces of several Players at once.
    let mut players = Table::new(&["baroque"; 3])
        .seat(0, "baroque-titan k1, chameleon f4, baroque-pawn e7 h7")
        .seat(1, "baroque-titan a4, withdrawer f3")
        .seat(2, "baroque-titan k14, baroque-pawn g7");
    assert_eq!(players.captures("f4-f7"), "f3 g7");
}

#[test]
fn b_15_check_comes_from_every_form_of_capture() {
    let check = |white: &str, black: &str| {
        let table = Table::duel("medieval", "baroque").white(white).black(black);
        table.rules.in_check(&table.pos, Seat(0))
    };
    let titan = "baroque-titan a8";
    assert!(check("king e4", &format!("{titan}, withdrawer e5")), "withdrawal");
    assert!(!check("king e4", &format!("{titan}, withdrawer e6")));
    assert!(check("king e4", "baroque-titan e8, coordinator h5"), "corner: h4 shares the King's rank");
    assert!(check("king e4", &format!("{titan}, baroque-pawn f8 d4")), "pinch");
    assert!(!check("king e4", &format!("{titan}, baroque-pawn f8 c4")));
    assert!(check("king e4", &format!("{titan}, long-leaper e8")), "leap");
    assert!(!check("king e4, pawn e3", &format!("{titan}, long-leaper e8")));
    assert!(check("king e4", &format!("{titan}, chameleon d5")), "a Chameleon as the Titan itself");
    assert!(!check("king e4", &format!("{titan}, chameleon d6")));
    assert!(!check("king e4", &format!("{titan}, immobilizer e5")));
}

#[test]
fn b_16_two_chameleons_for_the_opponent_that_take_only_baroque_pieces() {
    let mut table = Table::start(&["medieval", "baroque-duel"]);
    let chameleon = table.ty(Seat(0), "baroque-duel/chameleon");
    assert_eq!(table.pos.reserve(Seat(0), chameleon), 2);
    assert_eq!(table.pos.reserve(Seat(1), chameleon), 0);
    assert_eq!((table.holds("f8"), table.holds("c8")), (String::new(), String::new()));
    assert!(!table.legal("chameleon@a3"), "only on the Back Rank, which is full");
    let reserve = &table.rules.seats[0].reserves[0];
    assert!(reserve.instant && reserve.zone.has(at("a1")) && !reserve.zone.has(at("a2")));
    let both = Table::start(&["baroque-duel", "baroque-duel"]);
    let chameleon = both.ty(Seat(0), "chameleon");
    assert_eq!([0, 1].map(|seat| both.pos.reserve(Seat(seat), chameleon)), [2, 2]);
    let mut only = Table::duel("medieval", "baroque-duel")
        .white("king a1, baroque-duel/chameleon d4")
        .black("baroque-titan h8, medieval/knight e6, long-leaper d5");
    assert_eq!(only.captures("d4-e6"), "illegal");
    assert_eq!(only.captures("d4-d6"), "d5");
}

#[test]
fn b_16_s_6_not_even_a_step_gained_takes_anything_else() {
    let captures = |victim: &str| {
        Table::new(&["medieval", "baroque-duel", "makpong"])
            .seat(0, "king k1, baroque-duel/chameleon e11")
            .seat(1, "baroque-titan a4")
            .seat(2, &format!("snare-king k14, {victim} e12"))
            .captures("e11-e12")
    };
    assert_eq!(captures("snare-pawn"), "illegal");
    assert_eq!(captures("medieval/knight"), "illegal");
    assert_eq!(captures("baroque-duel/baroque-pawn"), "e12");
}

/// Baroque Battalion with an additional piece that its own side can capture, against the Medieval one.
fn with_fair_game(white: &str, black: &str) -> Table {
    let builtin = engine::battalion::builtin().iter().find(|one| one.id == "baroque");
    let text = format!(
        "{}\n[[piece]]\nid = \"martyr\"\nname = \"Martyr\"\nsymbol = \"M\"\nmoves = \"mK\"\nabilities = [\"fair-game\"]\n\
         [[piece]]\nid = \"shy\"\nname = \"Shy Martyr\"\nsymbol = \"Y\"\nmoves = \"mQ\"\nabilities = [\"fair-game\", \"withdraw\"]\n",
        builtin.map_or("", |one| one.text)
    );
    let army = engine::battalion::read(&text, &engine::ability::specs()).unwrap_or_else(|errors| panic!("{errors:?}"));
    Table::of(&[std::sync::Arc::new(army), load("medieval")], &[]).white(white).black(black)
}

#[test]
fn b_2_a_friendly_piece_that_its_own_side_can_capture_counts_as_an_enemy() {
    let titan = "baroque-titan a1";
    let captures = |own: &str, name: &str| with_fair_game(&format!("{titan}, {own}"), "king h8").captures(name);
    assert_eq!(captures("martyr a2, withdrawer h1", "a1-a2"), "a2");
    assert_eq!(captures("baroque-pawn a2", "a1-a2"), "illegal");
    assert_eq!(captures("withdrawer d4, martyr d3", "d4-d7"), "d3");
    assert_eq!(captures("withdrawer d4, baroque-pawn d3", "d4-d7"), "");
    assert_eq!(captures("coordinator c8, martyr a5", "c8-c5"), "a5");
    assert_eq!(captures("long-leaper d1, martyr d3", "d1-d4"), "d3");
    assert_eq!(captures("baroque-pawn d8, martyr d4, immobilizer d3", "d8-d5"), "d4");
    assert_eq!(captures("baroque-pawn d8, long-leaper d4, immobilizer d3", "d8-d5"), "");
    // The Chameleon captures it in the piece's own way, including side effects.
    assert_eq!(captures("chameleon d4, shy d3", "d4-d6"), "d3");
    assert_eq!(captures("chameleon d4, withdrawer d3", "d4-d6"), "");
    // Otherwise it is not an Enemy: its own side does not immobilise it, and it gives no Check to an adjacent Titan.
    let mut held = with_fair_game(&format!("{titan}, immobilizer b2, martyr b1"), "king h8");
    assert!(held.legal("b1-c1") && !held.legal("b1 captures itself"));
    // The captor moves to its Space.
    let table = with_fair_game(&format!("{titan}, martyr a2"), "king h8").play("a1-a2");
    assert_eq!(table.holds("a2"), "0 baroque-titan");
}

/// Returns `true` if a piece with mixed movements and abilities gives Check to a Titan on e5.
fn mixed_check(moves: &str, abilities: &str, own: &str, theirs: &str) -> bool {
    let text = format!(
        "format = 1\nid = \"mixed\"\nname = \"Mixed\"\n[territory]\nlayout = [\"KM......\"]\n\
         [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n\
         [[piece]]\nid = \"mixer\"\nname = \"Mixer\"\nsymbol = \"M\"\nmoves = \"{moves}\"\nabilities = [{abilities}]\n"
    );
    let army = engine::battalion::read(&text, &engine::ability::specs()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut table = Table::of(&[std::sync::Arc::new(army), load("medieval")], &[])
        .white(&format!("king a1, {own}"))
        .black(&format!("king e5, {theirs}"))
        .turn(1);
    let quick = table.rules.in_check(&table.pos, Seat(1));
    let slow = crate::support::slow::removes(&table.rules, &mut table.pos, Seat(0), at("e5"));
    assert_eq!(quick, slow, "{moves} {abilities} {own} {theirs}");
    quick
}

#[test]
fn b_15_side_effects_give_check_after_every_kind_of_movement() {
    // Moving away from the Titan requires a leap over the adjacent Pawn.
    let leaps = "\"leap-over\", \"withdraw\"";
    assert!(mixed_check("mQ", leaps, "mixer e4", "pawn e3 e6"));
    assert!(!mixed_check("mQ", leaps, "mixer e4", "pawn e3 e2 e6"));
    // The pinching piece must capture by displacement to reach its Space.
    assert!(mixed_check("R", "\"pinch\"", "medieval/pawn e4, mixer a6", "pawn e6"));
    assert!(!mixed_check("mR", "\"pinch\"", "medieval/pawn e4, mixer a6", "pawn e6"));
}
