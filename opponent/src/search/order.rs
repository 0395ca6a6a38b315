//! Move ordering: by the actual gain of captures of every kind, then by killers and history.

use std::cmp::Ordering;

use engine::board::{Seat, Space};
use engine::play::{Kind, Move, MoveList, Position, Slot};

use super::Search;

/// A move with its rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub rank: i32,
    /// Index into the move list.
    pub index: u32,
    /// Value of captures and promotion, minus own losses.
    pub gain: i32,
    /// `true` for captures and promotions.
    pub loud: bool,
    /// `true` if the exchange may lose; computed only when the move is picked.
    doubtful: bool,
}

const FROM_TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const LOSING: i32 = -(1 << 20);
/// Maximum history value.
const MOST: i32 = 1 << 14;
/// Number of slots for pairs of moves.
const PAIRS: usize = 1 << 15;

impl Ranked {
    /// A quiet move outside of the order.
    pub const fn quiet(index: u32) -> Self {
        Self { rank: 0, index, gain: 0, loud: false, doubtful: false }
    }

    /// Returns `true` for the hash move.
    #[inline]
    pub const fn is_from_table(&self) -> bool {
        self.rank == FROM_TABLE
    }

    /// Returns `true` for killer moves.
    #[inline]
    pub const fn is_killer(&self) -> bool {
        self.rank >= KILLER && self.rank < CAPTURE
    }

    /// Returns `true` for captures that lose material.
    #[inline]
    pub const fn loses(&self) -> bool {
        self.rank < LOSING / 2
    }

    /// Exchange value of a losing capture.
    #[inline]
    pub const fn rank_as_loss(&self) -> i32 {
        self.rank - LOSING
    }
}

/// Short identifier of a move, for comparison. The low bits are its Spaces, the others come from its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Name(u32);

impl Name {
    /// No move.
    pub const NONE: Self = Self(0);
    const PLACES: u32 = 0xfff;

    pub const fn of(mv: &Move, key: u64) -> Self {
        Self((key >> 32) as u32 & !Self::PLACES | Self::places(mv))
    }

    /// Low bits, which are cheap to compute.
    #[inline]
    const fn places(mv: &Move) -> u32 {
        (mv.from.index() * 37 + mv.to.index()) as u32 & Self::PLACES
    }

    /// Quick check whether the name could belong to this move; false positives are possible.
    #[inline]
    pub const fn may_be(self, mv: &Move) -> bool {
        self.0 & Self::PLACES == Self::places(mv)
    }

    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

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
    fn pair(earlier: Row, row: Row, back: usize) -> usize {
        let mixed = (earlier * 2 + back as u32).wrapping_mul(0x9e37_79b1) ^ row.wrapping_mul(0x85eb_ca6b);
        (mixed ^ mixed >> 15) as usize % PAIRS
    }

    /// History of a move, alone and after the earlier moves in `lines`.
    #[inline]
    pub fn get(&self, pos: &Position, mv: &Move, lines: [Option<Row>; 2]) -> i32 {
        let Some(row) = self.row(pos, mv) else {
            return 0;
        };
        let mut sum = i32::from(self.table[row as usize]);
        for (back, earlier) in lines.into_iter().enumerate() {
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
        for (back, earlier) in lines.into_iter().enumerate() {
            if let Some(earlier) = earlier {
                grow(&mut self.pairs[Self::pair(earlier, row, back)], bonus);
            }
        }
    }
}

/// Steps shrink towards the end of the scale.
#[inline]
fn grow(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MOST) as i16;
}

impl Search<'_> {
    /// The last two moves of the line: the Enemy's, and the Player's own before it.
    #[inline]
    pub(super) fn lines(&self, ply: usize) -> [Option<Row>; 2] {
        let back = |turns: usize| self.made[ply.checked_sub(turns)?];
        [back(1), back(2)]
    }

    /// Ranks every move of a list. `best` is the hash move.
    pub(super) fn rank(&mut self, list: &MoveList, best: Name, ply: usize, out: &mut Vec<Ranked>) {
        out.clear();
        let me = self.pos.to_move();
        let killers = self.killers[ply];
        let lines = self.lines(ply);
        for (index, mv) in list.moves.iter().enumerate() {
            let (gain, captures) = self.gain(list, mv, me);
            let loud = captures || mv.promote.is_some() && moves_on(mv.kind);
            let known = best.may_be(mv) || killers.iter().any(|killer| killer.may_be(mv));
            let name = if known { Name::of(mv, mv.key(&self.hits)) } else { Name::NONE };
            let mut ranked = Ranked { rank: 0, index: index as u32, gain, loud, doubtful: false };
            if known && name == best {
                ranked.rank = FROM_TABLE;
            } else if loud {
                self.rank_capture(mv, &mut ranked);
            } else if known && killers.contains(&name) {
                ranked.rank = KILLER + i32::from(name == killers[0]);
            } else {
                ranked.rank = self.kept.history.get(&self.pos, mv, lines);
            }
            out.push(ranked);
        }
    }

    /// Ranks captures: most valuable victim by least valuable attacker first, losing ones last.
    #[inline]
    fn rank_capture(&self, mv: &Move, ranked: &mut Ranked) {
        let attacker = self.pos.at(mv.from).map_or(0, |p| self.know.value(p.ty));
        let less = ranked.gain < attacker && mv.promote.is_none();
        ranked.doubtful = less && exchanges(mv.kind);
        ranked.rank = match ranked.gain {
            gain @ ..0 if !ranked.doubtful => losing(gain),
            gain => CAPTURE + gain * 16 - attacker,
        };
    }

    /// Moves the best of the moves from `next` on to the front. Exchanges are computed only here, because most nodes
    /// are cut off earlier.
    pub(super) fn pick(&self, list: &MoveList, ranked: &mut [Ranked], next: usize) -> Ranked {
        loop {
            bring_best(ranked, next);
            let mut best = ranked[next];
            if !best.doubtful {
                return best;
            }
            best.doubtful = false;
            let brings = self.exchange(&list.moves[best.index as usize], best.gain);
            if brings < 0 {
                best.rank = losing(brings);
            }
            ranked[next] = best;
            if brings >= 0 {
                return best;
            }
            put_back(&mut ranked[next..], next);
        }
    }

    /// Key of a move that has not been made.
    pub(super) fn key(&mut self, list: &MoveList, mv: &Move) -> u64 {
        self.hits.clear();
        self.rules.captures(&self.pos, mv, list.chain(mv), &mut self.hits);
        mv.key(&self.hits)
    }

    pub(super) fn name(&mut self, list: &MoveList, mv: &Move) -> Name {
        Name::of(mv, self.key(list, mv))
    }

    /// Value of captures and promotion minus own losses, and whether the move captures. Leaves the captures in
    /// `self.hits`.
    fn gain(&mut self, list: &MoveList, mv: &Move, me: Seat) -> (i32, bool) {
        self.hits.clear();
        self.rules.captures(&self.pos, mv, list.chain(mv), &mut self.hits);
        let mut gain = 0;
        let mut captures = false;
        for hit in &self.hits {
            if let Some(victim) = self.pos.in_slot(*hit) {
                let value = self.know.value(victim.ty);
                if victim.seat == me {
                    gain -= value;
                } else {
                    gain += value;
                    captures = true;
                }
            }
        }
        if let Some(ty) = mv.promote.filter(|_| moves_on(mv.kind)) {
            let before = self.pos.at(mv.from).map_or(0, |piece| self.know.value(piece.ty));
            gain += self.know.value(ty) - before;
        }
        (gain, captures)
    }
}

/// Returns `true` if the moving piece can be recaptured at its destination.
const fn exchanges(kind: Kind) -> bool {
    matches!(kind, Kind::Step | Kind::Gained | Kind::Overleap | Kind::EnPassant | Kind::Chain { off: false })
}

/// Returns `true` if the piece itself moves, so that promoting it is a gain.
const fn moves_on(kind: Kind) -> bool {
    !matches!(kind, Kind::Place { .. } | Kind::Fuse { .. } | Kind::Split { .. } | Kind::SelfCapture)
}

/// Rank of a losing capture.
const fn losing(brings: i32) -> i32 {
    LOSING + if brings < -MOST { -MOST } else { brings }
}

/// Number of moves selected one by one before the rest is sorted.
const SINGLY: usize = 5;

/// Comparison that puts the better move first.
#[inline]
fn better(a: &Ranked, b: &Ranked) -> Ordering {
    (b.rank, a.index).cmp(&(a.rank, b.index))
}

/// Moves the best of the moves from `next` on to the front.
#[inline]
fn bring_best(ranked: &mut [Ranked], next: usize) {
    match next {
        ..SINGLY => {
            let rest = ranked[next..].iter().enumerate();
            if let Some((best, _)) = rest.min_by(|a, b| better(a.1, b.1)) {
                ranked.swap(next, next + best);
            }
        }
        SINGLY => ranked[next..].sort_unstable_by(better),
        _ => {}
    }
}

/// Reinserts the first of the moves from `next` on, whose rank has dropped, at its place in the sorted rest.
fn put_back(rest: &mut [Ranked], next: usize) {
    if let ([first, others @ ..], true) = (&*rest, next > SINGLY) {
        let place = others.partition_point(|other| better(other, first).is_lt());
        rest[..=place].rotate_left(1);
    }
}
