//! Choices required before a turn ends (T-17): placing returned pieces (P-11) and making pieces Volatile (V-2, V-7).

use crate::board::{Seat, Space};

use super::{Cost, Event, Flags, PendingChoice, Piece, Position, Rules, Slot, TypeId};

/// Maximum number of placements of returned pieces that are tried (P-11). Enough to try three pieces exhaustively on a
/// chessboard. With more, a solution could be missed only if three or more pieces had to block as many attackers of the
/// Titan.
const PLACEMENTS: u32 = 300_000;

impl Rules {
    /// Settles the first pending choice: the Space of the returned piece, or the piece to make Volatile (`None`
    /// declines, V-7). The last settlement ends the turn. Returns `false` without any change if the choice is not
    /// allowed or makes the turn illegal.
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

    /// Lazily yields every Space that settles the first pending choice and leaves the turn legal.
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

    /// Drops a returned piece that cannot be placed (P-11), for when [`Rules::settlements`] is empty. Ends the turn
    /// with the last pending choice.
    pub fn clear_pending(&self, pos: &mut Position) {
        pos.pop_pending();
        if pos.pending().is_empty() {
            // The turn was judged to be completable before.
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

    /// Returns whether a piece brought by a turn may appear on this Space.
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

    /// Returns whether the blocking piece on this Space could be made Volatile (V-2, V-7).
    pub fn may_become_volatile(&self, pos: &Position, of: Seat, space: Space) -> bool {
        pos.at(space).is_some_and(|piece| {
            let ty = self.ty(piece.ty);
            piece.seat == of && !ty.barred.contains(Flags::VOLATILE) && !piece.flags.contains(Flags::VOLATILE)
        })
    }

    /// Returns whether these pieces can be chosen as Volatile during Placement. They must be distinct, and exactly as
    /// many as the rules require, or as possible (V-2).
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

    /// Returns whether all pending choices can be settled so that the turn is legal (P-11). A piece that cannot be
    /// placed anywhere is dropped.
    pub(super) fn can_complete(&self, pos: &mut Position) -> bool {
        let mut left = PLACEMENTS;
        self.completes(pos, &mut left)
    }

    /// Like `can_complete`, with a limit on the placements still to be tried.
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
