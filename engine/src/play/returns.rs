//! Captured pieces that are placed again at the end of the turn (P-11). In a turn of several actions they wait for the
//! last one.

use crate::board::Seat;

use super::waiting::Returns;
use super::{PendingChoice, Position, Rules, Traits, TypeId};

impl Rules {
    /// Adds counters of waiting pieces to games with turns of several actions.
    pub(super) fn count_returns(&mut self) {
        let returning =
            (0..self.types.len()).map(TypeId::new).filter(|ty| self.ty(*ty).traits.contains(Traits::RETURNS));
        let of: Box<[(TypeId, Seat)]> =
            returning.flat_map(|ty| Seat::all(self.seat_count()).map(move |owner| (ty, owner))).collect();
        if self.has_long_turns() && !of.is_empty() {
            let name = |(ty, owner): &(TypeId, Seat)| format!("return/{}/{}", owner.0, self.ty(*ty).key);
            let names = of.iter().map(name).collect();
            self.returns = Some(Returns { first: self.add_counters(names), of });
        }
    }

    /// Records the capture of a piece that returns to its old owner.
    pub(crate) fn owe_return(&self, pos: &mut Position, ty: TypeId, owner: Seat) {
        let counters = self.returns.iter().flat_map(Returns::counters);
        match counters.into_iter().find(|(_, of, to)| (*of, *to) == (ty, owner)) {
            Some((counter, ..)) => pos.set_counter(counter, pos.counter(counter) + 1),
            None => pos.push_pending(PendingChoice::Return(ty, owner)),
        }
    }

    /// Returns whether a piece waits to be placed.
    #[inline]
    pub(super) fn owes_return(&self, pos: &Position) -> bool {
        (self.returns.iter().flat_map(Returns::counters)).any(|(counter, ..)| pos.counter(counter) > 0)
    }

    /// Runs after an action. If the turn ends with it, waiting pieces become pending choices, except those of Players
    /// defeated in the meantime.
    pub(super) fn call_returns(&self, pos: &mut Position) {
        if !self.owes_return(pos) || self.has_another_action(pos) {
            return;
        }
        for (counter, ty, owner) in self.returns.iter().flat_map(Returns::counters) {
            if !pos.state().is_defeated(owner) && self.falls(pos, owner).is_none() {
                (0..pos.counter(counter)).for_each(|_| pos.push_pending(PendingChoice::Return(ty, owner)));
            }
        }
        self.drop_returns(pos);
    }

    /// Drops waiting pieces when the turn ends without an action in which they could be placed.
    pub(super) fn drop_returns(&self, pos: &mut Position) {
        for (counter, ..) in self.returns.iter().flat_map(Returns::counters) {
            if pos.counter(counter) > 0 {
                pos.set_counter(counter, 0);
            }
        }
    }
}
