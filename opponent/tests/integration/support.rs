//! Positions for tests.

use engine::battalion::load_builtin;
use engine::board::{Battlefield, Board, Seat, Space, TerritoryPlacement};
use engine::play::{Piece, Position, Rules};
use engine::seen::Seen;

/// Position of a duel with the first seat to move. Each side is written like `king e1, rook a1`; both play the same
/// Battalion.
pub fn position(army: &str, white: &str, black: &str) -> Seen {
    let definition = load_builtin(army).unwrap();
    let field = Battlefield::standard(2).unwrap();
    let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
    let board = Board::build(&field, &[plot; 2]).unwrap();
    let rules = Rules::shared(board, &[definition.clone(), definition]).unwrap();
    let mut pos = Position::empty(&rules);
    for (seat, pieces) in [(Seat(0), white), (Seat(1), black)] {
        for piece in pieces.split(", ") {
            let (name, spaces) = piece.split_once(' ').unwrap();
            let ty = rules.type_by_key(&format!("{army}/{name}")).unwrap();
            for space in spaces.split(' ') {
                pos.put(&rules, at(space), Piece::new(ty, seat));
            }
        }
    }
    pos.crown();
    pos.commit();
    Seen::duel(rules, pos)
}

pub fn at(name: &str) -> Space {
    name.parse().unwrap()
}
