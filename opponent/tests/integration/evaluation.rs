//! Tests of evaluation terms, in positions that a person can judge at a glance.

use crate::support::{at, position};
use engine::battalion::{builtin, load_builtin};
use engine::board::Seat;
use engine::play::Piece;
use engine::titans::{Game, GameMode, Setup};
use opponent::{Knowledge, Terms, terms};

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
