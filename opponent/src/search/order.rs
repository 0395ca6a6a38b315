//! Which moves to look at first: by what they really capture, in whatever form, then by what was good elsewhere.

use std::cmp::Ordering;

use engine::board::{Seat, Space};
use engine::play::{Kind, Move, MoveList, Position, Slot};

use super::Search;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub rank: i32,
    /// Index into the list.
    pub index: u32,
    /// What it captures and gains by promotion, less what it costs.
    pub gain: i32,
    /// Captures or promotes.
    pub loud: bool,
    /// May lose by the exchange: that is found out when its turn has come.
    doubtful: bool,
}

const FROM_TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const LOSING: i32 = -(1 << 20);
/// The largest history.
const MOST: i32 = 1 << 14;
/// Pairs of moves that are told apart.
const PAIRS: usize = 1 << 15;

impl Ranked {
    /// The best move as the table has it?
    #[inline]
    pub const fn is_from_table(&self) -> bool {
        self.rank == FROM_TABLE
    }

    /// A quiet move that was good beside this position?
    #[inline]
    pub const fn is_killer(&self) -> bool {
        self.rank >= KILLER && self.rank < CAPTURE
    }

    /// A capture that loses more than it gains?
    #[inline]
    pub const fn loses(&self) -> bool {
        self.rank < LOSING / 2
    }

    /// What such a capture brings.
    #[inline]
    pub const fn rank_as_loss(&self) -> i32 {
        self.rank - LOSING
    }
}

/// A short name of a move, to be compared with: the low bits tell where it goes, the others come from its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Name(u32);

impl Name {
    /// No move.
    pub const NONE: Self = Self(0);
    const PLACES: u32 = 0xfff;

    pub const fn of(mv: &Move, key: u64) -> Self {
        Self((key >> 32) as u32 & !Self::PLACES | Self::places(mv))
    }

    /// The low bits, which cost nothing to find.
    #[inline]
    const fn places(mv: &Move) -> u32 {
        (mv.from.index() * 37 + mv.to.index()) as u32 & Self::PLACES
    }

    /// Could this be the name of that move?
    #[inline]
    pub const fn may_be(self, mv: &Move) -> bool {
        self.0 & Self::PLACES == Self::places(mv)
    }

    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// A quiet move as history knows it: by seat, type and destination.
pub(super) type Row = u32;

/// Which quiet moves were good, and which after a certain move.
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

    #[inline]
    pub fn row(&self, pos: &Position, mv: &Move) -> Option<Row> {
        let (ty, seat) = match pos.in_slot(Slot::new(mv.from, mv.layer)) {
            Some(piece) if !matches!(mv.kind, Kind::Place { .. }) => (piece.ty, piece.seat),
            _ => (mv.promote?, pos.to_move()),
        };
        let row = (seat.index() & 1) * self.types + ty.index();
        Some((row * Space::COUNT + mv.to.index()) as Row)
    }

    /// Where the pair of an earlier move and this one is kept.
    #[inline]
    fn pair(earlier: Row, row: Row, back: usize) -> usize {
        let mixed = (earlier * 2 + back as u32).wrapping_mul(0x9e37_79b1) ^ row.wrapping_mul(0x85eb_ca6b);
        (mixed ^ mixed >> 15) as usize % PAIRS
    }

    /// How good a move was by itself and after these earlier ones.
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

    /// Moves entries towards the best or the worst.
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

/// The nearer to the end of the scale, the smaller the steps.
#[inline]
fn grow(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MOST) as i16;
}

impl Search<'_> {
    /// The moves that led to a position: the Enemy's last one and the own one before.
    #[inline]
    pub(super) fn lines(&self, ply: usize) -> [Option<Row>; 2] {
        let back = |turns: usize| self.made[ply.checked_sub(turns)?];
        [back(1), back(2)]
    }

    /// Ranks every move of a list. `best`: the best move as the table has it.
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
                ranked.rank = self.history.get(&self.pos, mv, lines);
            }
            out.push(ranked);
        }
    }

    /// Captures come first, those of much by little before the others; those that lose come last.
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

    /// Brings the best of the moves from `next` on to the front. An exchange is judged only now: most positions are done with before.
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

    /// The key of a move that has not been made.
    pub(super) fn key(&mut self, list: &MoveList, mv: &Move) -> u64 {
        self.hits.clear();
        self.rules.captures(&self.pos, mv, list.chain(mv), &mut self.hits);
        mv.key(&self.hits)
    }

    pub(super) fn name(&mut self, list: &MoveList, mv: &Move) -> Name {
        Name::of(mv, self.key(list, mv))
    }

    /// What a move captures and gains by promotion, less what it captures of one's own, and whether it captures. Leaves the captures in
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

/// May the piece be captured where it arrives?
const fn exchanges(kind: Kind) -> bool {
    matches!(kind, Kind::Step | Kind::Gained | Kind::Overleap | Kind::EnPassant | Kind::Chain { off: false })
}

/// Does a piece go on with this move, so that promoting it is a gain?
const fn moves_on(kind: Kind) -> bool {
    !matches!(kind, Kind::Place { .. } | Kind::Fuse { .. } | Kind::Split { .. } | Kind::SelfCapture)
}

/// The rank of a capture that loses so much.
const fn losing(brings: i32) -> i32 {
    LOSING + if brings < -MOST { -MOST } else { brings }
}

/// So many moves are found one by one; then the rest is sorted at once.
const SINGLY: usize = 5;

/// The better one first.
#[inline]
fn better(a: &Ranked, b: &Ranked) -> Ordering {
    (b.rank, a.index).cmp(&(a.rank, b.index))
}

/// Brings the best of the moves from `next` on to the front.
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

/// Puts the first of the moves from `next` on, which is worse than it seemed, where it belongs if they are sorted.
fn put_back(rest: &mut [Ranked], next: usize) {
    if let ([first, others @ ..], true) = (&*rest, next > SINGLY) {
        let place = others.partition_point(|other| better(other, first).is_lt());
        rest[..=place].rotate_left(1);
    }
}
