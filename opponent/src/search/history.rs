//! History of quiet moves: how often each caused a cutoff.

use engine::board::Space;
use engine::play::{Kind, Move, Position, Slot};

/// Maximum history value.
pub(super) const MOST: i32 = 1 << 14;
/// Number of slots for pairs of moves.
const PAIRS: usize = 1 << 15;

/// History index of a quiet move: seat, type and destination.
pub(super) type Row = u32;

/// History of quiet moves, alone and as continuations of earlier moves.
#[derive(Debug)]
pub(super) struct History {
    table: Box<[i16]>,
    pairs: Box<[i16]>,
    types: usize,
}

impl History {
    pub fn new(types: usize) -> Self {
        Self {
            table: vec![0; 2 * types * Space::COUNT].into_boxed_slice(),
            pairs: vec![0; PAIRS].into_boxed_slice(),
            types,
        }
    }

    /// Halves all entries, so that a new search soon outweighs earlier ones.
    pub fn age(&mut self) {
        for entry in self.table.iter_mut().chain(&mut self.pairs) {
            *entry /= 2;
        }
    }

    /// Number of bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.table) + size_of_val(&*self.pairs)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "rows are few, and entries stay below `MOST`")]
    pub fn row(&self, pos: &Position, mv: &Move) -> Option<Row> {
        let (ty, seat) = match pos.in_slot(Slot::new(mv.from, mv.layer)) {
            Some(piece) if !matches!(mv.kind, Kind::Place { .. }) => (piece.ty, piece.seat),
            _ => (mv.promote?, pos.to_move()),
        };
        let row = (seat.index() & 1) * self.types + ty.index();
        Some((row * Space::COUNT + mv.to.index()) as Row)
    }

    /// Index of the pair of an earlier move and this one.
    #[inline]
    fn pair(earlier: Row, row: Row, back: u32) -> usize {
        let mixed = (earlier * 2 + back).wrapping_mul(0x9e37_79b1) ^ row.wrapping_mul(0x85eb_ca6b);
        (mixed ^ mixed >> 15) as usize % PAIRS
    }

    /// History of a move, alone and after the earlier moves in `lines`.
    #[inline]
    pub fn get(&self, pos: &Position, mv: &Move, lines: [Option<Row>; 2]) -> i32 {
        let Some(row) = self.row(pos, mv) else {
            return 0;
        };
        let mut sum = i32::from(self.table[row as usize]);
        for (back, earlier) in (0..).zip(lines) {
            if let Some(earlier) = earlier {
                sum += i32::from(self.pairs[Self::pair(earlier, row, back)]);
            }
        }
        sum
    }

    /// Adds a bonus or a penalty to the entries of a move.
    #[inline]
    pub fn add(&mut self, pos: &Position, mv: &Move, lines: [Option<Row>; 2], bonus: i32) {
        let Some(row) = self.row(pos, mv) else { return };
        grow(&mut self.table[row as usize], bonus);
        for (back, earlier) in (0..).zip(lines) {
            if let Some(earlier) = earlier {
                grow(&mut self.pairs[Self::pair(earlier, row, back)], bonus);
            }
        }
    }
}

/// Steps shrink towards the end of the scale.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "rows are few, and entries stay below `MOST`")]
fn grow(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MOST) as i16;
}
