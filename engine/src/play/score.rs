//! An additive score: what each Player's pieces are worth by type and Space, kept in step with every change of a position.

use crate::board::{MAX_SEATS, Seat, Space};

use super::{Piece, Rules, TypeId};

/// What pieces are worth by type, seat and Space, and in reserve by type and seat. The unit is the caller's.
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
    /// By seat, type and Space.
    on_board: Box<[i16]>,
    /// By seat and type, as positions count ordinary reserves.
    in_reserve: Box<[i16]>,
    types: usize,
}

impl Weights {
    /// Asks for every worth once: of a type of a seat on a Space, and in reserve.
    pub fn new(
        rules: &Rules,
        on_board: impl Fn(TypeId, Seat, Space) -> i16,
        in_reserve: impl Fn(TypeId, Seat) -> i16,
    ) -> Self {
        let types = rules.types.len();
        let mut weights = Self {
            on_board: vec![0; MAX_SEATS * types * Space::COUNT].into_boxed_slice(),
            in_reserve: vec![0; MAX_SEATS * types].into_boxed_slice(),
            types,
        };
        for seat in Seat::all(rules.seat_count()) {
            for ty in (0..types).map(TypeId::new) {
                let index = seat.index() * types + ty.index();
                weights.in_reserve[index] = in_reserve(ty, seat);
                for space in rules.board.spaces().iter() {
                    weights.on_board[index * Space::COUNT + space.index()] = on_board(ty, seat, space);
                }
            }
        }
        weights
    }

    /// A piece on a Space.
    #[inline]
    pub fn of(&self, piece: Piece, space: Space) -> i32 {
        let index = piece.seat.index() * self.types + piece.ty.index();
        self.on_board[index * Space::COUNT + space.index()].into()
    }

    /// A piece in reserve, by its place in the position's list of reserves; and whose it is. What stays of its states makes no difference.
    #[inline]
    pub(super) fn of_reserve(&self, index: usize) -> (usize, i32) {
        let index = index % self.in_reserve.len();
        (index / self.types, self.in_reserve[index].into())
    }
}
