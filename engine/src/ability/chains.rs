//! Chains of jumps over other pieces, captured one after the other: what `hop` and `jump` share.
//!
//! A chain is kept as the Spaces [jumped, landing, jumped, landing, …]; one that leaves the board ends with the Space jumped.
//! Two chains with the same end and the same captures are one move, so a search over (Space, captures) finds every move once.

use std::cell::Cell;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::*;

/// The most positions within chains that are looked at, shortest chains first. What comes up in play stays far below, though
/// 32 pieces can be set up so that there are more; it keeps such a crowd from taking forever.
const MOST: usize = 4000;

/// How a type jumps.
#[derive(Debug)]
pub(super) struct Manner {
    /// The ability's name.
    pub name: &'static str,
    /// Directions in the order of the Spaces they lead to, east and north.
    pub directions: Vec<Vector>,
    /// Only those of them that lead Forwards.
    pub forward: bool,
    /// How far off the first piece may stand.
    pub reach: u8,
    /// Jumps over its own side, too.
    pub friends: bool,
    /// Captures where there is no Space behind, and leaves the board.
    pub leaves: bool,
    /// Goes on as long as it can, but not after landing where it promotes.
    pub whole: bool,
}

impl Manner {
    /// The directions in which a seat jumps.
    fn directions(&self, rules: &Rules, seat: Seat) -> impl Iterator<Item = Vector> {
        let (x, y) = rules.board.side(seat).forward();
        let ahead = move |(dx, dy): &Vector| dx * x + dy * y > 0;
        let forward = self.forward;
        (self.directions.iter().copied()).filter(move |direction| !forward || ahead(direction))
    }
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
    /// The chain may end here.
    complete: bool,
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

/// What a search fills. Each thread keeps it for the next one.
#[derive(Default)]
struct Memory {
    victims: Vec<Space>,
    stops: Vec<Stop>,
    seen: HashSet<(Space, u128, bool), BuildHasherDefault<Mix>>,
}

thread_local! {
    static MEMORY: Cell<Memory> = Cell::default();
}

/// All chains of one piece.
struct Search<'a> {
    manner: &'a Manner,
    rules: &'a Rules,
    pos: &'a Position,
    mover: &'a Mover,
    memory: Memory,
    /// The search came to an end before [`MOST`] stops were looked at.
    complete: bool,
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
    fn new(manner: &'a Manner, rules: &'a Rules, pos: &'a Position, mover: &'a Mover) -> Self {
        Self {
            manner,
            rules,
            pos,
            mover,
            memory: MEMORY.take(),
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
        for stop in self.memory.stops.iter().chain([&from]) {
            for direction in self.manner.directions(self.rules, self.mover.seat) {
                // Up to the first piece, and one Space beyond what could be the last.
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

    fn is_taken(&self, space: Space, taken: u128) -> bool {
        taken != 0
            && self
                .memory
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
            None if !captures || !self.manner.leaves => return None,
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
        let index = match self
            .memory
            .victims
            .iter()
            .position(|victim| *victim == jump.over)
        {
            Some(index) => index,
            None => {
                self.memory.victims.push(jump.over);
                self.memory.victims.len() - 1
            }
        };
        (index < u128::BITS as usize).then(|| taken | 1 << index)
    }

    /// Goes through all chains, shortest first and in the order of their Spaces, and calls `found` with each end that is new.
    /// Stops when it returns `false`.
    fn run(&mut self, mut found: impl FnMut(&Self, &End, u128) -> bool) {
        let start = self.mover.from;
        self.memory.stops.push(Stop {
            at: start,
            taken: 0,
            over: start,
            before: 0,
            length: 0,
        });
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

    /// Adds every Space of the chain to an end: where it lands, what it jumps, and what must be free before.
    fn path(&self, end: &End, spaces: &mut SpaceSet) {
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

    /// Writes the chain to an end behind `out`.
    fn write(&self, end: &End, out: &mut Vec<Space>) {
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

/// Could some chain come to jump over `target` if each Enemy could be there or gone, whatever suits? Where this says no there is
/// none, and it takes far less than a search for one.
fn might_jump(
    manner: &Manner,
    rules: &Rules,
    pos: &Position,
    mover: &Mover,
    target: Space,
) -> bool {
    let gone = |space: Space| {
        space == mover.from || pos.at(space).is_none_or(|piece| piece.seat != mover.seat)
    };
    let stands = |space: Space| space != mover.from && pos.at(space).is_some();
    let mut seen = SpaceSet::EMPTY;
    seen.insert(mover.from);
    let mut open = seen;
    while let Some(at) = open.first() {
        open.remove(at);
        for direction in manner.directions(rules, mover.seat) {
            let mut before = Some(at);
            for _ in 0..manner.reach {
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
                        open.insert(landing);
                    }
                }
                before = Some(over).filter(|over| gone(*over));
            }
        }
    }
    false
}

impl Ability for Manner {
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
        let mut plain = SpaceSet::EMPTY;
        rules.each_target(pos, mover, |target| plain.insert(target.to));
        Search::new(self, rules, pos, mover).run(|search, end, taken| {
            if !end.complete {
                return true;
            }
            let only_end = search.is_taken(end.to, taken) && taken.is_power_of_two();
            let is_plain = !end.off
                && plain.has(end.to)
                && match pos.at(end.to) {
                    None => taken == 0,
                    Some(_) => only_end,
                };
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
        let stays = |piece: Piece| piece.seat == seat && !rules.ty(piece.ty).has(self.name);
        self.directions(rules, seat).any(|direction| {
            rules
                .board
                .step(target, direction)
                .and_then(|behind| pos.at(behind))
                .is_none_or(|piece| !stays(piece))
        })
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        if mover.layer > 0 || !might_jump(self, rules, pos, mover, target) {
            return false;
        }
        let mut found = false;
        Search::new(self, rules, pos, mover).run(|_, end, _| {
            found |= end.over == target;
            !found
        });
        found && pos.at(target).is_some_and(|piece| piece.seat != mover.seat)
    }

    fn attack_path(
        &self,
        rules: &Rules,
        pos: &Position,
        mover: &Mover,
        target: Space,
        spaces: &mut SpaceSet,
    ) -> bool {
        let mut found = false;
        let mut search = Search::new(self, rules, pos, mover);
        search.run(|search, end, _| {
            found = end.over == target;
            if found {
                search.path(end, spaces);
            }
            !found
        });
        // Near the limit another way that opens could hide this one.
        found && search.memory.stops.len() < MOST / 2
    }

    fn watch(
        &self,
        rules: &Rules,
        pos: &Position,
        mover: &Mover,
        _: Space,
        spaces: &mut SpaceSet,
    ) -> bool {
        let mut search = Search::new(self, rules, pos, mover);
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
        let mut search = Search::new(self, rules, pos, mover);
        let (mut at, mut taken, mut over) = (mover.from, 0, false);
        for (index, to) in stops.iter().enumerate() {
            let leaves = off && index + 1 == stops.len();
            let (dx, dy) = at.to(*to);
            let jump = search.jump(at, (dx.signum(), dy.signum()), taken)?;
            let fits = match jump.landing {
                Some(landing) => !leaves && landing == *to,
                None => leaves && jump.over == *to,
            };
            let straight = dx == 0 || dy == 0 || dx.unsigned_abs() == dy.unsigned_abs();
            if over || !fits || !straight {
                return None;
            }
            taken = search.take(taken, &jump)?;
            over = jump.fatal || leaves;
            at = *to;
        }
        let victims = search.memory.victims.iter().enumerate();
        let captured = victims.filter(|(index, _)| taken >> index & 1 != 0);
        let mut captured: Vec<Space> = captured.map(|(_, space)| *space).collect();
        captured.sort();
        (at != mover.from || taken != 0).then_some(captured)
    }
}
