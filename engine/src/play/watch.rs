//! Quiet moves that are legal without being tried: a piece that only changes its place, away from every Space that an
//! attack on the own Titan could hang on.
//!
//! The definition stays [`Rules::is_legal`], which makes a move and asks for Check. But while nobody attacks the Titan, few
//! Spaces could change that: [`Rules::watch`] finds them once a turn, and [`Watch::lets`] knows the moves that leave them
//! alone. Whatever it does not know for sure is tried. `tests/watch.rs` compares the two.

use std::sync::Arc;

use crate::ability::Ability;
use crate::board::{Seat, Space, SpaceSet};

use super::tracks::{Reach, Route};
use super::{Flags, Kind, Move, Mover, Position, Rules, Slot};

/// What a quiet move of the Player to move must leave alone.
#[derive(Debug)]
pub(crate) struct Watch {
    /// Where a piece that comes or goes might open an attack on the Titan.
    spaces: SpaceSet,
    hits: Vec<Slot>,
}

impl Watch {
    /// Is this pseudo-legal move surely legal? `false`: it must be tried.
    #[inline]
    pub fn lets(&mut self, rules: &Rules, pos: &Position, mv: &Move) -> bool {
        if self.spaces.has(mv.from) || self.spaces.has(mv.to) {
            return false;
        }
        match mv.kind {
            // P-2: what comes to stand on a Supporter captures it.
            Kind::Step | Kind::Double | Kind::Gained => {
                pos.at(mv.to).is_none()
                    && pos.supporter(mv.to).is_none()
                    && mv.promote.is_none()
                    && mv.copying.is_none()
                    && self.only_moves(rules, pos, mv)
            }
            Kind::Place => {
                pos.supporter(mv.to).is_none()
                    && mv.promote.is_some_and(|ty| {
                        let ty = rules.ty(ty);
                        !ty.titan && !ty.traits.nifu
                    })
            }
            _ => false,
        }
    }

    /// Does nothing change but the place of the piece?
    #[inline]
    fn only_moves(&mut self, rules: &Rules, pos: &Position, mv: &Move) -> bool {
        let Some(piece) = pos.in_slot(Slot::new(mv.from, mv.layer)) else {
            return false;
        };
        let ty = rules.ty(piece.ty);
        let traits = ty.traits;
        // What protects or holds others does more. What copies holds an Immobilizer (B-12), but cannot leave it unless it is
        // Immutable.
        if ty.titan
            || ty.aura
            || traits.wards
            || traits.nifu
            || traits.copies && ty.immutable
            || piece.flags.has(Flags::LEAVES)
        {
            return false;
        }
        let calm = |ability: &Arc<dyn Ability>| {
            !ability.traits().settles || ability.settles_calmly(rules, pos, mv, piece)
        };
        if traits.settles && !ty.abilities.iter().all(calm) {
            return false;
        }
        if !traits.effects {
            return true;
        }
        self.hits.clear();
        rules.captures(pos, mv, &[], &mut self.hits);
        self.hits.is_empty()
    }
}

impl Rules {
    /// What a quiet move of the Player to move must leave alone; `None` if no move is legal without being tried.
    pub(crate) fn watch(&self, pos: &Position) -> Option<Watch> {
        let seat = pos.to_move();
        // Who falls with this turn holds nobody any more (T-23).
        let about_to_fall =
            |seat| !pos.state().is_defeated(seat) && self.falls(pos, seat).is_some();
        if !pos.debts().is_empty() || Seat::all(self.seat_count()).any(about_to_fall) {
            return None;
        }
        let mut spaces = SpaceSet::EMPTY;
        if let [titan] = pos.titans(seat)
            && !pos.state().is_defeated(seat)
        {
            let safe = !self.is_attacked(pos, *titan, seat);
            if !safe || !self.watch_attacks(pos, *titan, seat, &mut spaces) {
                return None;
            }
        }
        Some(Watch {
            spaces,
            hits: Vec::new(),
        })
    }

    /// Adds every Space where a change could let an Enemy of `seat` attack `target`, which nobody attacks now. `false` if it
    /// could be any.
    fn watch_attacks(
        &self,
        pos: &Position,
        target: Space,
        seat: Seat,
        spaces: &mut SpaceSet,
    ) -> bool {
        let undefeated = |enemy: &Seat| *enemy != seat && !pos.state().is_defeated(*enemy);
        Seat::all(self.seat_count())
            .filter(undefeated)
            .all(|enemy| {
                let movers = |of: Space| pos.at(of).map(|piece| Mover::real(of, 0, piece));
                pos.blocking(enemy)
                    .in_both(self.within_reach(enemy, target))
                    .filter_map(movers)
                    .all(|mover| self.watch_way(pos, &mover, target, spaces))
                    && self.strikers.iter().all(|(index, ability)| {
                        let pieces = pos.strikers(enemy, *index);
                        pieces.is_empty()
                            || !ability.could_attack(self, pos, enemy, target)
                            || pieces
                                .iter()
                                .filter_map(movers)
                                .all(|mover| ability.watch(self, pos, &mover, target, spaces))
                    })
            })
    }

    /// Adds every Space where a change could open the mover's way to capture on `target` by its Betza movements. `false` if it
    /// could be any.
    pub(crate) fn watch_way(
        &self,
        pos: &Position,
        mover: &Mover,
        target: Space,
        spaces: &mut SpaceSet,
    ) -> bool {
        let tracks = self.tracks(mover.seat, mover.ty);
        let Reach::Perhaps(list) = tracks.reach(mover.from, target) else {
            return true;
        };
        let mut ride = |step: u16, start: Space, max: u8| {
            let mut at = start;
            for _ in 0..max {
                match self.go(step, at) {
                    Some(to) if to != target => at = to,
                    _ => break,
                }
                spaces.insert(at);
            }
        };
        for track in list.iter().map(|index| &tracks.all[*index as usize]) {
            if !track.open && !self.gate_is_open(pos, mover, track) {
                continue;
            }
            match &track.route {
                Route::Leap(_) => {}
                Route::Ride(step, max) => ride(*step, mover.from, *max),
                Route::Lame(via, _) => via.iter().for_each(|step| ride(*step, mover.from, 1)),
                Route::Area(..) | Route::Bent { .. } => return false,
            }
        }
        true
    }

    /// Adds every Space where a change could give the mover another Space to move to. `false` if it could be any.
    pub(crate) fn watch_landings(
        &self,
        pos: &Position,
        mover: &Mover,
        spaces: &mut SpaceSet,
    ) -> bool {
        for track in &self.tracks(mover.seat, mover.ty).all {
            if !track.open && !self.gate_is_open(pos, mover, track) {
                continue;
            }
            // Where it only captures, an arrival gives it something to do; else only what goes away does.
            let mut ride = |step: u16, max: u8| {
                let mut at = mover.from;
                for _ in 0..max {
                    let Some(to) = self.go(step, at) else { break };
                    let free = pos.at(to).is_none();
                    if !free || !track.mode.moves() {
                        spaces.insert(to);
                    }
                    if !free {
                        break;
                    }
                    at = to;
                }
            };
            match &track.route {
                Route::Leap(step) => ride(*step, 1),
                Route::Ride(step, max) => ride(*step, *max),
                Route::Lame(via, to) => via.iter().chain([to]).for_each(|step| ride(*step, 1)),
                Route::Area(..) | Route::Bent { .. } => return false,
            }
        }
        true
    }
}
