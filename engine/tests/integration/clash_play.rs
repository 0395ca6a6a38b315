//! One test for each rule of Clash on the board (C-14 to C-26).

use crate::clash::*;
use std::collections::BTreeMap;

use engine::clash::{DrawReason, End, Loss, Round};
use engine::view::Badge;

fn drawn(board: &Board) -> Option<DrawReason> {
    match board.round.end() {
        Some(End::Draw(reason)) => Some(reason),
        _ => None,
    }
}

#[test]
fn c14_mate_stalemate_repetition_fifty_moves_and_bare_leaders() {
    let mut mate = board("King g6, Rook a1", "King g8");
    mate.play("a1a8");
    assert_eq!(mate.round.end(), Some(End::Loss(BLACK, Loss::Checkmate)));
    let mut stale = board("King f7, Queen g5", "King h8");
    stale.play("g5g6");
    assert_eq!(drawn(&stale), Some(DrawReason::Stalemate));
    let mut bare = board("King e1, Rook a1", "King b2");
    bare.play("e1e2 b2a1");
    assert_eq!(drawn(&bare), Some(DrawReason::BareLeaders));
    let alone = board("King e1, Knight b1", "King e8");
    assert_eq!(drawn(&alone), None);
    let mut again = board("King d4, Rook b1", "King e8");
    again.play("d4d3 e8e7 d3d4 e7e8 d4d3 e8e7 d3d4");
    assert_eq!(drawn(&again), None);
    again.play("e7e8");
    assert_eq!(drawn(&again), Some(DrawReason::Repetition));
    assert!(stale.refused("f7f6").rule().starts_with("C-"));
}

#[test]
fn c14_captures_of_any_kind_and_peasants_restart_the_fifty() {
    let late = || {
        let board = board("King a1, Rook h1, War Machine c3, Rabbit f3, Pawn g2", "King a8, Pawn c5, Pawn f4");
        let mut pos = board.pos().clone();
        // 49 turns of each side have passed, and one more of White's.
        pos.state_mut().quiet[..2].fill(49);
        Board { round: Round::from_position(board.round.rules().clone(), pos, BTreeMap::new()) }
    };
    let mut quiet = late();
    quiet.play("h1h2");
    assert_eq!(drawn(&quiet), None);
    quiet.play("a8b8");
    assert_eq!(drawn(&quiet), Some(DrawReason::FiftyMoves));
    for progress in ["c3*c5", "f3xf5", "g2g3"] {
        let mut round = late();
        round.play(progress).play("a8b8");
        assert_eq!(drawn(&round), None, "{progress}");
    }
}

#[test]
fn c14_dead_rights_do_not_keep_positions_apart() {
    // The Rook leaves and returns. The King has already moved, so no castling right is lost.
    let mut round = board("King e2, Rook a1", "King e8, Pawn h7");
    round.play("a1b1 e8d8 b1a1 d8e8 a1b1 e8d8 b1a1 d8e8");
    assert_eq!(drawn(&round), Some(DrawReason::Repetition));
    // With castling rights, the initial position is a different one.
    let mut round = board("King e1, Rook a1", "King e8, Pawn h7");
    round.play("a1b1 e8d8 b1a1 d8e8 a1b1 e8d8 b1a1 d8e8");
    assert_eq!(drawn(&round), None);
}

#[test]
fn c15_sliders_stop_at_pieces_and_leapers_do_not() {
    let blocked = board("King e1, War Machine a1, Rogue d4, Pawn d5, Pawn a2", "King e8");
    assert!(!blocked.is_legal("d4d6") && !blocked.is_legal("a1a3"));
    let leaps = board("King e1, Kite a1, Pawn a2, Hawk h1, Pawn h2", "King e8");
    assert!(leaps.is_legal("a1a4") && leaps.is_legal("h1h4"));
    assert_eq!(leaps.refused("a1a5").rule(), "C-15");
}

#[test]
fn c16_peasants_and_en_passant_as_a_setting() {
    let pawns = board("King e1, Pawn a2, Omnipawn c2, Pawn e3", "King e8, Knight a4, Rook c3, Pawn d4, Pawn f4");
    assert!(!pawns.is_legal("a2a4") && pawns.is_legal("a2a3"));
    assert_eq!(pawns.texts("c2"), ["c2-b3", "c2xc3", "c2-d3"]);
    let mut off = board("King e1, Pawn e5", "King e8, Pawn d7");
    off.play("e1e2 d7d5");
    assert!(!off.is_legal("e5d6"));
    let setting = || Options { ultimate: false, en_passant: true };
    let mut on = board_of("King e1, Pawn e5, Omnipawn c5", "King e8, Omnipawn d7", BLACK, setting());
    on.play("d7d5");
    assert!(on.is_legal("e5d6"));
    // An Omnipawn never captures en passant: on d6 it only moves.
    let omnipawn = on.texts("c5");
    assert!(omnipawn.contains(&"c5-d6".to_owned()), "{omnipawn:?}");
    on.play("e5d6");
    assert_eq!(on.on("d5"), None);
    // An Invulnerable piece cannot be captured en passant.
    let mut shielded = board_of("King e1, Pawn e5", "Shielderer c5, Pawn d7", BLACK, setting());
    shielded.play("shield e1e2 d7d5");
    assert!(!shielded.is_legal("e5d6"));
}

#[test]
fn c17_rabbits_step_or_jump_in_chains() {
    let rabbit = board("King h1, Rabbit a3, Pawn c4", "King h8, Pawn a4, Knight b5, Rook e6");
    let texts = rabbit.texts("a3");
    assert!(texts.contains(&"a3xa5".to_owned()) && texts.contains(&"a3xa5xc5".to_owned()), "{texts:?}");
    assert!(texts.contains(&"a3-c3".to_owned()) && !texts.contains(&"a3-d3".to_owned()));
    // The chain continues from c5 over its own Pawn, without capturing it.
    assert!(texts.iter().any(|text| text == "a3xa5xc5-c3"), "{texts:?}");
    let mut goes = board("King h1, Rabbit a3", "King h8, Pawn a4, Knight b5");
    goes.play("a3xa5xc5");
    assert_eq!((goes.on("a4"), goes.on("b5"), goes.on("c5").map(|on| on.1)), (None, None, Some(WHITE)));
    // Paths with the same end and the same captures are the same move.
    let round_about = board("King h8, Rabbit d1, Pawn d2, Pawn e3, Pawn c3, Pawn d4", "King a8");
    let ends: Vec<String> = round_about.texts("d1").into_iter().filter(|text| text.ends_with("d3")).collect();
    assert_eq!(ends, ["d1-d3"]);
    assert!(round_about.is_legal("d1-d3-d5"));
    // No capture by displacement, no jump over two pieces or onto one.
    let plain = board("King h1, Rabbit d4", "King h8, Pawn d5, Pawn d6, Pawn e4");
    assert!(!plain.is_legal("d4xd5") && !plain.is_legal("d4d7"));
    assert_eq!(plain.refused("d4xe4").rule(), "C-17");
    // A return to the start requires a capture.
    let square = board("King h1, Rabbit a1, Pawn a2, Pawn b3, Pawn c2", "King h8, Pawn b1");
    let texts = square.texts("a1");
    assert!(texts.iter().any(|text| text.ends_with("a1")), "{texts:?}");
    let friendly = board("King h8, Rabbit a1, Pawn a2, Pawn b3, Pawn c2, Pawn b1", "King h6");
    assert!(!friendly.texts("a1").iter().any(|text| text.ends_with("a1")));
}

#[test]
fn c18_rabbits_leave_the_board_and_attack_along_chains() {
    let mut edge = board("King h1, Rabbit d6, Rook a8", "King h7, Queen d8, Pawn b8");
    assert!(edge.is_legal("d6xd8 off"));
    edge.play("d6xd8_off");
    assert_eq!((edge.on("d6"), edge.on("d8")), (None, None));
    assert_eq!(edge.round.survivors(WHITE).pieces().count(), 2);
    // No jump off the board over one of its own pieces, or along the edge with a square behind.
    let own = board("King h1, Rabbit d7, Queen d8, Rabbit a8", "King h7, Pawn b8");
    assert!(!own.is_legal("d7xd8 off"));
    assert!(own.is_legal("a8xc8") && !own.is_legal("a8xb8 off"));
    // Check along a chain ends when a piece blocks the square behind the Leader, or when a link moves away.
    let mut check = board("King h1, Rabbit c2", "King d7, Pawn d3, Knight d5, Rook a8");
    check.play("c2d2");
    assert!(check.check());
    assert!(check.is_legal("a8d8") && check.is_legal("d5b6") && !check.is_legal("a8a7"));
    let pinned = black_board("King a1, Rabbit d2", "King d7, Pawn d3, Knight d5, Rook d8");
    assert!(!pinned.is_legal("d8a8") && pinned.is_legal("d8e8") == pinned.is_legal("d8f8"));
}

#[test]
fn c19_war_machines_shoot_and_stay() {
    let mut shot = board("King e1, War Machine a1", "King e8, Pawn a3, Pawn b2, Rook a4");
    assert!(shot.is_legal("a1*a3") && shot.is_legal("a1*b2") && !shot.is_legal("a1*a4"));
    assert_eq!(shot.texts("a1"), ["a1-b1", "a1-c1", "a1-a2", "a1*b2", "a1*a3"]);
    shot.play("a1*a3 e8e7");
    assert_eq!(shot.on("a1").unwrap().0, "War Machine");
    assert!(shot.is_fresh("a1") && shot.is_legal("O-O-O") == shot.is_legal("e1c1"));
    let mut castles = board("King e1, War Machine a1", "King e8, Pawn a3");
    castles.play("a1*a3 e8e7 O-O-O");
    assert_eq!(castles.on("d1").unwrap().0, "War Machine");
    // A shot gives Check.
    let mut check = board("King a1, War Machine e4", "King e8");
    check.play("e4e6");
    assert!(check.check());
}

#[test]
fn c20_jesters_walk_three_steps() {
    let open = board("King a1, Jester d4", "King h8, Pawn d6");
    let texts = open.texts("d4");
    // All 24 squares within 3 steps except d7, which is behind the Pawn.
    assert_eq!(texts.len(), 23);
    assert!(texts.contains(&"d4xd6".to_owned()) && texts.contains(&"d4-e6".to_owned()));
    let shut = board("King a1, Jester d4, Pawn d5, Pawn d3, Pawn c4, Pawn e4", "King h8");
    assert!(shut.texts("d4").is_empty());
    // A capture ends the walk.
    let past = board("King a1, Jester d4, Pawn c4, Pawn e4, Pawn d3", "King h8, Pawn d5");
    assert_eq!(past.texts("d4"), ["d4xd5"]);
}

#[test]
fn c21_rogues_hide_after_a_move() {
    let mut rogue = board("King a1, Rogue d4", "King h8, Rook d8, Pawn f5");
    rogue.play("d4d6");
    assert!(rogue.is_invulnerable("d6"));
    assert_eq!(rogue.refused("d8xd6").to_string(), "The Rogue on d6 is Invulnerable now. (C-23)");
    rogue.play("h8h7");
    assert!(!rogue.is_invulnerable("d6"));
    // No effect after a capture, or after a Peasant's promotion.
    let mut takes = board("King a1, Rogue d4, Pawn a7", "King h8, Pawn f6");
    takes.play("d4xf6");
    assert!(!takes.is_invulnerable("f6"));
    let mut promotes = board("King a1, Pawn a7", "King h7");
    promotes.play("a7a8=Rogue");
    assert!(!promotes.is_invulnerable("a8"));
}

#[test]
fn c22_a_phoenix_takes_its_captor_along() {
    let mut rook = board("King a1, Rook d1", "King h8, Phoenix d6");
    rook.play("d1xd6");
    assert_eq!((rook.on("d1"), rook.on("d6")), (None, None));
    assert!(rook.round.survivors(WHITE).pieces().count() == 1);
    let king = board("King d5, Rook a1", "King h8, Phoenix d6");
    assert_eq!(king.refused("d5xd6").rule(), "C-22");
    // The captors: a shooter, a jumper (its chain ends there), and a Peasant, which does not promote.
    let mut shooter = board("King a1, War Machine d4", "King h8, Phoenix d6");
    shooter.play("d4*d6");
    assert_eq!((shooter.on("d4"), shooter.on("d6")), (None, None));
    let jumper = board("King a1, Rabbit d4", "King h8, Phoenix d5, Pawn d7");
    assert_eq!(jumper.texts("d4").iter().filter(|text| text.contains('x')).count(), 1);
    let mut jumper = jumper;
    jumper.play("d4xd6");
    assert_eq!((jumper.on("d4"), jumper.on("d5"), jumper.on("d6")), (None, None, None));
    let peasant = board("King a1, Pawn d7", "King h7, Phoenix e8");
    let captures: Vec<String> = peasant.texts("d7").into_iter().filter(|text| text.starts_with("d7x")).collect();
    assert_eq!(captures, ["d7xe8"]);
    // The safety of the captor's Leader is judged after both pieces are removed.
    let pinned = board("King e1, Bishop c3", "King h8, Rook e8, Phoenix e5");
    assert!(!pinned.is_legal("c3xe5"));
    // The captor is removed even if it is Invulnerable.
    let mut shielded = board("Shielderer c6, Rook d6", "King h8, Phoenix d8, Pawn h5");
    shielded.play("shield h5h4");
    assert!(shielded.is_invulnerable("d6"));
    shielded.play("d6xd8");
    assert_eq!(shielded.on("d8"), None);
}

#[test]
fn c23_invulnerable_leaders_are_not_in_check() {
    let mut shield = board("Shielderer e1, Pawn a2", "King h8, Rook e8");
    assert!(shield.check());
    shield.play("shield h8g8");
    assert!(!shield.check());
    // An Invulnerable Leader may move into attack; when the effect ends, it is in Check at once.
    shield.play("e1e2 g8h8 a2a3");
    assert!(!shield.check());
    shield.play("h8g8");
    assert!(shield.check() && !shield.is_legal("a3a4") && shield.is_legal("e2d2"));
    // Attacked but Invulnerable, without a legal move: stalemate.
    let mut walls = board("Shielderer a1, Pawn a2, Pawn b1", "King h8, Bishop b2, Rook a3");
    assert!(walls.check());
    walls.play("shield h8g8");
    assert_eq!(drawn(&walls), Some(DrawReason::Stalemate));
}

#[test]
fn c24_the_shield_lasts_three_moves_and_moves_along() {
    let mut shield = board("Shielderer e1, Queen d1, Pawn a2", "King h8, Rook d8, Pawn h7");
    assert!(shield.is_legal("(D)"));
    shield.play("e1_shield");
    assert!(shield.is_invulnerable("d1") && shield.is_invulnerable("e1") && !shield.is_invulnerable("a2"));
    assert!(!shield.is_legal("d8xd1"));
    let badges: Vec<Badge> = engine_view(&shield);
    assert!(badges.contains(&Badge::Shield(3)) && badges.contains(&Badge::Invulnerable(3)));
    shield.play("h7h6 d1d2 h6h5");
    assert!(!shield.is_invulnerable("d2"));
    shield.play("e1e2");
    assert!(shield.is_invulnerable("d2"));
    shield.play("h5h4");
    assert_eq!(shield.refused("e2 shield").rule(), "C-14");
    // The owner's turn N+3 has started.
    assert!(!shield.is_invulnerable("d2") && !shield.is_invulnerable("e2"));
}

/// Badges of all pieces, as in the view of a match.
fn engine_view(board: &Board) -> Vec<Badge> {
    use engine::context::Playing;
    board.context().piece_views().into_iter().flat_map(|piece| piece.badges).collect()
}

#[test]
fn c25_the_king_castles_with_any_heavy_piece() {
    for heavy in ["Rook", "Hawk", "General", "Kite", "War Machine"] {
        let mut short = board(&format!("King e1, {heavy} h1"), "King e8");
        short.play("O-O");
        assert_eq!((short.on("g1").unwrap().0.as_str(), short.on("f1").unwrap().0.as_str()), ("King", heavy));
        let mut long = black_board("King e1", &format!("King e8, {heavy} a8"));
        long.play("O-O-O");
        assert_eq!(long.on("d8").unwrap().0, heavy);
    }
    assert!(!board("King e1, Rook h1", "King e8, Hawk f4").is_legal("O-O"));
    assert!(!board("King e1, Rook h1", "King e8, Rook e5").is_legal("O-O"));
    assert!(!board("Shielderer e1, Rook h1", "King e8").is_legal("O-O"));
    // The piece on b1 blocks the Rook's path, not the King's.
    assert!(!board("King e1, Rook a1, Knight b1", "King e8").is_legal("O-O-O"));
    // An attack on b1 does not prevent castling.
    assert!(board("King e1, Rook a1", "King e8, Rook b8").is_legal("O-O-O"));
    let mut back = board("King e1, Rook h1", "King e8");
    back.play("h1h2 e8e7 h2h1 e7e8");
    assert!(!back.is_legal("O-O"));
}

#[test]
fn c26_how_the_others_move() {
    let count = |name: &str| board(&format!("King a1, {name} d4"), "King h7").texts("d4").len();
    assert_eq!(count("Hawk"), 15);
    assert_eq!(count("Kite"), 12);
    assert_eq!(count("Waffle"), 8);
    assert_eq!(count("General"), 16);
    assert_eq!(count("Elephant"), 16);
    assert_eq!(count("Chancellor"), 22);
    assert_eq!(count("Archbishop"), 20);
}
