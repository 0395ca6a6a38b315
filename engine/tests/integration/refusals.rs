//! Tests of the sentences that refuse a typed move: they name the piece, what hinders it, and where it can go.

use std::sync::Arc;

use crate::support::load;
use engine::ability::specs;
use engine::battalion::{Definition, read};
use engine::board::Space;
use engine::game::Game;
use engine::illegal::{Illegal, MoveFault, PieceOn};
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
        ("e2e4 e7e5", "e4xe5", "Your Pawn on e4 cannot go to e5: a Pawn stands there, and that move does not capture."),
        ("", "e5", "Your Pawn on e2 cannot go to e5; it can go to e3 or e4."),
        // The Queen is pinned on the e-file.
        ("e2e4 d7d5 e4d5 d8d5 d1e2 d5e5", "Qa3", "Your Queen on e2 cannot go to a3; it can go to e3, e4 or e5."),
        ("e2e4 a7a6", "e4", "Your Pawn on e4 stands there already; it can go to e5."),
        ("e2e4 e7e5", "Pe4", "Your Pawn on e4 stands there already, and it cannot move now."),
        ("", "g1g1", "Your Knight on g1 stands there already; it can go to f3 or h3."),
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
    assert_eq!(
        refused(chess(), "", "Zd4"),
        "Z stands for no piece of your army; its letters are R (Rook), N (Knight), B (Bishop), Q (Queen), K (King) and P (Pawn)."
    );
    assert_eq!(refused(chess(), "", "Q@e5"), "You have no such piece in reserve.");
}

/// Up to seven Spaces are named, and the first six of more.
#[test]
fn many_spaces_are_counted_instead_of_named() {
    let said = |number: u8| {
        let piece = PieceOn { name: "Queen".to_owned(), space: Space::new(0, 0) };
        let can = (0..number).map(|file| Space::new(file, 3)).collect();
        Illegal::new("T-11", MoveFault::StandsThere { piece, can }).sentence()
    };
    for (number, spaces) in [
        (1, "a4"),
        (6, "a4, b4, c4, d4, e4 or f4"),
        (7, "a4, b4, c4, d4, e4, f4 or g4"),
        (8, "a4, b4, c4, d4, e4, f4 or 2 more"),
    ] {
        assert_eq!(said(number), format!("Your Queen on a1 stands there already; it can go to {spaces}."));
    }
}

/// Up to three pieces of a kind are named with the Spaces that they can go to.
#[test]
fn many_pieces_of_a_kind_are_not_named_one_by_one() {
    let said = |number: u8| {
        let can = (0..number).map(|file| (Space::new(file, 0), vec![Space::new(file, 1)])).collect();
        let fault = MoveFault::NoneCanGo { piece: "Rook".to_owned(), to: Space::new(7, 7), can };
        Illegal::new("T-11", fault).sentence()
    };
    let two = "No Rook of yours can go to h8; the one on a1 can go to a2, the one on b1 can go to b2";
    assert_eq!(said(0), "No Rook of yours can move now.");
    assert_eq!(said(2), format!("{two}."));
    assert_eq!(said(3), format!("{two}, the one on c1 can go to c2."));
    assert_eq!(said(4), "No Rook of yours can go to h8 now.");
}

#[test]
fn zones_legs_and_mounts_are_named() {
    for (turns, text, sentence) in [
        ("", "Cxb8", "Your Cannon on b3 needs a piece to jump over on its way to b8."),
        ("e1e2 a7a6 e2e3 a6a5", "e3e4", "Your General on e3 may not leave its own palace."),
        (
            "g1e3 a7a6 e3g5 a6a5",
            "g5i7",
            "Your Elephant on g5 cannot go to i7: that move has to end in its own half of the board.",
        ),
        ("", "b1d2", "Your Horse on b1 cannot go to d2: the Elephant on c1 is in the way."),
    ] {
        let said = refused(xiangqi(), turns, text);
        assert_eq!(said, sentence, "{text} after {turns}");
    }
}

/// Plays turns separated by spaces between two built-in armies, then compares the refusals of several texts.
fn assert_refused([one, two]: [&str; 2], turns: &str, refusals: &[(&str, &str)]) {
    for (text, sentence) in refusals {
        let said = refused(duel(load(one), load(two)), turns, text);
        assert_eq!(said, *sentence, "{text} after {turns}");
    }
}

#[test]
fn pieces_of_baroque_say_what_stands_in_their_way_and_who_holds_them() {
    let armies = ["baroque-duel", "medieval"];
    assert_refused(
        armies,
        "",
        &[
            ("a2xa7", "Your Baroque Pawn on a2 cannot go to a7: a Pawn stands there, and that move does not capture."),
            ("Pa7", "Your Baroque Pawn on a2 cannot go to a7: a Pawn stands there, and that move does not capture."),
            ("e1d2", "Your Withdrawer on e1 cannot go to d2: your own Baroque Pawn stands there."),
            ("e1e5", "Your Withdrawer on e1 cannot go to e5: the Baroque Pawn on e2 is in the way."),
            ("La3", "No Long Leaper of yours can go to a3; the one on b1 can go to c1, the one on g1 can go to f1."),
            ("b2c3", "Your Baroque Pawn on b2 cannot go to c3; it can go to b3, b4, b5 or b6."),
            ("h1h1", "Your Coordinator on h1 stands there already, and it cannot move now."),
            ("Ke3", "Your Baroque Titan on d1 cannot go to e3; it can go to c1."),
            ("e4", "\"e4\" is not a move; write the Space a piece leaves and the one it goes to, for example e2e4."),
            ("Qd4", "You have no Queen."),
            ("O-O", "No piece of yours can castle."),
        ],
    );
    assert_refused(
        armies,
        "a2-a4 b8-c6 a1-a3 g8-f6 a3-d6",
        &[
            ("c6e5", "The Immobilizer on d6 holds your Knight on c6 in place."),
            ("e7e5", "The Immobilizer on d6 holds your Pawn on e7 in place."),
            ("Ke7", "Your King on e8 cannot go to e7: your own Pawn stands there."),
            ("f6d5x", "\"f6d5x\" is not a move; do you mean Nd5?"),
            (
                "O-O",
                "Your King on e8 cannot castle on that side now; that needs a Rook that has not moved, with no piece between them.",
            ),
            ("Chameleon@e4", "A Chameleon cannot be placed on e4; it can be placed on b8 or g8."),
        ],
    );
}

#[test]
fn pieces_of_the_party_name_their_conditions_and_supporters() {
    let armies = ["the-party", "medieval"];
    assert_refused(
        armies,
        "",
        &[
            ("c3c5", "Your Paramilitant on c3 cannot go to c5; it can go to c4."),
            ("c3d3", "Your Paramilitant on c3 can go to d3 only while it is on the Battlefield."),
            ("c1d3", "Your Deputy on c1 can go to d3 only while your Support Level is higher than everybody else's."),
            ("a2a3", "Your Supporter on a2 cannot go to a3: your own Paramilitant stands there."),
            ("a2a5", "Your Supporter on a2 cannot go to a5; it can go to b2, c2, a4, b4 or c4."),
            ("Kb3", "Your Chairman on b1 cannot go to b3; it can go to a2, b2 or c2."),
            ("cxd4", "Your Paramilitant on c3 can go to d4 only to capture, and there is nothing to capture."),
            ("g1g4", "Your Chancellor on g1 cannot go to g4: the Paramilitant on g3 is in the way."),
            ("X@e4", "You have no such piece in reserve."),
        ],
    );
    assert_refused(
        armies,
        "c3c4",
        &[
            ("a2a4", "The Supporter on a2 is not yours."),
            ("X@e4", "A Supporter cannot be placed on e4; it can be placed on a6, b6, c6, d6, e6, f6 or 2 more."),
            ("c6c4", "There is no piece on c6."),
        ],
    );
}

#[test]
fn pieces_of_the_reptilian_order_move_and_capture_differently() {
    let armies = ["reptilian-order", "medieval"];
    assert_refused(
        armies,
        "",
        &[
            ("a2a4", "Your Tortoise on a2 cannot go to a4; it can go to a3 or c4."),
            ("a1a5", "Your Crocodile on a1 can go to a5 only to capture, and there is nothing to capture."),
            ("b1c3", "Your Snake on b1 can go to c3 only to capture, and there is nothing to capture."),
            ("d1<>e1", "Your Guard on d1 can trade places with your Prophet Titan on e1 only from further forward."),
            ("Zb4", "No Zealot of yours can move now."),
            ("Pe3", "Your Prophet Titan on e1 cannot move now."),
            ("Kd4", "You have no King."),
        ],
    );
    let rear = "Your Tortoise on a3 can go to c5 only while it is in the two rearmost rows of your Territory.";
    assert_refused(armies, "a2a3 a7a6", &[("a3c5", rear)]);
    let check = "That would leave your Prophet Titan in Check from the Bishop on b4.";
    assert_refused(armies, "e2e3 e7e5 d2d3 f8b4", &[("e1d2", check), ("b2b3", check)]);
}
