//! Turns of several actions.

use crate::board::Seat;

use super::sets::TypeSet;
use super::{Position, Rules, Traits};

impl Rules {
    /// Returns whether any seat has turns of several actions.
    pub fn has_long_turns(&self) -> bool {
        self.phases.iter().any(|phases| phases.actions > 1)
    }

    /// Types that may act now, if limited.
    #[inline]
    pub(super) fn acting(&self, pos: &Position) -> Option<TypeSet> {
        let [first, second] = self.phases[pos.to_move().index()].acting?;
        Some(if pos.state().phase == 0 { first } else { second })
    }

    /// Returns whether the turn of the Player to move continues after an action that has been made.
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

    /// Given a Check after an action: returns whether the turn is judged as a whole and the next action can still end
    /// the Check.
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

    /// After an action, before its defeats are settled: returns whether the turn has another action.
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

    /// For a Player without an action in this phase: continues with the next phase if that helps, or ends the turn.
    /// Returns `false` if the turn as a whole has no action.
    pub(crate) fn skip_phase(&self, pos: &mut Position) -> bool {
        let phase = pos.state().phase;
        if phase == 0 && !self.turn_goes_on(pos) {
            return false;
        }
        let mark = pos.mark();
        self.drop_returns(pos);
        if phase > 0 && self.trail.is_some() {
            // A piece that could not leave its Space this turn has visited it.
            let (spaces, seat) = (*self.board.spaces(), pos.to_move());
            for space in spaces.iter() {
                let piece = pos.at(space).filter(|piece| piece.seat == seat);
                if piece.is_some_and(|piece| self.ty(piece.ty).traits.contains(Traits::TRAILS)) {
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
