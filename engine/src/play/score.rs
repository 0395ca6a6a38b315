//! Incremental material and placement score of each Player, updated with every change of a position.

use crate::board::Space;

use super::Piece;

/// Piece-square values by type, seat and Space, and values in reserve by type and seat. The caller chooses the unit.
///
/// ```
/// # use engine::{battalion, board::{Battlefield, Board, TerritoryPlacement, Seat}, play::{Piece, Position, Rules, Weights}};
/// # let army = battalion::load_builtin("medieval").unwrap();
/// # let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
/// # let board = Board::build(&Battlefield::standard(2).unwrap(), &[plot; 2]).unwrap();
/// # let rules = Rules::new(board, &[army.clone(), army], &[]).unwrap();
/// let mut pos = Position::empty(&rules);
/// let knight = rules.type_by_key("medieval/knight").unwrap();
/// pos.put(&rules, "e4".parse().unwrap(), Piece::new(knight, Seat(0)));
/// // Every piece 100, and 1 more for each rank from the south.
/// let weights = Weights::new(&rules, |_, _, space| 100 + i16::from(space.rank()), |_, _| 50);
/// pos.weigh(std::sync::Arc::new(weights));
/// assert_eq!(pos.score(Seat(0)), 103);
/// pos.take(&rules, "e4".parse().unwrap());
/// assert_eq!(pos.score(Seat(0)), 0);
/// ```
#[derive(Debug)]
pub struct Weights {
    /// Values by seat, type and Space.
    pub(super) on_board: Box<[i16]>,
    /// Values by seat and type, in the layout of ordinary reserves.
    pub(super) in_reserve: Box<[i16]>,
    pub(super) types: usize,
}

impl Weights {
    /// Value of a piece on a Space.
    #[inline]
    pub fn of(&self, piece: Piece, space: Space) -> i32 {
        let index = piece.seat.index() * self.types + piece.ty.index();
        self.on_board[index * Space::COUNT + space.index()].into()
    }

    /// Owner and value of a piece in reserve, by its index in the position's reserves. States of the piece do not
    /// matter.
    #[inline]
    pub(super) fn of_reserve(&self, index: usize) -> (usize, i32) {
        let index = index % self.in_reserve.len();
        (index / self.types, self.in_reserve[index].into())
    }
}
