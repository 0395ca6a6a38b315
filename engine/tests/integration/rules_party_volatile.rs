//! Tests of The Party, test version (V-1 to V-8).

use crate::support::{Table, at, load};
use engine::board::Seat;
use engine::play::{Flags, PendingChoice, Slot};

fn party(white: &str, black: &str) -> Table {
    Table::duel("party-volatile", "medieval").white(white).black(black)
}

fn flags(table: &Table, space: &str) -> Flags {
    table.pos.in_slot(Slot::new(at(space), 0)).unwrap().flags
}

#[test]
fn v_1_a_battalion_of_its_own_six_wide_with_a_margin() {
    let army = load("party-volatile");
    assert_eq!((army.territory.width(), army.territory.margin, army.territory.mirror), (6, 1, false));
    let table = Table::start(&["party-volatile", "medieval"]);
    assert_eq!(
        (table.holds("a1"), table.holds("b1"), table.holds("e1")),
        (String::new(), "0 minister".into(), "0 chairman".into())
    );
    assert!(table.rules.keep[0].is_empty(), "no loss for having no Supporters");
}

#[test]
fn v_1_both_kinds_of_supporter_are_supporters_and_keep_their_type() {
    let table = Table::duel("party-volatile", "the-party")
        .white("chairman h1, supporter d4")
        .black("chairman h8, supporter f5 a8")
        .play("d4-e5");
    assert_eq!(table.holds("f5"), "0 supporter");
    assert_eq!(table.pos.count(Seat(0), table.ty(Seat(1), "supporter")), 1);
    // A converted piece behaves like its new type, which does not imprison.
    let table = Table::duel("party-volatile", "medieval")
        .white("chairman h1, the-party/supporter d4")
        .black("king h8, rook[volatile] f6")
        .play("d4-e5");
    assert!(!flags(&table, "f6").contains(Flags::IMPRISONED));
}

#[test]
fn v_2_exactly_two_or_as_many_as_possible() {
    let table = party("chairman d1, whip c1, judge b2, senator c2 e2, supporter a1", "king h8");
    let fits = |spaces: &[&str]| {
        let spaces: Vec<_> = spaces.iter().map(|space| at(space)).collect();
        table.rules.volatile_choice_fits(&table.pos, Seat(0), &spaces)
    };
    assert!(fits(&["b2", "c2"]) && !fits(&["b2"]) && !fits(&["b2", "b2"]) && !fits(&["b2", "c2", "e2"]));
    assert!(!fits(&["b2", "d1"]) && !fits(&["b2", "c1"]) && !fits(&["b2", "a1"]));
    let one = party("chairman d1, judge b2", "king h8");
    assert!(one.rules.volatile_choice_fits(&one.pos, Seat(0), &[at("b2")]));
}

#[test]
fn v_4_volatility_survives_promotion_but_not_becoming_a_titan() {
    let table = party("chairman h1, paramilitant[volatile] d7", "king h8").play("d7-d8=agent");
    assert!(flags(&table, "d8").contains(Flags::VOLATILE));
    let mut pawn = load("medieval").pieces[5].clone();
    pawn.promotion.as_mut().unwrap().to = vec![0];
    let mut king = load("medieval").pieces[0].clone();
    king.castles_with.clear();
    let heirs = std::sync::Arc::new(crate::support::bare::army("heirs", vec![king, pawn]));
    let table = Table::of(&[heirs, load("party-volatile")], &[])
        .white("king h1, pawn[volatile] d7")
        .black("chairman h8")
        .play("d7-d8=king");
    assert!(!flags(&table, "d8").contains(Flags::VOLATILE));
}

#[test]
fn v_5_the_first_move_of_a_chosen_piece_leaves_a_supporter() {
    let table = party("chairman h1, judge[volatile leaves] e2", "king h8").play("e2-d4");
    assert_eq!((table.holds("e2"), table.holds("d4")), ("0 supporter".into(), "0 judge".into()));
    let again = table.play("h8-g8, d4-e6");
    assert_eq!(again.holds("d4"), "");
    // Pieces made Volatile later do not leave Supporters. Supporters of other Battalions' pieces belong to their
    // controller.
    let later = party("chairman h1, judge[volatile] e2", "king h8, rook[volatile leaves] e8").play("e2-d4, e8-e5");
    assert_eq!((later.holds("e2"), later.holds("e8")), (String::new(), "1 supporter".into()));
}

#[test]
fn v_5_castling_moves_both() {
    let table = party("chairman h1", "king[fresh volatile leaves] e8, rook[fresh volatile leaves] h8")
        .turn(1)
        .play("e8-g8 castles");
    assert_eq!((table.holds("e8"), table.holds("h8")), ("1 supporter".into(), "1 supporter".into()));
}

#[test]
fn v_6_supporters_convert_whips_imprison_and_free_by_their_own_movement() {
    let table = party(
        "chairman h1, supporter d4, minister[volatile imprisoned] d6",
        "king h8, knight[volatile] f6, knight e6, knight[volatile] c3, party-volatile/whip f4",
    );
    let table = table.play("d4-e5");
    assert!(flags(&table, "f6").contains(Flags::IMPRISONED));
    assert!(!flags(&table, "e6").contains(Flags::IMPRISONED), "not Volatile");
    assert!(!flags(&table, "c3").contains(Flags::IMPRISONED), "next to the new Supporter only");
    assert!(!flags(&table, "d6").contains(Flags::IMPRISONED), "freed");
    assert_eq!(table.holds("f4"), "0 whip");
}

#[test]
fn v_6_the_imprisoned_do_nothing() {
    let mut table = party("chairman e1, supporter a2", "king h8, rook[volatile imprisoned] e8").turn(1);
    assert!(!table.rules.in_check(&table.pos, Seat(0)));
    assert_eq!(table.targets("e8"), "");
    assert!(!table.legal("e8 captures itself"));
}

#[test]
fn v_7_a_whip_that_changes_sides_may_make_a_piece_volatile() {
    let mut table = party("chairman h1, whip d4, judge e2, supporter a2", "king h8, party-volatile/supporter f6")
        .turn(1)
        .play("f6-e5");
    assert_eq!(table.pos.pending().first(), Some(PendingChoice::Volatile(Seat(0))));
    let ways: Vec<_> = table.rules.settlements(&mut table.pos).collect();
    assert_eq!(ways, [at("e2")]);
    let mark = table.pos.mark();
    assert!(table.rules.settle(&mut table.pos, None), "may be declined");
    table.pos.undo(&table.rules, &mark);
    assert!(table.rules.settle(&mut table.pos, Some(at("e2"))));
    assert!(flags(&table, "e2").contains(Flags::VOLATILE) && !flags(&table, "e2").contains(Flags::LEAVES));
    assert_eq!(table.pos.to_move(), Seat(0));
    // Without options there is no choice.
    let none =
        party("chairman h1, whip d4, supporter a2", "king h8, party-volatile/supporter f6").turn(1).play("f6-e5");
    assert!(none.pos.pending().is_empty());
}

#[test]
fn v_7_fallen_whips_can_be_converted() {
    let table = Table::new(&["party-volatile", "party-volatile", "medieval"])
        .seat(0, "chairman k1, supporter f5")
        .seat(1, "chairman a4, whip h7")
        .seat(2, "king k14")
        .fallen(1)
        .play("f5-g6");
    assert_eq!(table.holds("h7"), "0 whip");
}

#[test]
fn v_8_whips_cannot_be_captured_and_senators_leap_two() {
    let mut table = party("chairman h1, whip d2, senator c3", "king h8, rook d8, pawn c4 e3");
    assert!(!table.legal("d2-e3"));
    assert_eq!(table.targets("c3"), "a1 a3 a5 c1 c5 e1 e3 e5");
    table = table.turn(1);
    assert!(!table.legal("d8-d2") && table.legal("d8-d3"));
}

#[test]
fn v_7_nobody_is_asked_when_nobody_is_left_to_choose() {
    let table = party("chairman h1, whip d4 f4, judge a1", "king h8, party-volatile/supporter g6").turn(1);
    let acts =
        engine::context::RulesContext { rules: &table.rules, pos: &table.pos, law: engine::context::RuleSet::Titans };
    let act = acts.acts().into_iter().find(|act| match act {
        engine::action::Act::Move { from, to, .. } => (*from, *to) == (at("g6"), at("e5")),
        _ => false,
    });
    let mut turn = engine::action::Turn::from(act.unwrap());
    assert!(acts.next_choice(&turn).unwrap().is_some());
    // The first Whip's choice uses the only available piece.
    turn.then.push(Some(at("a1")));
    assert_eq!(acts.next_choice(&turn).unwrap(), None);
    // If the first Whip declines it, the second can still choose it.
    turn.then[0] = None;
    assert!(acts.next_choice(&turn).unwrap().is_some());
}
