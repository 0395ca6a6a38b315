//! Turns of more than one action.

use crate::board::Seat;

use super::sets::TypeSet;
use super::{Position, Rules, TypeId};

/// What the turns of a seat consist of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phases {
    /// Actions in a turn.
    pub actions: u8,
    /// A Check ends the turn early.
    pub check_ends: bool,
    /// Who acts in each of them, if not everybody does. The turn is judged as a whole then.
    pub acting: Option<[TypeSet; 2]>,
}

impl Phases {
    /// Turns of one action.
    pub const ONE: Phases = Phases { actions: 1, check_ends: false, acting: None };

    /// Turns of two actions. If `second` names types, they act in the second and no others, and not in the first.
    pub fn two(types: usize, second: &[TypeId], check_ends: bool) -> Self {
        let in_second = |ty: &usize| second.contains(&TypeId::new(*ty));
        let acting = [TypeSet::of((0..types).filter(|ty| !in_second(ty))), TypeSet::of((0..types).filter(in_second))];
        Self { actions: 2, check_ends, acting: (!second.is_empty()).then_some(acting) }
    }
}

impl Rules {
    /// Has somebody turns of more than one action?
    pub fn has_long_turns(&self) -> bool {
        self.phases.iter().any(|phases| phases.actions > 1)
    }

    /// The types that may act now, if not all.
    #[inline]
    pub(super) fn acting(&self, pos: &Position) -> Option<TypeSet> {
        let [first, second] = self.phases[pos.to_move().index()].acting?;
        Some(if pos.state().phase == 0 { first } else { second })
    }

    /// Does the turn of the Player to move go on after an action that has been made?
    #[inline]
    pub(super) fn turn_goes_on(&self, pos: &Position) -> bool {
        let actor = pos.to_move();
        let phases = &self.phases[actor.index()];
        if phases.actions <= 1 || pos.state().phase + 1 >= phases.actions {
            return false;
        }
        let others = || Seat::all(self.seat_count()).filter(|seat| *seat != actor && !pos.state().is_defeated(*seat));
        !pos.state().is_defeated(actor)
            && others().next().is_some()
            && !(phases.check_ends && others().any(|seat| self.in_check(pos, seat)))
    }

    /// A Check stands after an action: is the turn judged as a whole, and can the next action still end it?
    pub(super) fn can_be_mended(&self, pos: &mut Position) -> bool {
        let whole = self.phases[pos.to_move().index()].acting.is_some();
        if !whole || !self.turn_goes_on(pos) {
            return false;
        }
        let mark = pos.mark();
        self.pass_turn(pos);
        let mended = self.has_legal_move(pos);
        pos.undo(self, &mark);
        mended
    }

    /// After an action, before its defeats are settled: does another action of the turn follow?
    pub(super) fn has_another_action(&self, pos: &mut Position) -> bool {
        let mark = pos.mark();
        self.settle_defeats(pos, pos.to_move());
        self.settle_aims(pos, pos.to_move());
        let another = self.turn_goes_on(pos) && {
            self.pass_turn(pos);
            self.has_legal_move(pos)
        };
        pos.undo(self, &mark);
        another
    }

    /// The Player to move can do nothing in this part of the turn: goes on to the next part, if that helps or the turn ends with this one.
    /// `false` if it is the turn as a whole that is stuck.
    pub(crate) fn skip_phase(&self, pos: &mut Position) -> bool {
        let phase = pos.state().phase;
        if phase == 0 && !self.turn_goes_on(pos) {
            return false;
        }
        let mark = pos.mark();
        self.drop_returns(pos);
        if phase > 0 && self.trail.is_some() {
            // What could not leave the Space where it began the turn has visited it.
            let (spaces, seat) = (*self.board.spaces(), pos.to_move());
            for space in spaces.iter() {
                let piece = pos.at(space).filter(|piece| piece.seat == seat);
                if piece.is_some_and(|piece| self.ty(piece.ty).traits.trails) {
                    self.lay_trail(pos, space);
                }
            }
        }
        self.pass_turn(pos);
        if phase > 0 || self.has_legal_move(pos) {
            return true;
        }
        pos.undo(self, &mark);
        false
    }
}
