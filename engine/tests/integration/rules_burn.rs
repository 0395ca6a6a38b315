//! Tests of the ability `burn`, and of Chameleons that follow the path of a burning piece (B-3, B-13 to B-15).

use crate::own_ways::{agrees, army};
use crate::support::{Dice, Table, load, slow};
use engine::board::Seat;
use engine::play::{Illegality, MoveList};

/// Fire Demons against any Battalion, with pieces of all built-in ones available.
fn board(white: &str, black: &str) -> Table {
    let extra: Vec<_> = engine::battalion::builtin().iter().map(|builtin| load(builtin.id)).collect();
    Table::of(&[army("fire-demons"), load("medieval")], &extra).white(white).black(black)
}

#[test]
fn b_3_every_enemy_around_the_end_is_burned_and_friends_are_not() {
    let mut table = board("king a1, fire-demon c1, knight e5", "king h8, pawn d5 e4 f4, rook d3");
    assert_eq!(table.captures("c1-e3"), "d3 e4 f4");
    assert_eq!(table.captures("c1-d2"), "d3");
    let table = table.play("c1-e3");
    assert_eq!(table.holds("e3"), "0 fire-demon");
    assert_eq!(table.holds("e5"), "0 knight");
    assert_eq!(table.holds("d5"), "1 pawn");
}

#[test]
fn three_steps_go_round_what_stands_in_the_way() {
    let mut table = board("king a1, fire-demon c1, pawn b2 c2 d2", "king h8, pawn d5");
    assert!(table.legal("c1-c4") == table.targets("c1").contains("c4"));
    assert!(!table.targets("c1").contains("c4"), "three steps round a closed row lead no further than the third rank");
}

#[test]
fn b_15_check_comes_from_burning_and_is_answered() {
    // From f1 the Fire Demon could go to e2 or g2, beside the King on f3.
    let table = board("king a1, fire-demon f1", "king f3").turn(1);
    assert!(table.rules.in_check(&table.pos, Seat(1)));
    let table = board("king a1, fire-demon a8", "king h2").turn(1);
    assert!(table.rules.in_check(&table.pos, Seat(1)), "by a8-g2");
    // The diagonal is blocked; Spaces beside the King are reachable only in three steps.
    let table = board("king a1, fire-demon a8", "king h2, pawn b7 b8").turn(1);
    assert!(!table.rules.in_check(&table.pos, Seat(1)));
}

#[test]
fn p_2_s_3_what_cannot_be_captured_does_not_burn() {
    let mut table = board("king a1, fire-demon c1", "king h8, the-party/supporter d3, party-volatile/whip e4, pawn f4");
    assert_eq!(table.captures("c1-e3"), "f4");
}

#[test]
fn en_passant_and_promotion_know_nothing_of_it() {
    let mut table = board("king a1, fire-demon c1, pawn b7", "king h8, rook a8");
    assert_eq!(table.captures("b7-a8=fire-demon"), "a8", "what a piece becomes does not burn at once");
}

#[test]
fn passive_what_comes_beside_it_is_burned_after_its_own_capture() {
    let table = board("king a1, wary-demon d4, pawn e5", "king h4, rook e8").turn(1);
    let table = table.play("e8-e5");
    assert_eq!(table.holds("e5"), "", "the Rook took the Pawn and was burned");
    assert_eq!(table.holds("d4"), "0 wary-demon");
    // The captor of the Wary Demon stays.
    let table = board("king a1, wary-demon d4", "king h8, rook d8").turn(1).play("d8-d4");
    assert_eq!(table.holds("d4"), "1 rook");
}

#[test]
fn passive_a_titan_may_not_go_where_it_would_be_burned() {
    let mut table = board("king a1, wary-demon d4, rook d1", "king f4").turn(1);
    // There is no Check: the Wary Demon has no diagonal path to a Space beside it that the Chameleon could follow.
    let fault = table.fault("f4-e5");
    assert!(matches!(fault, Some(Illegality::TakesOwnTitan(_) | Illegality::LeavesCheck(_))), "{fault:?}");
    assert_eq!(table.captures("f4-e4"), "illegal");
}

#[test]
fn passive_a_burner_beside_another_burns_nothing_and_is_burned() {
    let foe = "king h8, fire-demons/wary-demon e4, pawn d2 f2";
    let table = board("king a5, fire-demon c1", foe);
    let mut table = table;
    assert_eq!(table.captures("c1-e3"), "");
    let table = table.play("c1-e3");
    assert_eq!(table.holds("e3"), "");
    assert_eq!(table.holds("f2"), "1 pawn");
    // A fallen Player's pieces have no effect (T-23).
    let mut fallen = board("king a5, fire-demon c1", foe).fallen(1);
    assert_eq!(fallen.captures("c1-e3"), "d2 e4 f2");
}

#[test]
fn passive_being_held_does_not_stop_it() {
    let table = board("king a1, wary-demon d4", "king h4, baroque/immobilizer d5, rook e8").turn(1).play("e8-e4");
    assert_eq!(table.holds("e4"), "");
}

#[test]
fn b_13_a_chameleon_burns_fire_demons_on_a_path_that_they_could_take() {
    // Along a line, or in three steps.
    let mut table = board("king a1, fire-demon e5", "baroque/chameleon b1").turn(1);
    assert_eq!(table.captures("b1-d3"), "");
    assert_eq!(table.captures("b1-b4"), "");
    let mut table = board("king h1, fire-demon e5", "baroque/chameleon d1").turn(1);
    assert_eq!(table.captures("d1-d4"), "e5", "three steps");
    let mut table = board("king h1, fire-demon e6", "baroque/chameleon d1").turn(1);
    assert_eq!(table.captures("d1-d5"), "e6", "straight ahead is sideways for a Player at another edge of the board");
    let mut table = board("king h1, wary-demon e6", "baroque/chameleon d1").turn(1);
    assert_eq!(table.captures("d1-d5"), "", "a Wary Demon goes diagonally only");
    let mut table = board("king h1, fire-demon f6, pawn e6 g5", "baroque/chameleon a1").turn(1);
    assert_eq!(table.captures("a1-e5"), "f6", "its own kind only");
}

#[test]
fn b_11_b_13_a_chameleon_as_a_fire_demon_goes_round_corners() {
    // As a Fire Demon it reaches c3 in three steps around its own pawns, captures one by displacement and burns the
    // other.
    let mut table = board("king h1, fire-demon c3 c4", "baroque/chameleon b1, pawn a2 b2 c2 d2").turn(1);
    assert_eq!(table.captures("b1-c3"), "illegal", "a bent way of more than three steps");
    let mut table = board("king h1, fire-demon c3 c4", "baroque/chameleon b1, pawn b2").turn(1);
    assert_eq!(table.captures("b1-c3"), "c3 c4");
    // Another adjacent type would be burned as well, and captures of mixed types are illegal.
    let mut table = board("king h1, fire-demon c3, knight d4", "baroque/chameleon b1, pawn b2").turn(1);
    assert_eq!(table.captures("b1-c3"), "illegal");
}

#[test]
fn b_13_two_kinds_that_could_both_go_the_bent_way() {
    // When copying the Guest's area movement, the Chameleon follows a path that a Fire Demon could follow, too.
    let walker = crate::arena::read(
        r#"
format = 1
id = "walkers"
name = "Walkers"
[territory]
layout = ["K.W.."]
[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"
[[piece]]
id = "walker"
name = "Walker"
symbol = "W"
moves = "[W*3]"
[[piece]]
id = "griffin"
name = "Griffin"
symbol = "G"
moves = "[F>R]"
[[piece]]
id = "falcon"
name = "Falcon"
symbol = "F"
moves = "afafsKafsafzfK"
[[piece]]
id = "porter"
name = "Porter"
symbol = "P"
moves = "U"
[[piece]]
id = "burner"
name = "Burner"
symbol = "B"
moves = "[F>R]"
abilities = ["burn"]
"#,
    );
    let extra = [army("fire-demons"), load("medieval"), load("baroque")];
    let board =
        |white: &str, black: &str| Table::of(&[walker.clone(), load("baroque")], &extra).white(white).black(black);
    let chameleon = "chameleon b1";
    // W*3 to c3 by b2 and b3, or by c1 and c2: also possible for a Fire Demon.
    let mut table = board("king h1, walker c3, fire-demons/fire-demon d4", chameleon).turn(1);
    assert_eq!(table.captures("b1-c3"), "c3 d4");
    // The Griffin's path, c2 and then up the file, is not a Fire Demon's beyond three steps, but it is a Burner's.
    let mut table = board("king h1, griffin c5, burner d6, fire-demons/fire-demon b6", chameleon).turn(1);
    assert_eq!(table.captures("b1-c5"), "c5 d6");
    // A universal leap has no path unless the destination is straight ahead.
    let mut table = board("king h1, porter c5, burner d6", chameleon).turn(1);
    assert_eq!(table.captures("b1-c5"), "c5");
    let mut table = board("king h1, porter f5, fire-demons/fire-demon g6", chameleon).turn(1);
    assert_eq!(table.captures("b1-f5"), "f5 g6");
}

#[test]
fn random_positions_agree_with_the_slow_definition() {
    let own = army("fire-demons");
    for (seed, other) in [own.clone(), load("medieval"), load("makpong"), load("baroque")].into_iter().enumerate() {
        let mut table = Table::of(&[own.clone(), other], &[load("medieval")]);
        agrees(&mut table, 200 + seed as u64, 40);
    }
    let mut dice = Dice(7);
    let mut burned = 0;
    let mut table = Table::of(&[own.clone(), crate::arena::read(MIMICS)], &[]);
    for round in 0..300 {
        crate::own_ways::scatter(&mut table, &mut dice);
        burned += slow::check_burning(&table.rules, &table.pos, &format!("round {round}:\n{}", table.picture()));
    }
    assert!(burned > 300, "{burned}");
}

/// Army of Chameleons and of pieces that they can copy.
const MIMICS: &str = r#"
format = 1
id = "mimics"
name = "Mimics"
[territory]
layout = ["K.C.."]
[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"
[[piece]]
id = "chameleon"
name = "Chameleon"
symbol = "C"
moves = "mQ"
abilities = ["copy"]
[[piece]]
id = "walker"
name = "Walker"
symbol = "W"
moves = "[W*3]N"
abilities = ["burn"]
"#;

#[test]
fn undo_gives_back_what_was_burned() {
    for (white, black, turn, name) in [
        ("king a1, fire-demon c1", "king h8, pawn d5 e4 f4, rook d3", 0, "c1-e3"),
        ("king a1, wary-demon d4, pawn e5", "king h4, rook e8", 1, "e8-e5"),
    ] {
        let mut table = board(white, black).turn(turn);
        let (picture, hash) = (table.picture(), table.pos.hash());
        let list: MoveList = table.all_legal();
        let named = table.names();
        assert!(named.contains(&name.to_owned()), "{named:?}");
        for mv in &list.moves {
            let mark = table.rules.attempt(&mut table.pos, mv, list.chain(mv)).unwrap();
            table.pos.undo(&table.rules, &mark);
            assert_eq!((table.picture(), table.pos.hash()), (picture.clone(), hash));
        }
    }
}
