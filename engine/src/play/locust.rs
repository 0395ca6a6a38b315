//! Captures in passing: movements of several legs that capture an Enemy at the end of a leg and continue, such as a
//! Lion's or a locust's.
//!
//! The ability comes from the notation of such a movement. Its moves are chains: each Space of a capture in passing
//! occurs twice (captured piece and landing), and so does the last Space.

use std::cell::Cell;
use std::sync::Arc;

use crate::board::{Space, SpaceSet};
use crate::piece::{Footing, MoveRule, Path, Vector, Walker, walk};

use super::route::{self, Landing, Movement};
use super::{Ability, Kind, Move, MoveList, Mover, Position, Rules, Traits};

/// Ability given by those movements that capture in passing, if any.
pub(super) fn of(moves: &[MoveRule]) -> Option<Arc<dyn Ability>> {
    let passing = moves.iter().filter(|rule| rule.path.captures_in_passing());
    let rules: Vec<Movement> = passing
        .map(|rule| Movement { rule: rule.clone(), landing: Landing::Any, gained: false, double: false })
        .collect();
    (!rules.is_empty()).then(|| Arc::new(Locust { rules }) as Arc<dyn Ability>)
}

#[derive(Debug)]
struct Locust {
    rules: Vec<Movement>,
}

/// Spaces entered along a path, each with its footing.
type Trail = Vec<(Space, Footing)>;

thread_local! {
    /// Buffer of each thread, reused for the next path.
    static MEMORY: Cell<Trail> = Cell::default();
}

/// Walk along legs. `R` is called at the end of each path with its trail.
struct Raid<'a, R> {
    rules: &'a Rules,
    pos: &'a Position,
    mover: &'a Mover,
    /// The path is straight along a Bishop Line, which S-5 may bar from Affected Spaces.
    diagonal: bool,
    movement: &'a Movement,
    trail: Trail,
    /// Ignores the pieces on the board, to find possible paths.
    anything: bool,
    reached: R,
}

impl<R: FnMut(Space, &[(Space, Footing)])> Raid<'_, R> {
    fn side(&self, step: Vector) -> Vector {
        self.rules.board.side(self.mover.seat).resolve(step)
    }

    fn is_taken(&self, at: Space) -> bool {
        self.trail.contains(&(at, Footing::Enemy))
    }

    fn is_free(&self, at: Space) -> bool {
        self.pos.at(at).is_none() || at == self.mover.from || self.is_taken(at)
    }

    fn may_take(&self, at: Space) -> bool {
        let Mover { seat, ty, .. } = *self.mover;
        self.pos.at(at).is_some_and(|victim| {
            !self.is_free(at) && victim.seat != seat && self.rules.may_take(self.pos, seat, ty, at, victim)
        })
    }
}

impl<R: FnMut(Space, &[(Space, Footing)])> Walker for Raid<'_, R> {
    type Place = Space;

    fn step(&self, at: Space, by: Vector) -> Option<Space> {
        self.rules.board.step(at, self.side(by))
    }

    fn enter(&mut self, at: Space, footing: Footing) -> bool {
        let open = self.anything
            || match footing {
                Footing::Free => self.is_free(at),
                Footing::Mount => !self.is_free(at),
                // The captor of a piece that avenges itself goes no further (C-22).
                Footing::Enemy => self.may_take(at) && !self.rules.is_fatal(self.pos, at),
                Footing::Any => true,
            };
        if open {
            self.trail.push((at, footing));
        }
        open
    }

    fn leave(&mut self) {
        self.trail.pop();
    }

    fn land(&mut self, at: Space) {
        let Mover { ty, from, .. } = *self.mover;
        let mode = self.movement.rule.mode;
        let ends = if self.is_free(at) { mode.moves() } else { mode.captures() && self.may_take(at) };
        let barred = self.diagonal && self.rules.bars_far_diagonal(ty, from, at);
        if self.anything || ends && !barred {
            (self.reached)(at, &self.trail);
        }
    }
}

impl Locust {
    /// Calls `reached` with the end and the trail of every path of a mover. With `anything`, pieces on the board are
    /// ignored.
    fn each_way(
        &self,
        rules: &Rules,
        pos: &Position,
        mover: &Mover,
        anything: bool,
        mut reached: impl FnMut(Space, &[(Space, Footing)]),
    ) {
        let mut trail = MEMORY.take();
        for movement in &self.rules {
            let rule = &movement.rule;
            let Path::Legs { turns, last } = &rule.path else {
                continue;
            };
            let able = movement.starts_on(&rules.board, mover.seat, mover.from)
                && (!rule.initial || mover.fresh && !mover.copying)
                && (!movement.needs_lead() || rules.leads_support(pos, mover.seat));
            if !able {
                continue;
            }
            trail.clear();
            let mut raid = Raid {
                rules,
                pos,
                mover,
                diagonal: route::is_far_diagonal(&rule.path),
                movement,
                trail,
                anything,
                reached: &mut reached,
            };
            walk(&mut raid, turns, last, mover.from);
            trail = raid.trail;
        }
        MEMORY.set(trail);
    }
}

/// Captures along a path, in passing and at its end.
fn captures<'a>(
    pos: &'a Position,
    mover: &'a Mover,
    to: Space,
    trail: &'a [(Space, Footing)],
) -> impl Iterator<Item = Space> + 'a {
    let passing = trail.iter().filter(|(_, footing)| *footing == Footing::Enemy);
    let passing = passing.map(|(space, _)| *space);
    let again = trail.contains(&(to, Footing::Enemy));
    let at_end = (!again && to != mover.from && pos.at(to).is_some()).then_some(to);
    passing.chain(at_end)
}

impl Ability for Locust {
    fn traits(&self) -> Traits {
        Traits::GENERATES | Traits::ATTACKS
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        if mover.layer > 0 {
            return;
        }
        let first = out.moves.len();
        self.each_way(rules, pos, mover, false, |to, trail| {
            let start = out.chains.len();
            for victim in captures(pos, mover, to, trail).filter(|victim| *victim != to) {
                out.chains.extend([victim, victim]);
            }
            out.chains.extend([to, to]);
            let chain = &out.chains[start..];
            let same = |other: &Move| {
                let theirs = &out.chains[other.span()];
                other.to == to && theirs.len() == chain.len() && chain.iter().all(|space| theirs.contains(space))
            };
            let plain = chain.len() == 2 && rules.reaches(pos, mover, to);
            if plain || out.moves[first..].iter().any(same) {
                out.chains.truncate(start);
                return;
            }
            let mv = Move { chain: out.chain_from(start), ..Move::of(Kind::Chain { off: false }, mover.from, to) };
            rules.push(pos, mover, mv, out);
        });
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let mut found = false;
        if mover.layer == 0 {
            self.each_way(rules, pos, mover, false, |to, trail| {
                found |= captures(pos, mover, to, trail).any(|victim| victim == target);
            });
        }
        found
    }

    fn attack_path(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        let mut found = false;
        self.each_way(rules, pos, mover, false, |to, trail| {
            if !found && captures(pos, mover, to, trail).any(|victim| victim == target) {
                found = true;
                let trail = trail.iter().map(|(space, _)| *space);
                trail.chain([mover.from, to]).for_each(|space| spaces.insert(space));
            }
        });
        found
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        self.each_way(rules, pos, mover, true, |to, trail| {
            if to == target || trail.contains(&(target, Footing::Enemy)) {
                let on_way = trail.iter().map(|(space, _)| *space).chain([to]);
                on_way.filter(|space| *space != target && *space != mover.from).for_each(|space| spaces.insert(space));
            }
        });
        true
    }

    fn retrace(&self, rules: &Rules, pos: &Position, mover: &Mover, stops: &[Space], off: bool) -> Option<Vec<Space>> {
        let mut captured = None;
        self.each_way(rules, pos, mover, false, |to, trail| {
            let passing = trail.iter().filter(|(_, footing)| *footing == Footing::Enemy);
            let way = passing.map(|(space, _)| *space).chain([to]);
            if !off && captured.is_none() && way.eq(stops.iter().copied()) {
                let mut all: Vec<Space> = captures(pos, mover, to, trail).collect();
                all.sort();
                captured = Some(all);
            }
        });
        captured
    }
}
