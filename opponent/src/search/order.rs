//! Which moves to look at first: by what they really capture, in whatever form, then by what was good elsewhere.

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
}

const FROM_TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
/// The largest history.
const MOST: i32 = 1 << 14;

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

/// Which quiet moves were good, by seat, type and destination.
#[derive(Debug)]
pub(super) struct History {
    table: Box<[i16]>,
    types: usize,
}

impl History {
    pub fn new(types: usize) -> Self {
        Self {
            table: vec![0; 2 * types * Space::COUNT].into_boxed_slice(),
            types,
        }
    }

    #[inline]
    fn index(&self, pos: &Position, mv: &Move) -> Option<usize> {
        let (ty, seat) = match pos.in_slot(Slot::new(mv.from, mv.layer)) {
            Some(piece) if mv.kind != Kind::Place => (piece.ty, piece.seat),
            _ => (mv.promote?, pos.to_move()),
        };
        let row = (seat.index() & 1) * self.types + ty.index();
        Some(row * Space::COUNT + mv.to.index())
    }

    #[inline]
    pub fn get(&self, pos: &Position, mv: &Move) -> i32 {
        self.index(pos, mv)
            .map_or(0, |index| self.table[index].into())
    }

    /// Moves an entry towards the best or the worst.
    #[inline]
    pub fn add(&mut self, pos: &Position, mv: &Move, bonus: i32) {
        if let Some(index) = self.index(pos, mv) {
            let old = i32::from(self.table[index]);
            let bonus = bonus.clamp(-MOST, MOST);
            self.table[index] = (old + bonus - old * bonus.abs() / MOST) as i16;
        }
    }
}

impl Search<'_> {
    /// Ranks every move of a list. `best`: the best move as the table has it; `killers`: moves that were good beside this position.
    pub(super) fn rank(
        &mut self,
        list: &MoveList,
        best: Name,
        killers: [Name; 2],
        out: &mut Vec<Ranked>,
    ) {
        out.clear();
        let me = self.pos.to_move();
        for (index, mv) in list.moves.iter().enumerate() {
            let (gain, captures) = self.gain(list, mv, me);
            let loud = captures || mv.promote.is_some() && moves_on(mv.kind);
            let known = best.may_be(mv) || killers.iter().any(|killer| killer.may_be(mv));
            let name = if known {
                Name::of(mv, mv.key(&self.hits))
            } else {
                Name::NONE
            };
            let rank = if known && name == best {
                FROM_TABLE
            } else if loud {
                let attacker = self.pos.at(mv.from).map_or(0, |p| self.know.value(p.ty));
                match gain {
                    ..0 => gain - MOST,
                    _ => CAPTURE + gain * 16 - attacker,
                }
            } else if known && killers.contains(&name) {
                KILLER + i32::from(name == killers[0])
            } else {
                self.history.get(&self.pos, mv)
            };
            out.push(Ranked {
                rank,
                index: index as u32,
                gain,
                loud,
            });
        }
    }

    /// The key of a move that has not been made.
    pub(super) fn key(&mut self, list: &MoveList, mv: &Move) -> u64 {
        self.hits.clear();
        self.rules
            .captures(&self.pos, mv, list.chain(mv), &mut self.hits);
        mv.key(&self.hits)
    }

    pub(super) fn name(&mut self, list: &MoveList, mv: &Move) -> Name {
        Name::of(mv, self.key(list, mv))
    }

    /// What a move captures and gains by promotion, less what it captures of one's own, and whether it captures. Leaves the captures in
    /// `self.hits`.
    fn gain(&mut self, list: &MoveList, mv: &Move, me: Seat) -> (i32, bool) {
        self.hits.clear();
        self.rules
            .captures(&self.pos, mv, list.chain(mv), &mut self.hits);
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
            let before = self
                .pos
                .at(mv.from)
                .map_or(0, |piece| self.know.value(piece.ty));
            gain += self.know.value(ty) - before;
        }
        (gain, captures)
    }
}

/// Does a piece go on with this move, so that promoting it is a gain?
const fn moves_on(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Place | Kind::Fuse { .. } | Kind::Split { .. } | Kind::SelfCapture
    )
}

/// Brings the best of the moves from `next` on to the front; after a few the rest is sorted at once.
#[inline]
pub(super) fn bring_best(ranked: &mut [Ranked], next: usize) {
    const SINGLY: usize = 5;
    let better = |a: &Ranked, b: &Ranked| (b.rank, a.index).cmp(&(a.rank, b.index));
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
