//! Tests of races: goals with a last turn for the others, Battalions that may not give Check, and the rules of Racing
//! Kings from another program (T-17, T-19, T-21).

use std::sync::Arc;

use crate::arena;
use crate::own_ways::agrees;
use crate::support::{Table, at, load};
use engine::action::Action;
use engine::battalion::{Definition, from_variants_ini};
use engine::board::Seat;
use engine::fact::EndReason;
use engine::notation;
use engine::play::{Event, Fall, Illegality};
use engine::titans::{Game, GameMode, Setup};
use engine::view::{Phase, Viewer};
use engine::words::{self, PlayerNames};

/// King and Knight that race for the other Back Rank. `K` is in the first or second row.
fn racers(front: &str, back: &str) -> Arc<Definition> {
    arena::read(&format!(
        r#"
format = 1
id = "racers"
name = "Racers"

[territory]
layout = ["{front}", "{back}"]

[[power]]
use = "win-by-reaching"
zone = "enemy-back-rank"
last-turn = true

[[power]]
use = "no-checks"

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "knight"
name = "Knight"
symbol = "N"
moves = "N"
"#
    ))
}

fn game(armies: [Arc<Definition>; 2], moves: &str) -> Game {
    let mut game = Game::new(Setup::new(GameMode::Duel, armies.to_vec(), [7; 32]).unwrap()).unwrap();
    for text in moves.split_whitespace() {
        let seat = game.to_act()[0];
        let turn = notation::read_turn(&game, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.apply(seat, &Action::Turn(turn)).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    game
}

fn race(moves: &str) -> Game {
    let army = racers("K...N...", "........");
    game([army.clone(), army], moves)
}

fn ending(game: &Game) -> Option<(Vec<Seat>, EndReason)> {
    match game.view(Viewer::Public).phase {
        Phase::Ended { winners, reason } => Some((winners, reason)),
        _ => None,
    }
}

#[test]
fn t_21_the_second_player_has_a_last_turn() {
    let waiting = race("Ka3 Kh4 Ka4 Kh3 Ka5 Kh2 Ka6");
    assert_eq!(ending(&waiting), None);
    let lost = race("Ka3 Kh4 Ka4 Kh3 Ka5 Kh2 Ka6 Nf6");
    assert_eq!(ending(&lost), Some((vec![Seat(0)], EndReason::Duel(Fall::Outrun))));
}

#[test]
fn t_21_both_at_the_goal_is_a_draw() {
    let drawn = race("Ka3 Kh4 Ka4 Kh3 Ka5 Kh2 Ka6 Kh1");
    let (winners, reason) = ending(&drawn).unwrap();
    assert_eq!((winners.len(), reason), (0, EndReason::Duel(Fall::Level)));
    let names = PlayerNames::colours();
    assert_eq!(words::ending(&reason, &winners, &names), "Draw: both Players reached the goal in the same round.");
    let setup = drawn.setup().clone();
    let again = Game::replay(setup, drawn.log()).unwrap();
    assert_eq!(again.view(Viewer::Public), drawn.view(Viewer::Public));
}

#[test]
fn t_21_the_second_player_wins_at_once() {
    let won = race("Nd4 Kh4 Ka3 Kh3 Ka4 Kh2 Ka5 Kh1");
    assert_eq!(ending(&won), Some((vec![Seat(1)], EndReason::Duel(Fall::Outrun))));
}

#[test]
fn t_24_without_a_legal_last_turn_the_goal_counts() {
    let stones = arena::read(
        r#"
format = 1
id = "stones"
name = "Stones"

[territory]
layout = ["P.......", "K......."]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = []

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fmW"
"#,
    );
    let stuck = game([racers("........", "K..N...."), stones], "Ka2 h5h4 Ka3 h4h3 Ka4 h3h2 Ka5 h2h1 Ka6");
    assert_eq!(ending(&stuck), Some((vec![Seat(0)], EndReason::Duel(Fall::Outrun))));
}

#[test]
fn t_17_who_may_not_give_check_is_refused() {
    let game = race("");
    let refusal = notation::read_turn(&game, Seat(0), "Ng3").unwrap_err().to_string();
    assert!(refusal.starts_with("Your Battalion may not give Check: that would attack the King on h5."), "{refusal}");
    let own = racers("K...N...", "........");
    let mut table = Table::of(&[own.clone(), own], &[]).white("king a1, knight e2").black("king h5, knight d6");
    assert_eq!(table.fault("e2-g3"), Some(Illegality::GivesCheck(at("h5"))));
    assert_eq!(table.fault("e2-f4"), Some(Illegality::GivesCheck(at("h5"))));
    assert!(table.legal("e2-d4"));
}

#[test]
fn t_19_uncovering_an_attack_gives_check_too() {
    let own = racers("K...N...", "........");
    let mut table = Table::of(&[own, load("medieval")], &[load("makpong")])
        .white("king a1, knight e3, medieval/rook e1")
        .black("king e6");
    assert!(table.names().iter().all(|name| !name.starts_with("e3-")), "{:?}", table.names());
    assert!(table.legal("e1-d1"));
    // The other side may give Check.
    let mut table = table.turn(1);
    assert!(table.legal("e6-e5"));
}

#[test]
fn several_may_reach_their_goals_in_one_round() {
    let own = racers("K...N...", "........");
    let mut table = Table::of(&[own.clone(), own], &[]).white("king a7, knight e2").black("king h2, knight d4");
    table.pos.listen();
    let mut table = table.play("a7-a8, h2-h1");
    let level = |seat: u8| Event::Defeated { seat: Seat(seat), how: Fall::Level, by: Some(Seat(1 - seat)) };
    let heard = table.pos.heard();
    assert!(heard.contains(&level(0)) && heard.contains(&level(1)), "{heard:?}\n{:?}", table.pos.state());
}

#[test]
fn they_agree_with_the_slow_definition() {
    let own = racers("K...N...", "........");
    for (seed, other) in ["medieval", "baroque-duel", "the-party"].into_iter().enumerate() {
        agrees(&mut Table::of(&[own.clone(), load(other)], &[]), 10 + seed as u64, 40);
    }
}

#[test]
fn the_rules_are_taken_from_another_program() {
    let ini =
        "[race:chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\nflagMove = true\nchecking = false\n";
    let taken = from_variants_ini(ini, Some("race")).unwrap();
    let army = arena::read(&taken.text);
    let power = |name: &str| army.powers.iter().find(|power| power.name == name);
    assert!(power("no-checks").is_some(), "{}", taken.text);
    assert!(power("win-by-reaching").is_some_and(|power| power.flag("last-turn")), "{}", taken.text);
    let exported = engine::battalion::to_variants_ini(&army, 4);
    assert!(exported.missing.iter().any(|line| line.contains("no-checks")), "{:?}", exported.missing);
}
