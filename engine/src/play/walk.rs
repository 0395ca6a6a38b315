//! Path-dependent movements, which depend on a trail or on earlier moves in the same turn. They are walked path by path
//! instead of looked up in tables.

use crate::board::{Seat, Space};

use super::route;
use super::sets::TypeSet;
use super::ways::{Way, Ways};
use super::zone::Limits;
use super::{Mover, Position, Rules, Traits, TypeId};

impl Ways {
    /// Computes the paths for rules that are otherwise complete.
    pub fn new(rules: &Rules) -> Self {
        let types = rules.types.len();
        let mut ways = Vec::new();
        for seat in Seat::all(rules.seat_count()) {
            for ty in (0..types).map(TypeId::new) {
                ways.push(if rules.ty(ty).traits.contains(Traits::WALKS) {
                    of_type(rules, seat, ty)
                } else {
                    Vec::new()
                });
            }
        }
        Self { ways, types }
    }
}

fn of_type(rules: &Rules, seat: Seat, ty: TypeId) -> Vec<Vec<Way>> {
    let mut all: Vec<Vec<Way>> = (0..Space::COUNT).map(|_| Vec::new()).collect();
    let army = rules.ty(ty).origin.0;
    for movement in rules.movements(ty) {
        let rule = &movement.rule;
        let limits = Limits::new(rules, seat, army, &rule.bounds);
        let named = |id: &String| {
            let pieces = &rules.armies[army].pieces;
            let piece = pieces.iter().position(|piece| piece.id == *id);
            (0..rules.types.len()).find(|ty| Some(rules.types[*ty].origin) == piece.map(|p| (army, p)))
        };
        let after = &rule.bounds.after;
        let after = (!after.is_empty()).then(|| TypeSet::of(after.iter().filter_map(named)));
        for from in rules.board.spaces().iter() {
            if !movement.starts_on(&rules.board, seat, from) || !limits.starts_on(from) {
                continue;
            }
            route::each_way(&rules.board, seat, &rule.path, from, |to, free| {
                let lands = movement.may_land(rules.affected.as_ref(), from, to);
                if lands && limits.ends_on(to) && free.iter().all(|space| limits.passes(*space)) {
                    all[from.index()].push(Way {
                        to,
                        over: free.into(),
                        mode: rule.mode,
                        initial: rule.initial,
                        after,
                        lead: movement.needs_lead(),
                    });
                }
            });
        }
    }
    all
}

impl Rules {
    /// Returns whether this Space is on the trail, which no piece may cross.
    #[inline]
    pub fn is_trail(&self, pos: &Position, space: Space) -> bool {
        self.trail.is_some_and(|first| pos.counter(first + space.index()) > 0)
    }

    /// Adds a Space to the trail.
    pub fn lay_trail(&self, pos: &mut Position, space: Space) {
        if let Some(first) = self.trail.filter(|_| !self.is_trail(pos, space)) {
            pos.set_counter(first + space.index(), 1);
        }
    }

    fn is_open(&self, pos: &Position, mover: &Mover, way: &Way) -> bool {
        let keeps_off = self.ty(mover.ty).traits.contains(Traits::TRAILS);
        way.over.iter().all(|space| {
            pos.at(*space).is_none() && !self.ends_slides(pos, *space) && !(keeps_off && self.is_trail(pos, *space))
        })
    }

    /// Calls `found` with every destination of a walked type.
    pub(crate) fn walk(&self, pos: &Position, mover: &Mover, mut found: impl FnMut(Space)) {
        if mover.layer > 0 {
            return;
        }
        for way in self.ways.of(mover) {
            let usable = (!way.initial || mover.fresh && !mover.copying)
                && way.after.is_none_or(|types| {
                    let last = pos.state().last_moved;
                    pos.state().stirred && last.is_some_and(|ty| types.has(ty.index()))
                })
                && (!way.lead || self.leads_support(pos, mover.seat));
            let ends = || match pos.at(way.to) {
                None => way.mode.moves(),
                Some(victim) => way.mode.captures() && self.may_take(pos, mover.seat, mover.ty, way.to, victim),
            };
            if usable && ends() && self.is_open(pos, mover, way) {
                found(way.to);
            }
        }
    }

    /// Calls `found` with each path to a Space (the Spaces passed, and whether the path is open) until `found` returns
    /// `true`.
    pub(crate) fn each_walk_to(
        &self,
        pos: &Position,
        mover: &Mover,
        to: Space,
        mut found: impl FnMut(&[Space], bool) -> bool,
    ) {
        let ways = self.ways.of(mover).iter().filter(|way| way.to == to);
        for way in ways {
            if found(&way.over, self.is_open(pos, mover, way)) {
                return;
            }
        }
    }

    /// Returns whether this piece is on the trail, where any Enemy can capture it as a turn.
    pub(crate) fn is_hunted(&self, pos: &Position, target: Space) -> bool {
        self.is_trail(pos, target)
            && pos.at(target).is_some_and(|prey| {
                self.ty(prey.ty).traits.contains(Traits::TRAILS) && !self.is_invulnerable(pos, target, prey)
            })
    }

    /// Titan of an undefeated Enemy of this seat, reported as the attacker of a hunted piece on this Space.
    pub(super) fn hunter(&self, pos: &Position, target: Space, seat: Seat) -> Option<Space> {
        if self.trail.is_none() || !self.is_hunted(pos, target) {
            return None;
        }
        let able = |hunter: &Seat| *hunter != seat && !pos.state().is_defeated(*hunter);
        let mut hunters = Seat::all(self.seat_count()).filter(able);
        hunters.find_map(|hunter| pos.titans(hunter).iter().min().copied())
    }
}
