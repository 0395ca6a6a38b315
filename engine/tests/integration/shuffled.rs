//! Tests of games with shuffled Back Ranks (T-15), castling from there (M-4), and promotion to pieces of other armies.

use std::sync::Arc;

use engine::battalion::{CastlingHome, Definition};
use engine::board::{Battlefield, Seat, Space};
use engine::play::{Position, Rules};
use engine::titans::{Game, GameMode, PlacementStyle, SavedSetup, to_hex};

use crate::arena::{chess, put, rules_on};
use crate::support::Dice;
use engine::action::Act;

fn file(id: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/armies");
    std::fs::read_to_string(path.join(format!("{id}.toml"))).unwrap()
}

fn army(id: &str) -> Definition {
    engine::battalion::read(&file(id), &engine::ability::specs()).unwrap()
}

fn chessboard() -> Battlefield {
    let mut duels = Battlefield::duels();
    duels.find(|field| field.id == "duel-8x4").unwrap()
}

fn saved(seed: u8) -> SavedSetup {
    SavedSetup {
        without_reserves: Vec::new(),
        mode: GameMode::Duel,
        battlefield: chessboard(),
        placement: PlacementStyle::Shuffled,
        files: vec![file("orthodox")],
        armies: vec![0, 0],
        seed: to_hex(&[seed; 32]),
    }
}

/// Letters of a rank of the board.
fn rank(game: &Game, rank: u8) -> String {
    let (rules, pos) = (game.rules(), game.position());
    let letter = |file| {
        let piece = pos.at(Space::new(file, rank));
        piece.map_or(".", |piece| &rules.types[piece.ty.index()].symbol)
    };
    (0..8).map(letter).collect()
}

#[test]
fn both_sides_have_the_same_order_and_a_stored_game_keeps_it() {
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let game = Game::new(saved(seed).open().unwrap()).unwrap();
        assert_eq!(rank(&game, 0), rank(&game, 7));
        assert_eq!(rank(&game, 1) + &rank(&game, 6), "PPPPPPPPPPPPPPPP");
        let again = Game::new(saved(seed).accepted().unwrap()).unwrap();
        assert_eq!(rank(&game, 0), rank(&again, 0));
        orders.insert(rank(&game, 0));
    }
    assert!(orders.len() > 15);
}

#[test]
fn different_armies_are_shuffled_each_with_its_own_pieces() {
    let armies = ["orthodox", "nutty-knights", "orthodox"].map(|id| Arc::new(army(id)));
    let shuffled = PlacementStyle::Shuffled.arranged(armies.to_vec(), &[1; 32]);
    let ids: Vec<&str> = shuffled.iter().map(|army| army.id.as_str()).collect();
    assert_eq!(ids, ["orthodox", "nutty-knights", "orthodox"]);
    assert_eq!(shuffled[0], shuffled[2]);
    let usual = PlacementStyle::Usual.arranged(armies.to_vec(), &[1; 32]);
    assert_eq!(usual, armies);
}

/// Position of a FEN in a game in which the King started on file `king`. The listed pieces are unmoved, and so is each
/// King that has one of them.
fn shuffled(board: &str, king: u8, unmoved: &[&str]) -> (Rules, Position) {
    let mut orthodox = army("orthodox");
    orthodox.pieces[0].castling.home = Some(CastlingHome { start: king, left: Some(2), right: Some(6) });
    let orthodox = Arc::new(orthodox);
    let rules = rules_on(&chessboard(), &[orthodox.clone(), orthodox]);
    let mut pos = chess(&rules, &format!("{board} -"));
    for rook in unmoved {
        let rook: Space = rook.parse().unwrap();
        for at in [rook, Space::new(king, rook.rank())] {
            let piece = pos.at(at).unwrap();
            put(&rules, &mut pos, at, piece.ty, piece.seat, true);
        }
    }
    pos.commit();
    (rules, pos)
}

/// The first three are from the published suite for Fischer Random Chess; all were counted by Fairy-Stockfish.
#[test]
fn fischer_random_chess_has_its_known_numbers() {
    for (board, king, unmoved, leaves) in [
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR",
            6,
            &["f1", "h1", "f8", "h8"][..],
            [21, 528, 12189, 326_672],
        ),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR", 6, &["e1", "h1", "e8", "h8"], [21, 807, 18002, 667_366]),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB", 5, &["e1", "g1"], [20, 479, 10471, 273_318]),
        ("1rk2r2/8/8/8/8/8/8/1RK2R2", 2, &["b1", "f1", "b8", "f8"], [23, 442, 9859, 210_648]),
        ("r5kr/8/8/8/8/8/8/R5KR", 6, &["a1", "h1", "a8", "h8"], [24, 479, 11069, 242_097]),
    ] {
        let (rules, mut pos) = shuffled(board, king, unmoved);
        let found = [1, 2, 3, 4].map(|depth| rules.perft(&mut pos, depth));
        assert_eq!(found, leaves, "{board}");
    }
}

/// In random games, castling notation can be parsed and is unique.
#[test]
fn castling_is_written_and_read_by_the_side_where_it_ends() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let game = Game::new(saved(seed).open().unwrap()).unwrap();
        let mut game = engine::game::Game::Titans(Box::new(game));
        let mut dice = Dice(u64::from(seed) + 1);
        for _ in 0..60 {
            let Some(seat) = game.to_act().first().copied() else {
                break;
            };
            for spelled in game.moves_with_notation(seat) {
                if let Act::Castle { to, .. } = spelled.act {
                    let text = spelled.text.trim_end_matches('+').to_owned();
                    assert_eq!(text == "O-O", to.file() == 6, "{text} {to}");
                    assert_eq!(game.read_turn(seat, &text).unwrap().act, spelled.act);
                    seen.insert(text);
                }
            }
            let acts = game.moves_with_notation(seat);
            let turn = game.read_turn(seat, &acts[dice.below(acts.len())].long);
            game.apply(seat, &turn.unwrap().into()).unwrap();
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["O-O", "O-O-O"]);
}

/// A Pawn may promote to pieces of the other army; types that both armies have are offered once.
#[test]
fn pawns_of_different_armies_promote_to_each_others_pieces() {
    let armies = ["fabulous-fides", "nutty-knights"].map(|id| Arc::new(army(id)));
    let rules = rules_on(&chessboard(), &armies);
    let options = |seat: Seat| {
        let army = rules.seats[seat.index()].army;
        let pawn = rules.types.iter().find(|ty| ty.origin.0 == army && ty.symbol == "P");
        let to = &pawn.unwrap().promotion.as_ref().unwrap().to;
        let name = |ty: &engine::play::TypeId| rules.types[ty.index()].name.clone();
        to.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(options(Seat(0)).len(), 8);
    assert_eq!(options(Seat(0))[4..], options(Seat(1))[..4]);
    assert_eq!(options(Seat(1))[4..], options(Seat(0))[..4]);
}
