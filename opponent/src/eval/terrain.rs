//! Tables of a board that depend on no piece: neighbourhoods, cells ahead, distance from the centre.

use engine::board::{Bits, Grid, MAX_SEATS, Seat, Space};
use engine::play::{Rules, TypeId};

use crate::value::{Values, off_middle, rows_to_go};

/// One set of cells for each cell.
#[derive(Debug)]
pub(crate) struct Sheet(Box<[u64]>);

impl Sheet {
    fn new(grid: Grid, spaces: &[Space], holds: impl Fn(Space, Space) -> bool) -> Self {
        let words = grid.words();
        let mut all = vec![0u64; 64 * words * words].into_boxed_slice();
        for from in spaces {
            let row = &mut all[grid.cell(*from) * words..][..words];
            for to in spaces.iter().filter(|to| holds(*from, **to)) {
                let cell = grid.cell(*to);
                row[cell >> 6] |= 1 << (cell & 63);
            }
        }
        Self(all)
    }

    #[inline(always)]
    pub fn of<const N: usize>(&self, cell: usize) -> Bits<N> {
        Bits::read(&self.0, cell)
    }
}

/// Tables from the point of view of one Player.
#[derive(Debug)]
pub(crate) struct Outlook {
    /// Cells ahead: on the same and the adjacent files, on the same file only, and on the adjacent files only.
    pub front: Sheet,
    pub file_ahead: Sheet,
    pub sides_ahead: Sheet,
    /// Cells ahead within two steps, on the same and the adjacent files.
    pub cover: Sheet,
    /// Rows from the Player's rear.
    pub forward: Box<[u8]>,
}

/// Precomputed tables of a board.
#[derive(Debug)]
pub(crate) struct Terrain {
    pub grid: Grid,
    /// The cell itself and its neighbours.
    pub zone: Sheet,
    /// Cells on the adjacent files, and the two cells directly to the side.
    pub beside: Sheet,
    pub flanks: Sheet,
    /// Distance from the centre, in half steps.
    pub aside: Box<[u8]>,
    pub outlooks: Vec<Outlook>,
    /// Share of the promotion gain for each cell, by seat and type; `None` for types that are not Pawn-like.
    hopes: Vec<Option<Box<[i32]>>>,
    /// `true` for types that never leave Spaces of one colour.
    pub bound: Vec<bool>,
    types: usize,
}

/// Share of the promotion gain, of 64, by rows to go.
const NEAR: [i32; 8] = [64, 44, 28, 17, 10, 6, 4, 3];
/// Maximum value of a Pawn-like type.
const PAWN_AT_MOST: i32 = 260;
/// Minimum promotion gain of a Pawn-like type.
const GAIN_AT_LEAST: i32 = 40;

impl Terrain {
    pub fn new(rules: &Rules, values: &Values) -> Self {
        let grid = Grid::new(&rules.board);
        let spaces: Vec<Space> = rules.board.spaces().iter().collect();
        let cells = 64 * grid.words();
        let table = |value: &dyn Fn(Space) -> i32| -> Box<[u8]> {
            let mut table = vec![0; cells];
            for space in &spaces {
                table[grid.cell(*space)] = u8::try_from(value(*space).max(0)).unwrap_or(u8::MAX);
            }
            table.into()
        };
        let seats = rules.seat_count().min(MAX_SEATS);
        // Distance to the side and forward, as the seat sees them.
        let seen = |seat: Seat, from: Space, to: Space| {
            let (right, ahead) = rules.board.side(seat).seen(from.to(to));
            (i32::from(right).abs(), i32::from(ahead))
        };
        let outlook = |seat: Seat| {
            let sheet =
                |holds: &dyn Fn((i32, i32)) -> bool| Sheet::new(grid, &spaces, |from, to| holds(seen(seat, from, to)));
            let behind = |space: Space| {
                let rows = spaces.iter().map(|other| -seen(seat, space, *other).1);
                rows.max().unwrap_or(0)
            };
            Outlook {
                front: sheet(&|(right, ahead)| right <= 1 && ahead > 0),
                file_ahead: sheet(&|(right, ahead)| right == 0 && ahead > 0),
                sides_ahead: sheet(&|(right, ahead)| right == 1 && ahead > 0),
                cover: sheet(&|(right, ahead)| right <= 1 && (1..=2).contains(&ahead)),
                forward: table(&behind),
            }
        };
        let types = rules.types.len();
        let mut hopes = Vec::with_capacity(seats * types);
        for seat in Seat::all(seats) {
            for ty in (0..types).map(TypeId::new) {
                hopes.push(hope(rules, values, grid, seat, ty));
            }
        }
        // With two armies, all seats face along the same files.
        let first = Seat(0);
        Self {
            grid,
            zone: Sheet::new(grid, &spaces, |from, to| from.distance(to) <= 1),
            beside: Sheet::new(grid, &spaces, |from, to| seen(first, from, to).0 == 1),
            flanks: Sheet::new(grid, &spaces, |from, to| seen(first, from, to) == (1, 0)),
            aside: table(&|space| off_middle(rules, space)),
            outlooks: Seat::all(seats).map(outlook).collect(),
            hopes,
            bound: (0..types).map(|ty| is_bound(rules, TypeId::new(ty))).collect(),
            types,
        }
    }

    /// Promotion gain of a Pawn-like type on each cell, scaled by its proximity; `None` for all other types.
    #[inline(always)]
    pub fn hope(&self, seat: usize, ty: usize) -> Option<&[i32]> {
        self.hopes[seat * self.types + ty].as_deref()
    }
}

fn hope(rules: &Rules, values: &Values, grid: Grid, seat: Seat, ty: TypeId) -> Option<Box<[i32]>> {
    let promotion = rules.ty(ty).promotion.as_ref()?;
    let best = promotion.to.iter().map(|to| values.of(*to)).max()?;
    let gain = best - values.of(ty);
    if rules.ty(ty).titan || values.of(ty) > PAWN_AT_MOST || gain < GAIN_AT_LEAST {
        return None;
    }
    let mut table = vec![0; 64 * grid.words()];
    for (space, rows) in rows_to_go(rules, seat, ty) {
        let near = NEAR.get(rows).copied().unwrap_or(2);
        table[grid.cell(space)] = near * gain.min(1_200) / 64;
    }
    Some(table.into())
}

/// Checks whether a type moves only to Spaces of its own colour, from the middle of an empty board.
fn is_bound(rules: &Rules, ty: TypeId) -> bool {
    use engine::play::{MoveList, Mover, Piece, Position};
    let board = &rules.board;
    let Some(seat) = Seat::all(rules.seat_count()).find(|seat| rules.seats[seat.index()].army == rules.ty(ty).origin.0)
    else {
        return false;
    };
    let middle = Space::new(board.width() / 2, board.height() / 2);
    if !board.has(middle) || rules.ty(ty).layer != 0 || rules.ty(ty).titan {
        return false;
    }
    let mut pos = Position::empty(rules);
    let piece = Piece::new(ty, seat);
    pos.put(rules, middle, piece);
    let mut list = MoveList::default();
    rules.generate_as(&pos, &Mover::real(middle, 0, piece), &mut list);
    let same = |space: Space| (space.file() + space.rank()) % 2 == (middle.file() + middle.rank()) % 2;
    !list.moves.is_empty() && list.moves.iter().all(|mv| same(mv.to))
}
