//! Chains of jumps over other pieces, captured one after the other: the code shared by `hop` and `jump`.
//!
//! A chain is stored as the Spaces [jumped, landing, jumped, landing, …]. A chain that leaves the board ends with the
//! last Space jumped. Two chains with the same end and the same captures are one move, so the search visits each pair
//! (Space, captures) once.

mod manner;
mod search;

use super::*;
pub(super) use manner::Manner;
use search::{MOST, Search};

/// Returns whether a chain could jump over `target` if every Enemy piece could be present or absent as needed. `false`
/// is certain, and this test is much cheaper than a search.
fn might_jump(manner: &Manner, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
    let gone = |space: Space| space == mover.from || pos.at(space).is_none_or(|piece| piece.seat != mover.seat);
    let stands = |space: Space| space != mover.from && pos.at(space).is_some();
    let mut seen = SpaceSet::EMPTY;
    seen.insert(mover.from);
    let mut open = seen;
    while let Some(at) = open.first() {
        open.remove(at);
        for direction in manner.directions(rules, mover.seat) {
            let mut before = Some(at);
            for _ in 0..manner.reach {
                let Some(over) = before.and_then(|before| rules.board.step(before, direction)) else {
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
        Traits::GENERATES | Traits::ATTACKS
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        if mover.layer > 0 {
            return;
        }
        // A chain with the same result as a plain step is dropped in favour of the step.
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
                    chain: out.chain_from(start),
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

    /// The last jump over the target needs a Space behind it that is free, could become free, or is off the board.
    fn could_attack(&self, rules: &Rules, pos: &Position, seat: Seat, target: Space) -> bool {
        let stays = |piece: Piece| piece.seat == seat && !rules.ty(piece.ty).has(self.name);
        self.directions(rules, seat).any(|direction| {
            rules.board.step(target, direction).and_then(|behind| pos.at(behind)).is_none_or(|piece| !stays(piece))
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

    fn attack_path(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        let mut found = false;
        let mut search = Search::new(self, rules, pos, mover);
        search.run(|search, end, _| {
            found = end.over == target;
            if found {
                search.path(end, spaces);
            }
            !found
        });
        // Near the search limit, another path that opens could push this one out.
        found && search.memory.stops.len() < MOST / 2
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, _: Space, spaces: &mut SpaceSet) -> bool {
        let mut search = Search::new(self, rules, pos, mover);
        search.run(|_, _, _| true);
        search.watch(spaces);
        search.complete
    }

    fn retrace(&self, rules: &Rules, pos: &Position, mover: &Mover, stops: &[Space], off: bool) -> Option<Vec<Space>> {
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
