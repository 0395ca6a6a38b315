//! Movements compared with published descriptions of pieces: the number of moves from d4 on an empty 8×8 board, in the
//! initial position of chess, and in a crowd. Another program computed the numbers from the descriptions in words, not
//! from the notation.

use crate::arena::{put, read, rules};
use engine::board::{Seat, Space};
use engine::play::{MoveList, Position, TypeId};

/// A piece of a chess variant.
struct Known {
    name: &'static str,
    betza: &'static str,
    /// Moves on the empty board, in the chess position, and in the crowd.
    moves: [usize; 3],
}

const fn known(name: &'static str, betza: &'static str, moves: [usize; 3]) -> Known {
    Known { name, betza, moves }
}

const PIECES: &[Known] = &[
    known("Wazir", "W", [4, 4, 4]),
    known("Ferz", "F", [4, 4, 3]),
    known("Dabbabah", "D", [4, 3, 3]),
    known("Alfil", "A", [4, 2, 4]),
    known("Knight", "N", [8, 6, 8]),
    known("Camel", "C", [8, 6, 8]),
    known("Zebra", "Z", [8, 4, 8]),
    known("Rook", "R", [14, 11, 6]),
    known("Bishop", "B", [13, 8, 5]),
    known("Queen", "Q", [27, 19, 11]),
    known("Amazon", "QN", [35, 25, 19]),
    known("Dabbabah Rider", "DD", [6, 5, 4]),
    known("Alfil Rider", "AA", [5, 3, 4]),
    known("Short Rook", "R4", [14, 11, 6]),
    known("Jumping-only Dabbabah", "jD", [0, 0, 1]),
    known("Hopper of 3", "gR3", [0, 1, 4]),
    known("Rook from 2 to 3", "R2-3", [8, 6, 2]),
    known("Ubi-ubi's first two steps", "maN", [26, 20, 23]),
    known("Grasshopper", "gQ", [0, 2, 7]),
    known("Cannon (pao)", "mRcpR", [14, 11, 4]),
    known("Vao", "mBcpB", [13, 7, 3]),
    known("Leo", "mQcpQ", [27, 18, 7]),
    known("Korean cannon", "pR", [0, 1, 6]),
    known("Contra-grasshopper", "gK", [0, 0, 8]),
    known("Nightrider", "NN", [12, 9, 11]),
    known("Zebrarider", "ZZ", [8, 4, 8]),
    known("Mao", "nN", [8, 6, 6]),
    known("Moa", "afsF", [8, 6, 2]),
    known("Mao by legs", "afsW", [8, 6, 6]),
    known("Mao rider", "nNN", [12, 7, 7]),
    known("Rose", "qN", [14, 10, 14]),
    known("Crooked Bishop", "zB", [18, 14, 5]),
    known("Crooked Rook", "zR", [37, 22, 13]),
    known("Quintessence", "zNN", [20, 13, 18]),
    known("Ski Rook", "jR", [10, 7, 5]),
    known("Ski Bishop", "jB", [9, 4, 7]),
    known("Slip Rook", "njR", [10, 7, 2]),
    known("Griffon", "FyafsF", [24, 18, 7]),
    known("Griffon, bracket", "[F?R]", [24, 18, 7]),
    known("Manticore", "WyafsW", [24, 15, 15]),
    known("Hook mover", "RmasR", [63, 39, 13]),
    known("Capricorn", "BmasB", [31, 19, 9]),
    known("Falcon", "afafsKafsafzfK", [16, 10, 8]),
    known("Lion", "KNADcaK", [24, 19, 43]),
    known("Reflecting Bishop", "[B|]", [19, 8, 5]),
    known("Checker", "fmFfcafmF", [2, 2, 0]),
    known("Universal Leaper", "U", [63, 47, 61]),
];

/// Boards of `w` and `b`: empty, the initial position of chess, and pieces scattered around d4.
const BOARDS: [&str; 3] =
    ["8/8/8/8/8/8/8/8", "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww", "8/4b3/5b2/1bwbb3/1b3wb1/4bb2/3b4/b7"];

/// Number of moves of a piece on d4.
fn count(betza: &str, board: &str) -> usize {
    let army = read(&format!(
        r#"
format = 1
id = "one"
name = "One"

[territory]
layout = ["........", "........", "K......."]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "piece"
name = "Piece"
symbol = "P"
moves = "{betza}"
"#
    ));
    let rules = rules(&[army.clone(), army]);
    let ty = |index: usize| TypeId::new(index);
    let mut pos = Position::empty(&rules);
    for (row, rank) in board.split('/').zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(gap) => file += gap as u8,
                None => {
                    let seat = Seat(u8::from(letter == 'b'));
                    put(&rules, &mut pos, Space::new(file, rank), ty(1), seat, false);
                    file += 1;
                }
            }
        }
    }
    let from = Space::new(3, 3);
    put(&rules, &mut pos, from, ty(1), Seat(0), false);
    pos.crown();
    pos.commit();
    let mut list = MoveList::default();
    rules.generate(&pos, &mut list);
    let of_piece = list.moves.iter().filter(|mv| mv.from == from);
    of_piece.count()
}

#[test]
fn pieces_move_as_they_are_described() {
    let mut wrong = Vec::new();
    for Known { name, betza, moves } in PIECES {
        let found = BOARDS.map(|board| count(betza, board));
        if found != *moves {
            wrong.push(format!("{name} {betza}: {found:?} instead of {moves:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
