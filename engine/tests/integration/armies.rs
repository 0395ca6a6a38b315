//! Armies of well-known variants, as files. They are read with their examples, and their perft counts must match
//! another program. Unless noted otherwise, that is Fairy-Stockfish (pyffish 0.0.90) with the same movements in its own
//! notation.

use std::path::Path;
use std::sync::Arc;

use crate::arena::{chess, read, rules, rules_on, start};
use engine::battalion::{Definition, play};
use engine::board::Battlefield;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/armies")
}

fn army(id: &str) -> Arc<Definition> {
    read(&std::fs::read_to_string(folder().join(format!("{id}.toml"))).unwrap())
}

#[test]
fn every_army_is_read_and_its_examples_are_played() {
    let mut seen = 0;
    for file in std::fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        let army = army(path.file_stem().unwrap().to_str().unwrap());
        for piece in &army.pieces {
            for example in &piece.examples {
                let demo = play(&army, example).unwrap();
                assert_ne!(demo.before, demo.after, "{}/{}", army.id, piece.id);
                seen += 1;
            }
        }
    }
    assert!(seen > 25, "{seen}");
}

#[test]
fn different_armies_move_as_elsewhere() {
    // First army, second army, perft counts for 1, 2 and 3 turns.
    let table: &[(&str, &str, [u64; 3])] = &[
        ("fabulous-fides", "fabulous-fides", [20, 400, 8902]),
        ("fabulous-fides", "colorbound-clobberers", [20, 560, 12458]),
        ("fabulous-fides", "nutty-knights", [20, 520, 11572]),
        ("fabulous-fides", "remarkable-rookies", [20, 480, 10682]),
        ("colorbound-clobberers", "fabulous-fides", [28, 560, 17310]),
        ("colorbound-clobberers", "colorbound-clobberers", [28, 784, 24227]),
        ("colorbound-clobberers", "nutty-knights", [28, 728, 22500]),
        ("colorbound-clobberers", "remarkable-rookies", [28, 672, 20764]),
        ("nutty-knights", "fabulous-fides", [26, 520, 14659]),
        ("nutty-knights", "colorbound-clobberers", [26, 728, 20515]),
        ("nutty-knights", "nutty-knights", [26, 676, 19054]),
        ("nutty-knights", "remarkable-rookies", [26, 624, 17587]),
        ("remarkable-rookies", "fabulous-fides", [24, 480, 13059]),
        ("remarkable-rookies", "colorbound-clobberers", [24, 672, 18275]),
        ("remarkable-rookies", "nutty-knights", [24, 624, 16974]),
        ("remarkable-rookies", "remarkable-rookies", [24, 576, 15667]),
    ];
    for (first, second, leaves) in table {
        let rules = rules(&[army(first), army(second)]);
        assert_eq!(rules.board.spaces().len(), 64);
        let mut pos = start(&rules, &[false, true]);
        let found = [1, 2, 3].map(|depth| rules.perft(&mut pos, depth));
        assert_eq!(found, *leaves, "{first} against {second}");
    }
}

/// Perft counts of orthodox chess are widely published.
#[test]
fn orthodox_chess_on_four_ranks_between() {
    let field = Battlefield::duels().find(|field| field.id == "duel-8x4").unwrap();
    let orthodox = army("orthodox");
    let rules = rules_on(&field, &[orthodox.clone(), orthodox]);
    assert_eq!(rules.board.spaces().len(), 64);
    let mut pos = start(&rules, &[false, true]);
    let found = [1, 2, 3, 4].map(|depth| rules.perft(&mut pos, depth));
    assert_eq!(found, [20, 400, 8902, 197_281]);
}

/// Ten columns: the usual Battlefield of a duel is widened for them.
#[test]
fn armies_of_ten_columns_move_as_elsewhere() {
    for (id, ranks, leaves) in [("capablanca", 8, [28, 784, 25_228]), ("grand", 10, [65, 4225, 259_514])] {
        let army = army(id);
        let field = Battlefield::fitting(2, [(army.territory.width(), army.territory.margin)]).unwrap();
        let rules = rules_on(&field, &[army.clone(), army]);
        assert_eq!((rules.board.width(), rules.board.height()), (10, ranks));
        let mut pos = start(&rules, &[false, true]);
        let found = [1, 2, 3].map(|depth| rules.perft(&mut pos, depth));
        assert_eq!(found, leaves, "{id}");
    }
}

/// Castling with the farther Bede moves the King 3 Spaces, with the nearer one 2. The King must not cross attacked
/// Spaces.
#[test]
fn a_bede_keeps_its_colour_in_castling() {
    let clobberers = army("colorbound-clobberers");
    let rules = rules(&[clobberers.clone(), clobberers]);
    let ends = |board: &str| {
        // The Bedes start where the Rooks of chess do, but the castling field of a FEN covers Rooks only.
        let mut pos = chess(&rules, board);
        for space in ["a1", "h1"] {
            let space = space.parse().unwrap();
            let bede = pos.at(space).unwrap();
            crate::arena::put(&rules, &mut pos, space, bede.ty, bede.seat, true);
        }
        pos.commit();
        let mut list = engine::play::MoveList::default();
        rules.legal_moves(&mut pos, &mut list);
        let castles = list.moves.iter().filter(|mv| mv.kind == engine::play::Kind::Castle);
        let mut ends: Vec<String> = castles.map(|mv| mv.to.to_string()).collect();
        ends.sort();
        ends
    };
    assert_eq!(ends("4k3/8/8/8/8/8/8/D3K2D KQ"), ["b1", "g1"]);
    // A Cardinal on h6 attacks c1, which the King crosses.
    assert_eq!(ends("4k3/8/7c/8/8/8/8/D3K2D KQ"), ["g1"]);
    // On b1 the King only arrives; that Space is attacked, too.
    assert_eq!(ends("4k3/8/8/8/8/8/c7/D3K2D KQ"), ["g1"]);
}

const ZOO: &str = r#"
format = 1
id = "zoo"
name = "Zoo"

[territory]
layout = ["........", "PPPPPPPP", "CGVNKVMH"]
mirror = true

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "cannon"
name = "Cannon"
symbol = "C"
moves = "mRcpR"

[[piece]]
id = "grasshopper"
name = "Grasshopper"
symbol = "G"
moves = "gQ"

[[piece]]
id = "vao"
name = "Vao"
symbol = "V"
moves = "mBcpB"

[[piece]]
id = "nightrider"
name = "Nightrider"
symbol = "N"
moves = "NN"

[[piece]]
id = "mao"
name = "Mao"
symbol = "M"
moves = "nN"

[[piece]]
id = "hopper"
name = "Queen Hopper"
symbol = "H"
moves = "pQ"

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fmWfcFifmnD"
promote = { to = ["cannon"] }
en-passant = ["takes", "taken"]
"#;

#[test]
fn hoppers_and_riders_move_as_elsewhere() {
    let zoo = read(ZOO);
    let rules = rules(&[zoo.clone(), zoo]);
    for (board, leaves) in [
        ("cgvnkvmh/pppppppp/8/8/8/8/PPPPPPPP/CGVNKVMH -", [35, 1078, 32413]),
        ("cgvk2m1/Cppp1ppp/4p2h/5N1H/1v2P2n/1G1PV3/PPP2P1P/3K1VM1 -", [48, 1714, 74840]),
        ("1gvnk1m1/p1p1p1v1/3p1Hp1/8/5h2/1CPGp2P/cP1P1PP1/2VNKVM1 -", [26, 999, 25680]),
    ] {
        let mut pos = chess(&rules, board);
        let found = [1, 2, 3].map(|depth| rules.perft(&mut pos, depth));
        let mut list = engine::play::MoveList::default();
        rules.legal_moves(&mut pos, &mut list);
        let moves: Vec<String> = list.moves.iter().map(|mv| format!("{}{}", mv.from, mv.to)).collect();
        assert_eq!(found, leaves, "{board}: {moves:?}");
    }
}
