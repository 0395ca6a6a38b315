//! What a turn obliges to before it ends (T-17): pieces to return (P-11), and pieces to make Volatile (V-2, V-7).

use crate::board::{Seat, Space};

use super::{Cost, Event, Flags, PendingChoice, Piece, Position, Rules, Slot, TypeId};

/// The most placements of returned pieces that are tried (P-11). Three of them go through on a chessboard; where more are pending
/// at once, three or more would have to step between the Titan and as many attackers for a way to be missed.
const PLACEMENTS: u32 = 300_000;

impl Rules {
    /// Settles the first pending choice: where to put the returned piece, or which piece to make Volatile (`None` declines, V-7).
    /// Ends the turn with the last one. `false` and nothing changed if the choice is not allowed or leaves the turn illegal.
    pub fn settle(&self, pos: &mut Position, choice: Option<Space>) -> bool {
        let mark = pos.mark();
        if !self.resolve(pos, choice) {
            return false;
        }
        let done = if pos.pending().is_empty() { self.end_turn(pos).is_ok() } else { self.can_complete(pos) };
        if !done {
            pos.undo(self, &mark);
        }
        done
    }

    /// Every Space that settles the first pending choice and leaves the turn legal, found one after the other: nothing is kept, and what is not
    /// asked for is not tried.
    pub fn settlements<'a>(&'a self, pos: &'a mut Position) -> impl Iterator<Item = Space> + 'a {
        self.board.spaces().iter().filter(move |space| {
            let mark = pos.mark();
            let fits = self.settle(pos, Some(*space));
            if fits {
                pos.undo(self, &mark);
            }
            fits
        })
    }

    /// Lets go of a returned piece that has nowhere to go (P-11): for the caller to use when [`Rules::settlements`] is empty.
    /// Ends the turn with the last pending choice.
    pub fn clear_pending(&self, pos: &mut Position) {
        pos.pop_pending();
        if pos.pending().is_empty() {
            // A turn that can be completed has been judged already.
            let _ = self.end_turn(pos);
        }
    }

    fn resolve(&self, pos: &mut Position, choice: Option<Space>) -> bool {
        match (pos.pending().first(), choice) {
            (Some(PendingChoice::Return(ty, owner)), Some(space))
                if self.board.has(space) && pos.at(space).is_none() =>
            {
                pos.pop_pending();
                self.create(pos, space, Piece::new(ty, owner));
                true
            }
            (Some(PendingChoice::Volatile(_) | PendingChoice::Bring { .. }), None) => pos.pop_pending().is_some(),
            (Some(PendingChoice::Bring { ty, near, cost }), Some(space))
                if self.may_bring(pos, ty, near, cost, space) =>
            {
                pos.pop_pending();
                self.bring(pos, ty, cost, space);
                true
            }
            (Some(PendingChoice::Volatile(of)), Some(space)) if self.may_become_volatile(pos, of, space) => {
                pos.pop_pending();
                pos.set_flag(self, Slot::new(space, 0), Flags::VOLATILE, true);
                pos.tell(Event::MadeVolatile { space });
                true
            }
            _ => false,
        }
    }

    /// May a piece that a turn brings appear on this Space?
    pub fn may_bring(&self, pos: &Position, ty: TypeId, near: Space, cost: Cost, space: Space) -> bool {
        let distance = match cost {
            Cost::Reserve(_) => 0,
            Cost::Rest { .. } => 1,
        };
        near.distance(space) == distance && self.may_place(pos, ty, space)
    }

    fn bring(&self, pos: &mut Position, ty: TypeId, cost: Cost, space: Space) {
        let seat = pos.to_move();
        match cost {
            Cost::Reserve(kept) => self.place(pos, seat, ty, kept, space),
            Cost::Rest { counter, turns } => {
                pos.set_counter(usize::from(counter), turns);
                self.create(pos, space, Piece::new(ty, seat));
            }
        }
    }

    /// Could the blocking piece on this Space be chosen to become Volatile (V-2, V-7)?
    pub fn may_become_volatile(&self, pos: &Position, of: Seat, space: Space) -> bool {
        pos.at(space).is_some_and(|piece| {
            let ty = self.ty(piece.ty);
            piece.seat == of && !ty.barred.has(Flags::VOLATILE) && !piece.flags.has(Flags::VOLATILE)
        })
    }

    /// May these pieces of a Player be chosen during Placement to be Volatile: exactly as many as the rules say, or as can be
    /// (V-2), all different?
    pub fn volatile_choice_fits(&self, pos: &Position, of: Seat, chosen: &[Space]) -> bool {
        let Some(volatility) = self.volatile else {
            return false;
        };
        let possible = pos.blocking(of).iter().filter(|space| self.may_become_volatile(pos, of, *space));
        let fits = |(index, space): (usize, &Space)| {
            !chosen[..index].contains(space) && self.may_become_volatile(pos, of, *space)
        };
        chosen.len() == possible.count().min(volatility.count.into()) && chosen.iter().enumerate().all(fits)
    }

    /// Is there a way to settle all pending choices that leaves the turn legal (P-11)? One that has nowhere to go is left out.
    pub(super) fn can_complete(&self, pos: &mut Position) -> bool {
        let mut left = PLACEMENTS;
        self.completes(pos, &mut left)
    }

    /// The same with so many placements left to try.
    fn completes(&self, pos: &mut Position, left: &mut u32) -> bool {
        let mark = pos.mark();
        let Some(pending) = pos.pending().first() else {
            let fine = self.end_turn(pos).is_ok();
            pos.undo(self, &mark);
            return fine;
        };
        let mut somewhere = false;
        if matches!(pending, PendingChoice::Return(..)) {
            let spaces = *self.board.spaces();
            for space in spaces.iter() {
                if *left == 0 {
                    return false;
                }
                *left -= 1;
                if !self.resolve(pos, Some(space)) {
                    continue;
                }
                somewhere = true;
                let fine = self.completes(pos, left);
                pos.undo(self, &mark);
                if fine {
                    return true;
                }
            }
        }
        if somewhere {
            return false;
        }
        pos.pop_pending();
        let fine = self.completes(pos, left);
        pos.undo(self, &mark);
        fine
    }
}
