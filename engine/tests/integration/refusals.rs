//! Tests of the sentences that refuse a typed move: they name the piece, what hinders it, and where it can go.

use std::sync::Arc;

use crate::support::load;
use engine::ability::specs;
use engine::battalion::{Definition, read};
use engine::game::Game;
use engine::titans::{self, GameMode, Setup};

fn duel(one: Arc<Definition>, two: Arc<Definition>) -> Game {
    let setup = Setup::new(GameMode::Duel, vec![one, two], [7; 32]).unwrap();
    Game::Titans(Box::new(titans::Game::new(setup).unwrap()))
}

fn chess() -> Game {
    duel(load("medieval"), load("medieval"))
}

fn xiangqi() -> Game {
    let army = || Arc::new(read(include_str!("../armies/xiangqi.toml"), &specs()).unwrap());
    duel(army(), army())
}

/// Plays some turns, then returns the sentence that refuses `text`, without the rule's number.
fn refused(mut game: Game, turns: &str, text: &str) -> String {
    for turn in turns.split_whitespace() {
        let seat = game.to_act()[0];
        let turn = game.read_turn(seat, turn).unwrap_or_else(|why| panic!("{turn}: {why}"));
        game.apply(seat, &turn.into()).unwrap();
    }
    let seat = game.to_act()[0];
    let why = match game.read_turn(seat, text) {
        Err(why) => why,
        Ok(turn) => game.apply(seat, &turn.into()).unwrap_err(),
    };
    why.sentence()
}

#[test]
fn a_piece_that_does_not_move_so_is_told_where_it_can_go() {
    for (turns, text, sentence) in [
        ("", "g1a3", "Your Knight on g1 cannot go to a3; it can go to f3 or h3."),
        (
            "",
            "Na4",
            "No Knight of yours can go to a4; the one on b1 can go to a3 or c3, the one on g1 can go to f3 or h3.",
        ),
        ("e2e4 e7e5", "Ke3", "Your King on e1 cannot go to e3; it can go to e2."),
        ("", "Ngd2", "Your Knight on g1 cannot go to d2; it can go to f3 or h3."),
        ("", "Qd5", "Your Queen on d1 cannot go to d5: the Pawn on d2 is in the way."),
        ("", "a1a5", "Your Rook on a1 cannot go to a5: the Pawn on a2 is in the way."),
        ("", "e2e5", "Your Pawn on e2 cannot go to e5; it can go to e3 or e4."),
        ("e2e4 a7a6", "e4e6", "Your Pawn on e4 can go to e6 only on its first move."),
        ("e2e4 a7a6", "exd5", "Your Pawn on e4 can go to d5 only to capture, and there is nothing to capture."),
        ("e2e4 e7e5", "e4xe5", "Your Pawn on e4 can go to e5 only without capturing."),
        ("", "e5", "Your Pawn on e2 cannot go to e5; it can go to e3 or e4."),
        ("d2d4 e7e6 a2a3 f8b4", "Nf3", "That would leave your King in Check from the Bishop on b4."),
        ("e2e4 d7d5 e4d5 d8d5 a2a3 d5e4", "Nh3", "That would leave your King in Check from the Queen on e4."),
    ] {
        assert_eq!(refused(chess(), turns, text), sentence, "{text} after {turns}");
    }
}

#[test]
fn a_piece_that_nobody_has_is_named() {
    let exchanged = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a2 c3a2";
    assert_eq!(refused(chess(), exchanged, "Qd8"), "You have no Queen.");
    assert_eq!(refused(chess(), exchanged, "Queen d8"), "You have no Queen.");
    assert_eq!(refused(chess(), "", "Zd4"), "You have no Z.");
    assert_eq!(refused(chess(), "", "Q@e5"), "You have no such piece in reserve.");
}

#[test]
fn zones_legs_and_mounts_are_named() {
    for (turns, text, sentence) in [
        ("", "Cxb8", "Your Cannon on b3 needs a piece to jump over on its way to b8."),
        ("e1e2 a7a6 e2e3 a6a5", "e3e4", "Your General on e3 may not leave its own palace."),
        ("g1e3 a7a6 e3g5 a6a5", "g5i7", "Your Elephant on g5 can do that only into its own half of the board."),
        ("", "b1d2", "Your Horse on b1 cannot go to d2: the Elephant on c1 is in the way."),
    ] {
        let said = refused(xiangqi(), turns, text);
        assert_eq!(said, sentence, "{text} after {turns}");
    }
}
