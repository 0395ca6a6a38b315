//! Tests of evaluation terms, in positions that a person can judge at a glance.

use std::sync::atomic::AtomicBool;

use crate::support::{at, position};
use engine::battalion::{builtin, load_builtin};
use engine::board::Seat;
use engine::play::{Kept, Piece, Position, TypeId};
use engine::seen::Question;
use engine::titans::{Game, GameMode, Setup};
use opponent::{Budget, Knowledge, Level, Terms, decide, terms};

/// Difference of a term between the first Player and the second.
fn count(name: &str, white: &str, black: &str) -> i32 {
    let seen = position("medieval", white, black);
    let index = Terms::names().iter().position(|known| *known == name);
    terms(&seen, &Knowledge::new(&seen.rules)).counts()[index.expect("a term")]
}

#[test]
fn no_side_begins_with_an_advantage() {
    let mut looked_at = 0;
    for army in builtin() {
        let army = load_builtin(army.id).unwrap();
        let Ok(setup) = Setup::new(GameMode::Duel, vec![army.clone(), army.clone()], [0; 32]) else {
            continue;
        };
        // Some armies are too strong for a duel.
        let Ok(game) = Game::new(setup) else { continue };
        if game.to_act() != [Seat(0)] {
            continue;
        }
        looked_at += 1;
        let told = terms(&game.seen(Seat(0)), &Knowledge::new(game.rules()));
        assert_eq!(told.sure, 0, "{}", army.id);
        for (name, count) in Terms::names().iter().zip(told.counts()) {
            assert_eq!(*count, 0, "{} {name}", army.id);
        }
    }
    assert!(looked_at > 3, "{looked_at}");
}

#[test]
fn passed_pawns_count_the_more_the_nearer_they_are() {
    let far = count("Passed", "king a1, pawn d4", "king h8");
    let near = count("Passed", "king a1, pawn d6", "king h8");
    assert!(0 < far && far < near, "{far} {near}");
    assert_eq!(count("Passed", "king a1, pawn d4", "king h8, pawn e6"), 0);
    assert!(count("Free", "king a1, pawn d4", "king h8") > 0);
    assert_eq!(count("Free", "king a1, pawn d4", "king h8, knight d6"), 0);
}

#[test]
fn pawns_are_seen_together() {
    assert_eq!(count("Isolated", "king a1, pawn d4 f4", "king h8, pawn g6 h6"), 2);
    assert_eq!(count("Doubled", "king a1, pawn d4 d5 e4", "king h8"), 1);
    assert_eq!(count("Supported", "king a1, pawn d4 e5", "king h8"), 1);
    assert_eq!(count("Phalanx", "king a1, pawn d4 e4", "king h8"), 2);
}

#[test]
fn threats_are_counted_by_what_is_at_stake() {
    let hanging = count("Hanging", "king a1, rook d1", "king h8, knight d5");
    assert!(hanging > 0);
    assert_eq!(count("Hanging", "king a1, rook d1", "king h8, knight d5, pawn e6"), 0);
    assert!(count("Threat", "king a1, pawn c4", "king h8, queen d5") > 0);
    assert_eq!(count("Threat", "king a1, queen d1", "king h8, pawn d5"), 0);
}

#[test]
fn several_attackers_near_a_titan_are_more_than_one() {
    let one = count("Assault", "king a1, queen g5", "king g8");
    let two = count("Assault", "king a1, queen g5, rook h1", "king g8");
    assert!(one == 0 && two > 0, "{one} {two}");
}

#[test]
fn two_bishops_of_different_colours_are_a_pair() {
    assert_eq!(count("Pair", "king a1, bishop c1 f1", "king h8"), 1);
    assert_eq!(count("Pair", "king a1, bishop c1 e1", "king h8"), 0);
    assert_eq!(count("Pair", "king a1, knight c1 f1", "king h8"), 0);
}

#[test]
fn supporters_beyond_the_first_eight_count_half() {
    let row = |rank: u8| ('a'..='h').map(|file| format!("{file}{rank}")).collect::<Vec<_>>();
    let seen = |supporters: &[String]| {
        let own = format!("chairman a1, supporter {}", supporters.join(" "));
        position("the-party", &own, "chairman h8, supporter h7")
    };
    let sure = |supporters: &[String]| {
        let seen = seen(supporters);
        terms(&seen, &Knowledge::fitted(&seen.rules, Vec::new())).sure
    };
    let rules = seen(&row(3)).rules;
    let know = Knowledge::fitted(&rules, Vec::new());
    let supporter = Piece::new(rules.type_by_key("the-party/supporter").unwrap(), Seat(0));
    let full: i32 = row(4).iter().map(|space| know.worth(supporter, at(space))).sum();
    // The rest of the gain: having few Supporters is dangerous, and some Spaces are better than others.
    let gain = sure(&[row(3), row(4)].concat()) - sure(&row(3));
    assert!((full * 2 / 5..full * 2 / 3).contains(&gain), "{gain} of {full}");
}

/// A piece counts the same on the board and in reserve, with or without states that it keeps there.
#[test]
fn material_is_the_value_of_all_pieces_on_the_board_and_in_reserve() {
    let mut seen = position("medieval", "king a1, rook d1, pawn a2 b2", "king h8, queen h7");
    let know = Knowledge::new(&seen.rules);
    let rules = seen.rules.clone();
    let ty = |name: &str| rules.type_by_key(&format!("medieval/{name}")).unwrap();
    let value = |name: &str| know.value(ty(name));
    let material = |pos: &Position| [Seat(0), Seat(1)].map(|seat| know.material(pos, seat));
    let mut expected = [value("king") + value("rook") + 2 * value("pawn"), value("king") + value("queen")];
    assert_eq!(material(&seen.pos), expected);
    for (seat, name, kept, count) in [
        (0, "queen", Kept::Nothing, 1),
        (0, "pawn", Kept::Nothing, 3),
        (1, "rook", Kept::Volatile, 2),
        (1, "rook", Kept::Nothing, 1),
        (1, "knight", Kept::Leaving, 1),
    ] {
        seen.pos.hold(Seat(seat), ty(name), kept, count);
        expected[usize::from(seat)] += value(name) * i32::from(count);
        assert_eq!(material(&seen.pos), expected, "{count} {name} of {seat}, {kept:?}");
    }
    // Placing a piece changes nothing; its capture does.
    seen.pos.use_up(Seat(0), ty("queen"), Kept::Nothing);
    seen.pos.put(&rules, at("e4"), Piece::new(ty("queen"), Seat(0)));
    assert_eq!(material(&seen.pos), expected);
    seen.pos.take(&rules, at("e4"));
    assert_eq!(material(&seen.pos), [expected[0] - value("queen"), expected[1]]);
}

/// Pieces in reserve belong to an army from the start: without one of them it has lost as much as by a capture.
#[test]
fn nothing_is_gained_at_the_start_and_the_value_of_a_lost_piece_is_lost() {
    let (mut looked_at, mut in_reserve) = (0, 0);
    for army in builtin() {
        for other in [army.id, "medieval", "the-party"] {
            let armies = [army.id, other].map(|id| load_builtin(id).unwrap());
            let Ok(setup) = Setup::new(GameMode::Duel, armies.into(), [0; 32]) else { continue };
            let Ok(mut game) = Game::new(setup) else { continue };
            let know = Knowledge::new(game.rules());
            let stop = AtomicBool::new(false);
            // Placement comes first, and the choice of Volatile pieces.
            let seen = loop {
                let seat = game.to_act()[0];
                let seen = game.seen(seat);
                if matches!(seen.question, Question::Turn) {
                    break seen;
                }
                let decision = decide(&seen, Level::Recruit, &know, Budget::new(20, &stop), 1);
                game.apply(seat, &decision.action.unwrap()).unwrap();
            };
            looked_at += 1;
            for seat in [Seat(0), Seat(1)] {
                let gained = |pos: &Position| know.gained(pos, seat);
                assert_eq!(gained(&seen.pos), Some(0), "{} of {} and {other}", seat.0, army.id);
                let mut pos = seen.pos.clone();
                let space = pos.blocking(seat).iter().next().unwrap();
                let piece = pos.take(&seen.rules, space).unwrap();
                assert_eq!(gained(&pos), Some(-know.value(piece.ty)), "{} and {other}", army.id);
                for ty in (0..seen.rules.types.len()).map(TypeId::new) {
                    let mut pos = seen.pos.clone();
                    if let Some(kept) = Kept::ALL.into_iter().find(|kept| pos.held(seat, ty, *kept) > 0) {
                        pos.use_up(seat, ty, kept);
                        assert_eq!(gained(&pos), Some(-know.value(ty)), "{} and {other}", army.id);
                        in_reserve += 1;
                    }
                }
            }
        }
    }
    assert!(looked_at > 5 && in_reserve > 2, "{looked_at} duels, {in_reserve} kinds in reserve");
}

/// Where pieces are better lost than kept, there is no lead in material.
#[test]
fn in_antichess_there_is_no_lead_in_material() {
    let army = include_str!("../../../engine/tests/armies/antichess.toml");
    let army = std::sync::Arc::new(engine::battalion::read(army, &engine::ability::specs()).unwrap());
    let game = Game::new(Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32]).unwrap()).unwrap();
    let seen = game.seen(Seat(0));
    assert_eq!(Knowledge::new(&seen.rules).gained(&seen.pos, Seat(0)), None);
}
