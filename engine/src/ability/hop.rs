//! `hop`: jumps over pieces along Rook Lines, again and again, capturing the Enemies among them (C-17, C-18).
//!
//! A chain is kept as the Spaces [jumped, landing, jumped, landing, …]; one that leaves the board ends with the Space jumped.
//! Two chains with the same end and the same captures are one move, so a search over (Space, captures) finds every move once.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::*;
use crate::battalion::Scope;
use crate::board::SpaceSet;
use crate::play::Kind;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "hop",
    scope: Scope::Piece,
    params: &[],
    about: "Jumps along a Rook Line over the first piece within 2 Spaces onto the free Space right behind it, and on from there \
            in any direction, as often as it likes. Enemies jumped are captured at once. Where there is no Space behind an \
            Enemy it may capture it and leave the board.",
    rules: "C-17, C-18",
    example: "moves = \"mR2\"\nabilities = [\"hop\"]",
    weight: Weight::adding(400),
};

/// The most positions within chains that are looked at, shortest chains first. What comes up in play stays far below, though
/// 32 pieces can be set up so that there are more; it keeps such a crowd from taking forever.
const MOST: usize = 4000;

/// Directions in the order of the Spaces they lead to.
const DIRECTIONS: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

#[derive(Debug)]
struct Hop;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Hop)
}

/// A jump from some Space.
struct Jump {
    /// The piece jumped.
    over: Space,
    /// An Enemy, which is captured.
    captures: bool,
    /// Where it lands; `None` off the board.
    landing: Option<Space>,
    /// It removes whoever captures it (C-22).
    fatal: bool,
}

/// A Space reached within a chain, with what has been captured on the way.
#[derive(Clone, Copy)]
struct Stop {
    at: Space,
    /// Bit `n`: the `n`th of [`Search::victims`].
    taken: u128,
    /// The jump that led here and the stop before; the start has none.
    over: Space,
    before: u32,
    length: u16,
}

/// What a search finds: a chain that may end here.
struct End {
    to: Space,
    off: bool,
    fatal: bool,
    /// Index of the last stop on the board, and the Space jumped after it.
    stop: usize,
    over: Space,
}

/// A quick hash for small numbers.
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

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
}

/// All chains of one piece.
struct Search<'a> {
    rules: &'a Rules,
    pos: &'a Position,
    mover: &'a Mover,
    victims: Vec<Space>,
    stops: Vec<Stop>,
    seen: HashSet<(Space, u128, bool), BuildHasherDefault<Mix>>,
    /// The search came to an end before [`MOST`] stops were looked at.
    complete: bool,
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, pos: &'a Position, mover: &'a Mover) -> Self {
        Self {
            rules,
            pos,
            mover,
            victims: Vec::new(),
            stops: Vec::new(),
            seen: HashSet::with_capacity_and_hasher(64, BuildHasherDefault::default()),
            complete: true,
        }
    }

    /// Adds every Space that a search looked at: while nothing changes there, it finds the same chains.
    fn watch(&self, spaces: &mut SpaceSet) {
        let from = Stop {
            at: self.mover.from,
            taken: 0,
            over: self.mover.from,
            before: 0,
            length: 0,
        };
        let board = &self.rules.board;
        for stop in self.stops.iter().chain([&from]) {
            for direction in DIRECTIONS {
                let Some(near) = board.step(stop.at, direction) else {
                    continue;
                };
                spaces.insert(near);
                let Some(next) = board.step(near, direction) else {
                    continue;
                };
                spaces.insert(next);
                if self.is_free(near, stop.taken)
                    && !self.is_free(next, stop.taken)
                    && let Some(behind) = board.step(next, direction)
                {
                    spaces.insert(behind);
                }
            }
        }
    }

    fn is_taken(&self, space: Space, taken: u128) -> bool {
        taken != 0
            && self
                .victims
                .iter()
                .position(|victim| *victim == space)
                .is_some_and(|index| taken >> index & 1 != 0)
    }

    /// No piece stands there now: its own starting Space is free while it jumps, and what it has captured is gone.
    fn is_free(&self, space: Space, taken: u128) -> bool {
        self.pos.at(space).is_none() || space == self.mover.from || self.is_taken(space, taken)
    }

    /// The jump that is possible in a direction.
    fn jump(&self, from: Space, direction: (i8, i8), taken: u128) -> Option<Jump> {
        let board = &self.rules.board;
        let mut over = board.step(from, direction)?;
        if self.is_free(over, taken) {
            over = board.step(over, direction)?;
            if self.is_free(over, taken) {
                return None;
            }
        }
        let piece = self.pos.at(over)?;
        let captures = piece.seat != self.mover.seat;
        if captures
            && !self
                .rules
                .may_take(self.pos, self.mover.seat, self.mover.ty, over, piece)
        {
            return None;
        }
        let landing = board.step(over, direction);
        match landing {
            Some(landing) if !self.is_free(landing, taken) => return None,
            None if !captures => return None,
            _ => {}
        }
        Some(Jump {
            over,
            captures,
            landing,
            fatal: captures && self.rules.is_fatal(self.pos, over),
        })
    }

    /// The captures after a jump; `None` beyond what can be counted.
    fn take(&mut self, taken: u128, jump: &Jump) -> Option<u128> {
        if !jump.captures {
            return Some(taken);
        }
        let index = match self.victims.iter().position(|victim| *victim == jump.over) {
            Some(index) => index,
            None => {
                self.victims.push(jump.over);
                self.victims.len() - 1
            }
        };
        (index < u128::BITS as usize).then(|| taken | 1 << index)
    }

    /// Goes through all chains, shortest first and in the order of their Spaces, and calls `found` with each end that is new.
    /// Stops when it returns `false`.
    fn run(&mut self, mut found: impl FnMut(&Self, &End, u128) -> bool) {
        if !DIRECTIONS
            .iter()
            .any(|direction| self.jump(self.mover.from, *direction, 0).is_some())
        {
            return;
        }
        let start = self.mover.from;
        self.stops.push(Stop {
            at: start,
            taken: 0,
            over: start,
            before: 0,
            length: 0,
        });
        self.seen.insert((start, 0, true));
        let mut index = 0;
        while index < self.stops.len() && self.stops.len() < MOST {
            let stop = self.stops[index];
            for direction in DIRECTIONS {
                let Some(jump) = self.jump(stop.at, direction, stop.taken) else {
                    continue;
                };
                let Some(taken) = self.take(stop.taken, &jump) else {
                    continue;
                };
                let to = jump.landing.unwrap_or(jump.over);
                let goes_on = jump.landing.is_some() && !jump.fatal;
                if !self.seen.insert((to, taken, jump.landing.is_some())) {
                    continue;
                }
                let end = End {
                    to,
                    off: jump.landing.is_none(),
                    fatal: jump.fatal,
                    stop: index,
                    over: jump.over,
                };
                if !found(self, &end, taken) {
                    return;
                }
                if goes_on {
                    self.stops.push(Stop {
                        at: to,
                        taken,
                        over: jump.over,
                        before: index as u32,
                        length: stop.length + 1,
                    });
                }
            }
            index += 1;
        }
        self.complete = index == self.stops.len();
    }

    /// Writes the chain to an end behind `out`.
    fn write(&self, end: &End, out: &mut Vec<Space>) {
        let start = out.len();
        let mut index = end.stop;
        let jumps = self.stops[index].length as usize;
        out.resize(start + 2 * jumps, end.to);
        for jump in (0..jumps).rev() {
            let stop = self.stops[index];
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

/// Could some chain come to jump over `target` if each Enemy could be there or gone, whatever suits? Where this says no there is
/// none, and it takes far less than a search for one.
fn might_jump(rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
    let gone = |space: Space| {
        space == mover.from || pos.at(space).is_none_or(|piece| piece.seat != mover.seat)
    };
    let stands = |space: Space| space != mover.from && pos.at(space).is_some();
    let mut seen = SpaceSet::EMPTY;
    seen.insert(mover.from);
    let mut open = vec![mover.from];
    while let Some(at) = open.pop() {
        for direction in DIRECTIONS {
            let mut before = Some(at);
            for _ in 0..2 {
                let Some(over) = before.and_then(|before| rules.board.step(before, direction))
                else {
                    break;
                };
                let landing = rules.board.step(over, direction);
                if stands(over) && landing.is_none_or(gone) {
                    if over == target {
                        return true;
                    }
                    if let Some(landing) = landing.filter(|landing| !seen.has(*landing)) {
                        seen.insert(landing);
                        open.push(landing);
                    }
                }
                before = Some(over).filter(|over| gone(*over));
            }
        }
    }
    false
}

impl Ability for Hop {
    fn traits(&self) -> Traits {
        Traits {
            generates: true,
            attacks: true,
            ..Traits::default()
        }
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        if mover.layer > 0 {
            return;
        }
        // Where a plain step comes to the same, it is the plain step.
        let mut plain: Vec<(Space, bool)> = Vec::new();
        rules.each_target(pos, mover, |target| {
            plain.push((target.to, pos.at(target.to).is_some()))
        });
        Search::new(rules, pos, mover).run(|search, end, taken| {
            let only_end = search.is_taken(end.to, taken) && taken.is_power_of_two();
            let is_plain = !end.off
                && (taken == 0 && plain.contains(&(end.to, false))
                    || only_end && plain.contains(&(end.to, true)));
            if !is_plain {
                let start = out.chains.len();
                search.write(end, &mut out.chains);
                let mv = Move {
                    chain: (start as u32, (out.chains.len() - start) as u16),
                    copying: mover.copying.then_some(mover.ty),
                    ..Move::of(Kind::Chain { off: end.off }, mover.from, end.to)
                };
                if end.off || end.fatal {
                    out.push(mv);
                } else {
                    rules.push(pos, mover, mv, out);
                }
            }
            true
        });
    }

    /// A last jump over the target needs a Space behind it that is free or could become so, or none at all.
    fn could_attack(&self, rules: &Rules, pos: &Position, seat: Seat, target: Space) -> bool {
        let stays = |piece: Piece| piece.seat == seat && !rules.ty(piece.ty).has(SPEC.name);
        DIRECTIONS.iter().any(|direction| {
            rules
                .board
                .step(target, *direction)
                .and_then(|behind| pos.at(behind))
                .is_none_or(|piece| !stays(piece))
        })
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        if mover.layer > 0 || !might_jump(rules, pos, mover, target) {
            return false;
        }
        let mut found = false;
        Search::new(rules, pos, mover).run(|_, end, _| {
            found |= end.over == target;
            !found
        });
        found && pos.at(target).is_some_and(|piece| piece.seat != mover.seat)
    }

    fn watch(
        &self,
        rules: &Rules,
        pos: &Position,
        mover: &Mover,
        _: Space,
        spaces: &mut SpaceSet,
    ) -> bool {
        let mut search = Search::new(rules, pos, mover);
        search.run(|_, _, _| true);
        search.watch(spaces);
        search.complete
    }
    fn retrace(
        &self,
        rules: &Rules,
        pos: &Position,
        mover: &Mover,
        stops: &[Space],
        off: bool,
    ) -> Option<Vec<Space>> {
        let mut search = Search::new(rules, pos, mover);
        let (mut at, mut taken, mut over) = (mover.from, 0, false);
        for (index, to) in stops.iter().enumerate() {
            let leaves = off && index + 1 == stops.len();
            let (dx, dy) = at.to(*to);
            let jump = search.jump(at, (dx.signum(), dy.signum()), taken)?;
            let fits = match jump.landing {
                Some(landing) => !leaves && landing == *to,
                None => leaves && jump.over == *to,
            };
            if over || !fits || dx != 0 && dy != 0 {
                return None;
            }
            taken = search.take(taken, &jump)?;
            over = jump.fatal || leaves;
            at = *to;
        }
        let victims = search.victims.iter().enumerate();
        let captured = victims.filter(|(index, _)| taken >> index & 1 != 0);
        let mut captured: Vec<Space> = captured.map(|(_, space)| *space).collect();
        captured.sort();
        (at != mover.from || taken != 0).then_some(captured)
    }
}
