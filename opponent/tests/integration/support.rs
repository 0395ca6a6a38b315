//! Positions for tests.

use std::sync::Arc;

use engine::battalion::{Definition, load_builtin};
use engine::board::{Battlefield, Board, Seat, Space, TerritoryPlacement};
use engine::play::{Piece, Position, Rules};
use engine::seen::Seen;

/// Position of a duel between two equal built-in Battalions, with the first seat to move. Each side is written like
/// `king e1, rook a1`.
pub fn position(army: &str, white: &str, black: &str) -> Seen {
    position_of(&load_builtin(army).unwrap(), white, black)
}

/// Position of a duel, as [`position`] makes it, between two equal Battalions with three rows of eight Spaces.
pub fn position_of(army: &Arc<Definition>, white: &str, black: &str) -> Seen {
    let field = Battlefield::standard(2).unwrap();
    let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
    let board = Board::build(&field, &[plot; 2]).unwrap();
    let rules = Rules::shared(board, &[Arc::clone(army), Arc::clone(army)]).unwrap();
    let mut pos = Position::empty(&rules);
    for (seat, pieces) in [(Seat(0), white), (Seat(1), black)] {
        for piece in pieces.split(", ") {
            let (name, spaces) = piece.split_once(' ').unwrap();
            let ty = rules.type_by_key(&format!("{}/{name}", army.id)).unwrap();
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
