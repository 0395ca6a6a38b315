//! Tests of rule variants that the designers mention; each differs from the current rule by a parameter.

use std::sync::Arc;

use crate::own_ways::{agrees, army, scatter};
use crate::support::{Dice, Table, at, load};
use engine::action::Action;
use engine::battalion::Definition;
use engine::board::Seat;
use engine::play::{Illegality, MoveList};
use engine::titans::{Game, GameMode, PlacementStyle, Setup, battlefield_for};
use engine::view::{Badge, Phase, Viewer};

fn board(id: &str, white: &str, black: &str) -> Table {
    let extra: Vec<_> = engine::battalion::builtin().iter().map(|builtin| load(builtin.id)).collect();
    Table::of(&[army(id), load("medieval")], &extra).white(white).black(black)
}

// ---- Makpong's alternative rule ----------------------------------------------------------------

#[test]
fn s_2_alternative_a_titan_may_not_leave_the_attack_by_moving() {
    // By the current rule and by the alternative, the King on e5 may not step aside.
    let mut table = board("snare-en-passant", "king a1, rook e1", "king e5, rook h8").turn(1);
    for aside in ["e5-d5", "e5-f6", "e5-d4"] {
        assert!(matches!(table.fault(aside), Some(Illegality::LeavesCheck(_))), "{aside}: {:?}", table.fault(aside));
    }
    assert!(table.legal("h8-e8") == table.names().contains(&"h8-e8".to_owned()));
    // Without an attack the King moves freely.
    let mut free = board("snare-en-passant", "king a1, rook d1", "king e5").turn(1);
    assert!(free.legal("e5-e6") && free.legal("e5-f5"));
}

#[test]
fn s_2_alternative_it_works_on_immutable_titans() {
    let immutable = crate::arena::read(
        "format = 1\nid = \"stone\"\nname = \"Stone\"\n[territory]\nlayout = [\"K\"]\n[[piece]]\nid = \"king\"\nname = \"King\"\n\
         symbol = \"K\"\ntitan = true\nimmutable = true\nmoves = \"K\"\n",
    );
    let table = |id: &str, rook: &str| {
        let white = if id == "makpong" { load(id) } else { army(id) };
        Table::of(&[white, immutable.clone()], &[]).white(&format!("{rook} e1")).black("king e5").turn(1)
    };
    // The current rule does not affect it; the alternative does.
    assert!(table("makpong", "snare-rook").legal("e5-d5"));
    assert!(!table("snare-en-passant", "rook").legal("e5-d5"));
}

#[test]
fn s_2_alternative_the_titan_is_captured_where_it_stood_and_only_until_the_turn_is_over() {
    // The situation requires three Players or an illegal move; here the King moves without a check of legality.
    let mut table = board("snare-en-passant", "king a1, rook d1", "king e5, pawn h7").turn(1);
    let list: MoveList = table.all_legal();
    let step = *list.moves.iter().find(|mv| mv.from == at("e5") && mv.to == at("f5")).unwrap();
    table.rules.play(&mut table.pos, &step, &[]);
    assert!(!table.legal("d1-e1") || table.captures("d1-e1").is_empty());
    // The King was on e5. A Rook that arrives on the e-file now no longer attacks f5, because the King's own turn is
    // over.
    let table = table.play("d1-e1");
    assert!(!table.rules.in_check(&table.pos, Seat(1)));
    // After an illegal move out of the attack, the King is captured by going to e5.
    let mut table = board("snare-en-passant", "king a1, rook e1", "king e5").turn(1);
    let pseudo = {
        let mut list = MoveList::default();
        table.rules.generate(&table.pos, &mut list);
        *list.moves.iter().find(|mv| mv.to == at("d5")).unwrap()
    };
    let before = (table.picture(), table.pos.hash());
    let mark = table.rules.play(&mut table.pos, &pseudo, &[]);
    assert!(table.rules.in_check(&table.pos, Seat(1)));
    assert_eq!(table.captures("e1-e5"), "|d5", "it may also just go there");
    table.pos.undo(&table.rules, &mark);
    assert_eq!((table.picture(), table.pos.hash()), before);
}

#[test]
fn s_2_alternative_it_may_capture_the_attacker() {
    let mut table = board("snare-en-passant", "king a1, rook e4", "king e5").turn(1);
    assert!(table.legal("e5-e4"));
    assert!(!table.legal("e5-d6"));
    let mut two = board("snare-en-passant", "king a1, rook e4 a5", "king e5").turn(1);
    assert!(!two.legal("e5-e4"), "the other one captures it on e5 all the same");
}

// ---- Long Leapers ------------------------------------------------------------------------------

#[test]
fn b_7_alternative_it_runs_on_after_the_last_capture() {
    let mut table = board("ultima-leapers", "king a2, leaper a1", "king h8, pawn c1");
    assert_eq!(table.captures("a1-d1"), "c1");
    assert_eq!(table.captures("a1-f1"), "c1");
    assert_eq!(table.captures("a1-h1"), "c1");
    let mut strict = board("ultima-leapers", "king a2, strict a1", "king h8, pawn c1");
    assert_eq!(strict.captures("a1-d1"), "c1");
    assert_eq!(strict.captures("a1-f1"), "illegal");
    // The Leaper may stop, or continue and capture again; never over two pieces in a row.
    let mut two = board("ultima-leapers", "king a2, leaper a1", "king h8, pawn c1 f1");
    assert_eq!(two.captures("a1-e1"), "c1");
    assert_eq!(two.captures("a1-g1"), "c1 f1");
    assert_eq!(two.captures("a1-h1"), "c1 f1");
    // Check at any distance.
    let check = board("ultima-leapers", "king a2, leaper a1", "king c1, pawn f1").turn(1);
    assert!(check.rules.in_check(&check.pos, Seat(1)));
}

// ---- Supporters and slides ---------------------------------------------------------------------

#[test]
fn p_2_alternative_slides_go_onto_a_supporter_and_not_through() {
    let pieces = "king h2, rook a1, X c1";
    let solid = |id: &str| {
        let supporter = if id == "solid-supporters" { "supporter" } else { "river/supporter" };
        let white = pieces.replace("X", supporter);
        let extra = [load("medieval"), army("river")];
        Table::of(&[army("solid-supporters"), load("medieval")], &extra).white(&white).black("king h8")
    };
    let mut table = solid("solid-supporters");
    assert!(table.legal("a1-c1") && !table.legal("a1-d1"));
    let table = table.play("a1-c1");
    assert_eq!(table.holds("c1"), "0 rook", "it lands, and the Supporter captures itself");
    assert!(solid("river").legal("a1-d1"));
    // A Supporter also shields a Titan from a slide, and opens the line when it leaves.
    let shielded = board("solid-supporters", "king a1, supporter c1", "king h8, rook h1");
    assert!(!shielded.rules.in_check(&shielded.pos, Seat(0)));
    let mut shielded = shielded;
    assert!(!shielded.legal("c1-c3"), "the line would be open");
    assert!(shielded.legal("c1-d1"), "it stays on the line");
    let open =
        Table::of(&[army("river"), load("medieval")], &[]).white("king a1, supporter c1").black("king h8, rook h1");
    assert!(open.rules.in_check(&open.pos, Seat(0)));
}

#[test]
fn p_2_alternative_agrees_with_the_slow_definition() {
    for (seed, other) in [army("solid-supporters"), load("medieval"), load("the-party")].into_iter().enumerate() {
        let mut table = Table::of(&[army("solid-supporters"), other], &[]);
        let mut dice = Dice(300 + seed as u64);
        for _ in 0..40 {
            scatter(&mut table, &mut dice);
            sow_supporters(&mut table, &mut dice);
            let what = table.picture();
            crate::support::slow::check_movements(&table.rules, &table.pos, &what);
            crate::support::slow::check_attacks(&table.rules, &mut table.pos, &what);
        }
    }
}

fn sow_supporters(table: &mut Table, dice: &mut Dice) {
    let spaces: Vec<_> = table.rules.board.spaces().iter().collect();
    let ty = table.ty(Seat(0), "supporter");
    for _ in 0..6 {
        let space = spaces[dice.below(spaces.len())];
        if table.pos.at(space).is_none() && table.pos.supporter(space).is_none() {
            table.pos.put(&table.rules, space, engine::play::Piece::new(ty, Seat(0)));
        }
    }
    table.pos.commit();
}

#[test]
fn the_alternatives_agree_with_the_slow_definition() {
    for (seed, id) in ["snare-en-passant", "ultima-leapers", "river"].into_iter().enumerate() {
        for other in [army(id), load("medieval"), load("baroque")] {
            agrees(&mut Table::of(&[army(id), other], &[]), 320 + seed as u64, 30);
        }
    }
}

// ---- the River ---------------------------------------------------------------------------------

#[test]
fn v_6_alternative_on_its_half_only_a_straight_neighbour_converts() {
    let table = |white: &str, black: &str| {
        Table::of(&[army("river"), army("solid-supporters")], &[]).white(white).black(black).turn(1)
    };
    // Black's Supporter arrives at d3: diagonally next to c2 and straight next to d2, both on White's half.
    let played = table("king a1, supporter c2 d2", "king h8, supporter d5").play("d5-d3");
    assert_eq!(played.holds("c2"), "0 supporter");
    assert_eq!(played.holds("d2"), "1 supporter");
    let whip = table("king a1, whip c2", "king h8, supporter d5").play("d5-d3");
    assert_eq!(whip.holds("c2"), "0 whip");
    // On the other half it is converted as usual.
    let far = table("king a1, supporter c6", "king h8, supporter d7 h1").play("d7-b7");
    assert_eq!(far.holds("c6"), "1 supporter");
}

// ---- Volatile pieces ---------------------------------------------------------------------------

fn game(armies: &[Arc<Definition>], mode: GameMode) -> Game {
    Game::new(Setup {
        mode,
        battlefield: battlefield_for(armies).unwrap(),
        placement: PlacementStyle::Usual,
        armies: armies.to_vec(),
        without_reserves: Vec::new(),
        seed: [3; 32],
    })
    .unwrap()
}

fn volatile(game: &Game, viewer: Viewer) -> Vec<String> {
    let pieces = game.view(viewer).pieces;
    let mut all: Vec<String> =
        pieces.iter().filter(|p| p.badges.contains(&Badge::Volatile)).map(|p| p.space.to_string()).collect();
    all.sort();
    all
}

fn choose(of: u8, spaces: &[&str]) -> Action {
    Action::ChooseVolatile { of: Seat(of), spaces: spaces.iter().map(|space| at(space)).collect() }
}

#[test]
fn v_2_alternative_openly_in_the_order_of_placement() {
    let mut open = game(&[army("volatile-open"), load("medieval")], GameMode::Duel);
    // Player 1 placed first, so Player 2 chooses first.
    assert_eq!(open.to_act(), [Seat(1)]);
    assert!(open.volatile_questions(Seat(0)).is_empty());
    assert!(matches!(
        open.view(Viewer::Public).phase,
        Phase::VolatileChoice { done: 0, of: 2, openly: true, own: false }
    ));
    assert!(open.apply(Seat(0), &choose(1, &["a7", "b7"])).is_err(), "not yet");
    open.apply(Seat(1), &choose(0, &["a3", "b3"])).unwrap();
    // The choice is public at once and final.
    assert_eq!(volatile(&open, Viewer::Public), ["a3", "b3"]);
    assert!(open.apply(Seat(1), &choose(0, &["c3", "d3"])).is_err());
    assert_eq!(open.to_act(), [Seat(0)]);
    open.apply(Seat(0), &choose(1, &["a7", "b7"])).unwrap();
    assert_eq!(open.view(Viewer::Public).phase, Phase::Play);
    assert_eq!(volatile(&open, Viewer::Public), ["a3", "a7", "b3", "b7"]);

    // Sealed, the default: both choose at once in any order, and choices are hidden until both are made.
    let mut sealed = game(&[load("party-volatile"), load("medieval")], GameMode::Duel);
    assert_eq!(sealed.to_act().len(), 2);
    sealed.apply(Seat(0), &choose(1, &["a7", "b7"])).unwrap();
    assert!(volatile(&sealed, Viewer::Public).is_empty());
    sealed.apply(Seat(0), &choose(1, &["c7", "b7"])).unwrap();
}

#[test]
fn v_2_alternative_openly_late_choices_are_drawn_one_by_one() {
    let mut open = game(&[army("volatile-open"), load("medieval")], GameMode::Duel);
    open.apply(Seat(0), &Action::DrawVolatile).unwrap();
    assert_eq!(volatile(&open, Viewer::Public).len(), 2);
    assert_eq!(open.to_act(), [Seat(0)]);
    open.apply(Seat(0), &Action::DrawVolatile).unwrap();
    assert_eq!(open.view(Viewer::Public).phase, Phase::Play);
}

#[test]
fn v_3_alternative_in_assassin_it_stays_sealed() {
    let armies = [army("volatile-open"), load("medieval"), load("medieval")];
    let open = game(&armies, GameMode::Assassin);
    assert!(matches!(open.view(Viewer::Public).phase, Phase::VolatileChoice { openly: false, .. }));
    assert!(open.view(Viewer::Public).to_act.is_empty());
}

#[test]
fn v_2_alternative_each_player_chooses_three_of_their_own() {
    let mut own = game(&[army("volatile-own"), load("medieval")], GameMode::Duel);
    assert_eq!(own.to_act().len(), 2);
    assert!(own.apply(Seat(0), &choose(1, &["a7", "b7", "c7"])).is_err());
    assert!(own.apply(Seat(0), &choose(0, &["a3", "b3"])).is_err(), "three");
    own.apply(Seat(0), &choose(0, &["a3", "b3", "c3"])).unwrap();
    assert!(volatile(&own, Viewer::Public).is_empty());
    own.apply(Seat(1), &choose(1, &["a7", "b7", "c7"])).unwrap();
    assert_eq!(volatile(&own, Viewer::Public).len(), 6);
}

#[test]
fn v_2_alternative_by_lot_nobody_is_asked() {
    let lot = game(&[army("volatile-lot"), load("medieval")], GameMode::Duel);
    assert_eq!(lot.view(Viewer::Public).phase, Phase::Play);
    assert_eq!(volatile(&lot, Viewer::Public).len(), 2, "one of each Player");
    let again = game(&[army("volatile-lot"), load("medieval")], GameMode::Duel);
    assert_eq!(volatile(&lot, Viewer::Public), volatile(&again, Viewer::Public));
}
