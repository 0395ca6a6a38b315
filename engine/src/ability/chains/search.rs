//! Breadth-first search for chains of jumps; each end is reported once per set of captures.

use std::cell::Cell;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::manner::Manner;
use crate::ability::*;

/// Maximum number of stops searched, shortest chains first. Normal play stays far below this limit. It bounds the time
/// for artificial positions with 32 pieces that allow more.
pub(super) const MOST: usize = 4000;

/// A jump from a Space.
pub(super) struct Jump {
    /// Space of the piece jumped.
    pub(super) over: Space,
    /// The piece jumped is an Enemy and is captured.
    pub(super) captures: bool,
    /// Landing Space; `None` off the board.
    pub(super) landing: Option<Space>,
    /// The piece jumped removes its captor (C-22).
    pub(super) fatal: bool,
}

/// A Space reached within a chain, with the captures made so far.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    pub(super) at: Space,
    /// Bit set of captures: bit `n` is entry `n` of [`Search::victims`].
    pub(super) taken: u128,
    /// Space jumped to get here, and index of the previous stop. The start has neither.
    pub(super) over: Space,
    pub(super) before: u32,
    pub(super) length: u16,
}

/// Possible end of a chain.
pub(super) struct End {
    pub(super) to: Space,
    pub(super) off: bool,
    pub(super) fatal: bool,
    /// The chain may end here.
    pub(super) complete: bool,
    /// Index of the last stop on the board, and the Space jumped after it.
    pub(super) stop: usize,
    pub(super) over: Space,
}

/// Fast hash for small numbers.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }

    #[expect(clippy::cast_possible_truncation, reason = "each half is hashed")]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
}

/// Buffers of a search, kept per thread and reused.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) victims: Vec<Space>,
    pub(super) stops: Vec<Stop>,
    seen: HashSet<(Space, u128, bool), BuildHasherDefault<Mix>>,
}

thread_local! {
    static MEMORY: Cell<Memory> = Cell::default();
}

/// Search for all chains of one piece.
pub(super) struct Search<'a> {
    pub(super) manner: &'a Manner,
    pub(super) rules: &'a Rules,
    pub(super) pos: &'a Position,
    pub(super) mover: &'a Mover,
    pub(super) memory: Memory,
    /// The search ended before reaching [`MOST`] stops.
    pub(super) complete: bool,
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        let mut memory = std::mem::take(&mut self.memory);
        memory.victims.clear();
        memory.stops.clear();
        memory.seen.clear();
        MEMORY.set(memory);
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(manner: &'a Manner, rules: &'a Rules, pos: &'a Position, mover: &'a Mover) -> Self {
        Self { manner, rules, pos, mover, memory: MEMORY.take(), complete: true }
    }

    /// Adds every Space that the search read. While none of them changes, the search finds the same chains.
    pub(super) fn watch(&self, spaces: &mut SpaceSet) {
        let from = Stop { at: self.mover.from, taken: 0, over: self.mover.from, before: 0, length: 0 };
        let board = &self.rules.board;
        for stop in self.memory.stops.iter().chain([&from]) {
            for direction in self.manner.directions(self.rules, self.mover.seat) {
                // Spaces up to the first piece, and one beyond the last possible piece.
                let mut at = stop.at;
                for count in 0..=self.manner.reach {
                    let Some(next) = board.step(at, direction) else {
                        break;
                    };
                    let jumped = count > 0 && !self.is_free(at, stop.taken);
                    if jumped || count < self.manner.reach {
                        spaces.insert(next);
                    }
                    if jumped {
                        break;
                    }
                    at = next;
                }
            }
        }
    }

    pub(super) fn is_taken(&self, space: Space, taken: u128) -> bool {
        taken != 0
            && self
                .memory
                .victims
                .iter()
                .position(|victim| *victim == space)
                .is_some_and(|index| taken >> index & 1 != 0)
    }

    /// Returns whether a Space is free during the chain. The piece's own start and the captured pieces count as free.
    pub(super) fn is_free(&self, space: Space, taken: u128) -> bool {
        self.pos.at(space).is_none() || space == self.mover.from || self.is_taken(space, taken)
    }

    /// The jump possible from `from` in a direction, if any.
    pub(super) fn jump(&self, from: Space, direction: (i8, i8), taken: u128) -> Option<Jump> {
        let board = &self.rules.board;
        let mut over = board.step(from, direction)?;
        for _ in 1..self.manner.reach {
            if self.is_free(over, taken) {
                over = board.step(over, direction)?;
            }
        }
        if self.is_free(over, taken) {
            return None;
        }
        let piece = self.pos.at(over)?;
        let captures = piece.seat != self.mover.seat;
        if !captures && !self.manner.friends {
            return None;
        }
        if captures && !self.rules.may_take(self.pos, self.mover.seat, self.mover.ty, over, piece) {
            return None;
        }
        let landing = board.step(over, direction);
        match landing {
            Some(landing) if !self.is_free(landing, taken) => return None,
            None if !captures || !self.manner.leaves => return None,
            _ => {}
        }
        Some(Jump { over, captures, landing, fatal: captures && self.rules.is_fatal(self.pos, over) })
    }

    /// Adds the capture of a jump to the set; `None` if the set is full.
    pub(super) fn take(&mut self, taken: u128, jump: &Jump) -> Option<u128> {
        if !jump.captures {
            return Some(taken);
        }
        let index = match self.memory.victims.iter().position(|victim| *victim == jump.over) {
            Some(index) => index,
            None => {
                self.memory.victims.push(jump.over);
                self.memory.victims.len() - 1
            }
        };
        (index < u128::BITS as usize).then(|| taken | 1 << index)
    }

    /// Visits all chains, shortest first and then in the order of their Spaces, and calls `found` with each new end.
    /// Stops when `found` returns `false`.
    #[expect(clippy::cast_possible_truncation, reason = "the number of stops is limited by `MOST`")]
    pub(super) fn run(&mut self, mut found: impl FnMut(&Self, &End, u128) -> bool) {
        let start = self.mover.from;
        self.memory.stops.push(Stop { at: start, taken: 0, over: start, before: 0, length: 0 });
        self.memory.seen.insert((start, 0, true));
        let mut index = 0;
        while index < self.memory.stops.len() && self.memory.stops.len() < MOST {
            let stop = self.memory.stops[index];
            let mut goes_further = false;
            for direction in self.manner.directions(self.rules, self.mover.seat) {
                let Some(jump) = self.jump(stop.at, direction, stop.taken) else {
                    continue;
                };
                let Some(taken) = self.take(stop.taken, &jump) else {
                    continue;
                };
                let to = jump.landing.unwrap_or(jump.over);
                let mut goes_on = jump.landing.is_some() && !jump.fatal;
                goes_further = true;
                if self.manner.whole && goes_on {
                    let Mover { seat, ty, from, .. } = *self.mover;
                    goes_on = self.rules.promotes_by(seat, ty, from, to).is_none();
                }
                if !self.memory.seen.insert((to, taken, jump.landing.is_some())) {
                    continue;
                }
                let end = End {
                    to,
                    off: jump.landing.is_none(),
                    fatal: jump.fatal,
                    complete: !self.manner.whole || !goes_on,
                    stop: index,
                    over: jump.over,
                };
                if !found(self, &end, taken) {
                    return;
                }
                if goes_on {
                    self.memory.stops.push(Stop {
                        at: to,
                        taken,
                        over: jump.over,
                        before: index as u32,
                        length: stop.length + 1,
                    });
                }
            }
            if self.manner.whole && !goes_further && index > 0 {
                let end = End {
                    to: stop.at,
                    off: false,
                    fatal: false,
                    complete: true,
                    stop: stop.before as usize,
                    over: stop.over,
                };
                if !found(self, &end, stop.taken) {
                    return;
                }
            }
            index += 1;
        }
        self.complete = index == self.memory.stops.len();
    }

    /// Adds every Space on the chain to an end: landings, pieces jumped, and Spaces that must be free.
    pub(super) fn path(&self, end: &End, spaces: &mut SpaceSet) {
        let stops = &self.memory.stops;
        let mut jump = |from: Space, over: Space, to: Space| {
            let (dx, dy) = from.to(over);
            let near = from.offset(dx.signum(), dy.signum());
            for space in [from, over, to].into_iter().chain(near) {
                spaces.insert(space);
            }
        };
        let mut index = end.stop;
        jump(stops[index].at, end.over, end.to);
        while index != 0 {
            let stop = stops[index];
            index = stop.before as usize;
            jump(stops[index].at, stop.over, stop.at);
        }
    }

    /// Appends the Spaces of the chain to `out`.
    pub(super) fn write(&self, end: &End, out: &mut Vec<Space>) {
        let start = out.len();
        let mut index = end.stop;
        let jumps = self.memory.stops[index].length as usize;
        out.resize(start + 2 * jumps, end.to);
        for jump in (0..jumps).rev() {
            let stop = self.memory.stops[index];
            out[start + 2 * jump] = stop.over;
            out[start + 2 * jump + 1] = stop.at;
            index = stop.before as usize;
        }
        out.push(end.over);
        if !end.off {
            out.push(end.to);
        }
    }
}
