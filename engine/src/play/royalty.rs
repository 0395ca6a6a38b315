//! Rules for a Player's Titans together: when they are in Check (T-19), and when their loss is a defeat (T-21).

use crate::board::{Seat, Space};

use super::{Position, Royalty, Rules};

impl Rules {
    /// Rule for the Titans of a seat.
    pub fn royalty(&self, seat: Seat) -> Royalty {
        self.royalty[seat.index()]
    }

    /// Space of a piece that gives Check to this Player, if any (T-19).
    #[inline]
    pub fn checker(&self, pos: &Position, seat: Seat) -> Option<Space> {
        match (self.royalty[seat.index()], pos.titans(seat)) {
            (Royalty::Last | Royalty::Any | Royalty::All, [titan]) => self.attacker(pos, *titan, seat),
            (Royalty::Last | Royalty::Unchecked | Royalty::Common, _) => None,
            (Royalty::Any, titans) => (titans.iter()).find_map(|t| self.attacker(pos, *t, seat)),
            (Royalty::All, titans) => {
                let mut attackers = titans.iter().map(|t| self.attacker(pos, *t, seat));
                let first = attackers.next().flatten();
                first.filter(|_| attackers.all(|by| by.is_some()))
            }
        }
    }

    /// Returns whether this Player is in Check. By default: has exactly one Titan on the board, and it is attacked
    /// (T-19).
    #[inline]
    pub fn in_check(&self, pos: &Position, seat: Seat) -> bool {
        self.checker(pos, seat).is_some()
    }

    /// Titan of `other`, an undefeated Player, to which a piece of `by` gives Check, if any (T-19).
    pub(crate) fn given_check(&self, pos: &Position, by: Seat, other: Seat) -> Option<Space> {
        if other == by || pos.state().is_defeated(other) || !self.in_check(pos, other) {
            return None;
        }
        let own = |space: Space| pos.at(space).is_some_and(|piece| piece.seat == by);
        pos.titans(other).iter().copied().find(|titan| self.find_attacker(pos, *titan, other, own).is_some())
    }

    /// Titans of this Player that are in Check.
    pub fn checked_titans(&self, pos: &Position, seat: Seat) -> Vec<Space> {
        let titans = pos.titans(seat).iter().copied();
        if !self.in_check(pos, seat) {
            return Vec::new();
        }
        titans.filter(|titan| self.is_attacked(pos, *titan, seat)).collect()
    }

    /// Returns whether this Player has lost Titans that must not be lost.
    pub(super) fn is_uncrowned(&self, pos: &Position, seat: Seat) -> bool {
        let state = pos.state();
        match self.royalty[seat.index()] {
            Royalty::Common => false,
            Royalty::Any => pos.titans(seat).len() < usize::from(state.titans[seat.index()]),
            Royalty::Last | Royalty::All | Royalty::Unchecked => {
                state.had_royal >> seat.0 & 1 != 0 && pos.titans(seat).is_empty()
            }
        }
    }
}
