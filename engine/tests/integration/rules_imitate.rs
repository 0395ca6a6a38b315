//! Tests of the ability `imitate`: a piece that moves like the last piece moved.

use std::sync::Arc;

use crate::support::{Dice, Table, at, load, slow};
use engine::battalion::{self, Definition};
use engine::board::{Seat, Space};
use engine::play::{Flags, Illegality, Move, Piece, Position, Restraint, TypeId};

/// Imitators of every kind.
const MIMICS: &str = r#"
format = 1
id = "mimics"
name = "Mimics"

[territory]
layout = ["KM......"]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "mimic"
name = "Mimic"
symbol = "M"
moves = "W"
abilities = ["imitate"]

[[piece.example]]
text = "The Knight moved last, so the Mimic captures as a Knight."
board = [
    ".....",
    ".n...",
    "..n..",
    ".M...",
    ".....",
]
move = ["b2-b1", "b4-d5", "b1-c3"]

[[piece]]
id = "knight"
name = "Knight"
symbol = "N"
moves = "N"

[[piece]]
id = "catcher"
name = "Catcher"
symbol = "C"
moves = "W"
abilities = ["imitate", "snare"]

[[piece]]
id = "prince"
name = "Prince"
symbol = "P"
titan = true
moves = "mW"
abilities = ["imitate"]

[[piece]]
id = "mirror"
name = "Mirror"
symbol = "R"
moves = "mF"
abilities = ["imitate", "copy", "withdraw"]

[[piece]]
id = "bomber"
name = "Bomber"
symbol = "B"
moves = "N"
abilities = ["explode"]
"#;

fn mimics() -> Arc<Definition> {
    Arc::new(battalion::read(MIMICS, &engine::ability::specs()).unwrap())
}

/// Mimics for both sides, with pieces of every built-in Battalion available.
fn empty() -> Table {
    let extra: Vec<_> = battalion::builtin().iter().map(|builtin| load(builtin.id)).collect();
    Table::of(&[mimics(), mimics()], &extra)
}

fn board(white: &str, black: &str) -> Table {
    empty().white(white).black(black)
}

#[test]
fn the_worked_example_of_the_reference_plays() {
    let reference = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/battalion-format.md");
    let reference = std::fs::read_to_string(reference).unwrap();
    let (_, example) = MIMICS.split_once("[[piece.example]]").unwrap();
    let (example, _) = example.split_once("\n\n").unwrap();
    assert!(reference.contains(example), "not in the reference");

    let army = mimics();
    let demo = battalion::play(&army, &army.pieces[1].examples[0]).unwrap();
    assert_eq!(demo.last.removed, [at("c3")]);
}

const STEPS: &str = "c4 d3 d5 e4";

#[test]
fn on_the_first_turn_there_is_nothing_to_imitate() {
    let mut table = board("king a1, mimic d4", "king h8, medieval/rook h2");
    assert_eq!(table.targets("d4"), STEPS);
    assert_eq!(table.pos.state().last_moved, None);
}

#[test]
fn it_moves_and_captures_as_the_piece_that_moved_last() {
    let table = board("king a1, mimic d4", "king h8, medieval/knight g8, medieval/pawn e6");
    let mut table = table.turn(1).play("g8-f6");
    assert_eq!(table.targets("d4"), "b3 b5 c2 c4 c6 d3 d5 e2 e4 e6 f3 f5", "as a Knight, and as itself");
    assert_eq!(table.captures("d4-e6"), "e6");
    let table = table.play("d4-e6");
    assert_eq!(table.holds("e6"), "0 mimic");
}

#[test]
fn what_both_can_do_is_one_move() {
    let table = board("king a1, mimic d4", "king h8, medieval/rook h1");
    let mut table = table.turn(1).play("h1-h2");
    let list = table.all_legal();
    let to_d5 = |mv: &&Move| mv.from == at("d4") && mv.to == at("d5");
    assert_eq!(list.moves.iter().filter(to_d5).count(), 1);
    assert!(table.legal("d4-d8") && table.legal("d4-h4"));
}

#[test]
fn t_12_t_13_as_a_pawn_it_captures_en_passant_but_neither_promotes_nor_steps_double() {
    let table = board("king a1, mimic[fresh] d5 h7", "king a8, medieval/pawn[fresh] e7");
    let mut table = table.turn(1).play("e7-e5");
    assert_eq!(table.captures("d5-e6"), "e5");
    assert!(!table.legal("d5-d7"));
    assert!(table.legal("h7-h8"), "Forwards is its own Player's");
    assert_eq!(table.play("h7-h8").holds("h8"), "0 mimic");
}

#[test]
fn an_imitator_that_imitated_counts_as_what_it_imitated() {
    let white = "king a1, mimic d4, medieval/knight b1";
    let table = board(white, "king h8, mimic g7").play("b1-c3, g7-e6");
    assert!(table.pos.state().last_moved == Some(table.ty(Seat(0), "medieval/knight")));
    let mut table = table;
    assert!(table.legal("d4-b5"));
    // After its own step, the last piece moved is a Mimic, which offers no further movement.
    let mut table = board(white, "king h8, mimic g7").play("b1-c3, g7-g6");
    assert_eq!(table.targets("d4"), STEPS);
}

#[test]
fn castling_is_a_move_of_the_king_and_what_is_no_movement_changes_nothing() {
    let table = board("king a1, mimic d4", "medieval/king[fresh] e8, medieval/rook[fresh] h8");
    let mut table = table.turn(1).play("e8-g8 castles");
    assert_eq!(table.targets("d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    // A placement from reserve is not a movement.
    let armies = [load("makpong"), mimics()];
    let table = Table::of(&armies, &[load("medieval")])
        .white("mimics/king a1, mimics/mimic d4, mimics/knight h1")
        .black("king h8")
        .reserve(0, "snare-rook");
    let mut table = table.play("h1-g3, h8-h7, snare-rook@b1, h7-h8");
    assert_eq!(table.targets("d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[test]
fn side_effects_are_imitated_and_what_follows_a_movement_is_not() {
    let table = board("king a1, mimic d4", "king h8, baroque/withdrawer f8, medieval/pawn d5");
    let mut table = table.turn(1).play("f8-f7");
    assert_eq!(table.captures("d4-d2"), "d5");
    // The Mimic captures the surrounding pieces, but survives.
    let table = board("king a1, mimic d4", "king h8, bomber f8, medieval/pawn e6 f7");
    let mut table = table.turn(1).play("f8-d7");
    assert_eq!(table.captures("d4-e6"), "d7 e6 f7");
    assert_eq!(table.play("d4-e6").holds("e6"), "0 mimic");
}

#[test]
fn t_19_t_20_its_check_depends_on_what_moves() {
    let table = board("king a1, mimic d1, medieval/rook a2", "king d8, medieval/rook h5, medieval/knight b5");
    let mut quiet = board("king a1, mimic d1", "king d8, medieval/rook h5, medieval/knight b5").turn(1);
    assert!(!quiet.rules.in_check(&quiet.pos, Seat(1)));
    // Moving the Rook would let the Mimic slide to the King, unless the Rook blocks its path.
    assert_eq!(quiet.fault("h5-h4"), Some(Illegality::LeavesCheck(at("d1"))));
    assert!(!quiet.legal("h5-h4") && quiet.legal("h5-d5"));
    assert!(quiet.legal("b5-a7") && quiet.legal("d8-d7"));
    // The Enemy's Rook move gives the Mimic a Rook's Check; moving any other type answers it.
    let mut table = table.play("a2-b2");
    assert!(table.rules.in_check(&table.pos, Seat(1)));
    assert_eq!(table.rules.attacker(&table.pos, at("d8"), Seat(1)), Some(at("d1")));
    assert!(table.legal("b5-a7") && !table.legal("h5-h4"));
    slow::check_attacks(&table.rules, &mut table.pos, "Rook");
}

#[test]
fn b_11_b_12_copying() {
    // A Chameleon copies the Mimic's own movement, not the imitated one.
    let white = "king a1, mimic d4, medieval/knight b1";
    let table = board(white, "king h8, baroque/chameleon f5").play("b1-c3");
    let mut table = table;
    assert_eq!(table.captures("f5-d4"), "illegal");
    let mut table = board(white, "king h8, baroque/chameleon d5").play("b1-c3");
    assert_eq!(table.captures("d5-d4"), "d4");
    // Imitating a Chameleon, the Mimic only slides; after a Chameleon that copied a piece, it imitates that piece.
    let mut table = board("king a1, mimic d4", "king h8, baroque/chameleon f8, medieval/pawn d7").turn(1).play("f8-f7");
    assert!(table.legal("d4-g7") && table.legal("d4-d6"));
    assert_eq!(table.captures("d4-d7"), "illegal");
    let mut table =
        board("king a1, mimic d4, medieval/knight f6", "king h8, baroque/chameleon e8").turn(1).play("e8-f6");
    assert!(table.legal("d4-b5") && !table.legal("d4-d6"));
}

#[test]
fn b_8_a_held_imitator_does_nothing_and_as_an_immobilizer_it_holds_nobody() {
    let white = "king a1, mimic d1, medieval/rook a2";
    let held = board(white, "king d8, baroque/immobilizer e2").play("a2-b2");
    assert!(!held.rules.in_check(&held.pos, Seat(1)));
    let mut held = held.play("d8-d7");
    assert_eq!(held.targets("d1"), "");
    assert!(held.legal("d1 captures itself"));

    let table = board("king a1, mimic d4", "king h8, baroque/immobilizer g6, medieval/rook d8");
    let mut table = table.turn(1).play("g6-g5").play("d4-d7");
    let rook = table.pos.at(at("d8")).unwrap();
    assert_eq!(table.rules.restraint(&table.pos, at("d8"), rook), None);
    assert!(table.legal("d8-d7"));
    // The imitated type does not protect the Mimic from being immobilised.
    let table = table.seat(0, "baroque/immobilizer e8");
    let by = Some(Restraint::Held(at("e8")));
    assert_eq!(table.rules.restraint(&table.pos, at("d8"), rook), by);
}

#[test]
fn s_2_it_snares_by_imitating_only_if_it_is_a_snare_piece() {
    let black = "king d8, medieval/pawn h7";
    let white = "king a1, catcher d1, medieval/rook a2";
    let mut table = board(white, black).play("a2-b2");
    assert_eq!(table.fault("d8-e8"), Some(Illegality::Bound(at("d1"))));
    assert!(!table.legal("d8-e8") && table.legal("h7-h6"));
    // Imitating a Snare Rook, it gives Check, but it is not a Snare Piece.
    let white = "king a1, mimic d1, makpong/snare-rook a2";
    let mut table = board(white, black).play("a2-b2");
    assert!(table.rules.in_check(&table.pos, Seat(1)));
    assert!(table.legal("d8-e8"));
}

#[test]
fn p_2_supporters_are_not_imitated_and_are_crushed_as_by_anyone() {
    let black = "king h8, the-party/supporter f6, medieval/rook h2";
    let mut table = board("king a1, mimic d4", black).turn(1).play("f6-e6");
    assert_eq!(table.targets("d4"), STEPS);
    let table = board("king a1, mimic d4", black).turn(1).play("h2-h4");
    let table = table.seat(1, "the-party/supporter d7").play("d4-d7");
    assert_eq!(table.holds("d7"), "0 mimic");
}

#[test]
fn a_titan_captures_nothing_by_imitating_that_it_may_not_capture() {
    let armies = [mimics(), mimics()];
    let text = "format = 1\nid = \"ashes\"\nname = \"Ashes\"\n[territory]\nlayout = [\"K\"]\n\
        [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n\
        [[piece]]\nid = \"phoenix\"\nname = \"Phoenix\"\nsymbol = \"P\"\nmoves = \"Q\"\nabilities = [\"avenge\"]\n";
    let ashes = Arc::new(battalion::read(text, &engine::ability::specs()).unwrap());
    let mut table = Table::of(&armies, &[load("medieval"), ashes])
        .white("prince d4")
        .black("king h8, ashes/phoenix e6, medieval/pawn c2, medieval/knight g8")
        .turn(1)
        .play("g8-h6");
    assert_eq!(table.captures("d4-c2"), "c2");
    assert_eq!(table.captures("d4-e6"), "illegal");
}

#[test]
fn t_26_what_moved_last_is_part_of_the_position_and_taken_back_with_the_turn() {
    let mut table = board("king a1, mimic d4, medieval/rook h1", "king h8").play("h1-h2, h8-g8");
    let (hash, state) = (table.pos.hash(), *table.pos.state());
    let mv = Move::step(at("h2"), at("h3"));
    let mark = table.rules.attempt(&mut table.pos, &mv, &[]).unwrap();
    assert_ne!(table.pos.state().last_moved, state.last_moved);
    let moved = table.pos.hash();
    table.pos.undo(&table.rules, &mark);
    assert_eq!((table.pos.hash(), *table.pos.state()), (hash, state));
    // A board with another last-moved piece is another position.
    let mut other = table.pos.clone();
    other.state_mut().last_moved = None;
    assert_ne!(other.hash(), hash);
    assert_ne!(table.rules.repetition_key(&other), table.rules.repetition_key(&table.pos));
    assert_ne!(moved, hash);
    // Without imitators, the last-moved piece is not recorded.
    let plain = Table::of(&[load("makpong"), load("makpong")], &[load("medieval")])
        .white("medieval/king a1")
        .black("medieval/king h8")
        .play("a1-a2");
    assert_eq!(plain.pos.state().last_moved, None);
}

/// Scatters pieces of a few types, including imitators, after a move of one of them.
fn scatter(table: &mut Table, dice: &mut Dice) {
    let Table { rules, pos } = table;
    *pos = Position::empty(rules);
    let spaces: Vec<Space> = rules.board.spaces().iter().collect();
    let (titans, others): (Vec<TypeId>, Vec<TypeId>) =
        (0..rules.types.len()).map(TypeId::new).partition(|ty| rules.ty(*ty).titan);
    let mimics: Vec<TypeId> = ["mimic", "mimic", "catcher", "mirror"]
        .iter()
        .map(|id| rules.type_by_key(&format!("mimics/{id}")).unwrap())
        .collect();
    let mut kinds = vec![mimics[dice.below(4)]];
    kinds.extend((0..1 + dice.below(5)).map(|_| others[dice.below(others.len())]));
    let mut drop = |dice: &mut Dice, ty: TypeId, seat: Seat| {
        let space = spaces[dice.below(spaces.len())];
        if pos.at(space).is_none() && pos.supporter(space).is_none() && rules.ty(ty).layer < 2 {
            let fresh = if dice.below(3) == 0 { Flags::FRESH } else { Flags::empty() };
            pos.put(rules, space, Piece::new(ty, seat).flagged(fresh));
        }
    };
    for seat in Seat::all(2) {
        let titan = titans[dice.below(titans.len())];
        drop(dice, titan, seat);
    }
    for _ in 0..4 + dice.below(spaces.len() / 3) {
        let seat = Seat(dice.below(2) as u8);
        let kind = kinds[dice.below(kinds.len())];
        drop(dice, kind, seat);
    }
    pos.crown();
    let last = kinds[dice.below(kinds.len())];
    let state = pos.state_mut();
    state.to_move = Seat(dice.below(2) as u8);
    state.last_moved = (dice.below(5) > 0).then_some(last);
    pos.commit();
}

#[test]
fn attacks_moves_and_legality_are_those_of_the_slow_definition() {
    let mut table = empty();
    let mut dice = Dice(7);
    let mut imitations = 0;
    for round in 0..400 {
        scatter(&mut table, &mut dice);
        for ply in 0..5 {
            let what = format!("position {round}, turn {ply}:\n{}", table.picture());
            slow::check_attacks(&table.rules, &mut table.pos, &what);
            slow::check_movements(&table.rules, &table.pos, &what);
            imitations += slow::check_imitations(&table.rules, &table.pos, &what);
            let tried = slow::legal(&table.rules, &mut table.pos);
            let told = table.all_legal();
            let names = |moves: &[Move]| {
                let mut names: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
                names.sort();
                names
            };
            assert_eq!(names(&told.moves), names(&tried.moves), "{what}");
            let Some(mv) = tried.moves.get(dice.below(tried.moves.len().max(1))) else {
                break;
            };
            let made = table.rules.attempt(&mut table.pos, mv, tried.chain(mv));
            if made.is_err() || !table.pos.pending().is_empty() {
                break;
            }
        }
        table.pos.commit();
    }
    assert!(imitations > 300, "{imitations} looked at");
}
