//! What the Titans of a Player are together: when they are in Check (T-19), and when losing them is a defeat (T-21).

use crate::board::{Seat, Space};

use super::{Position, Rules};

/// What the Titans of a seat are together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Royalty {
    /// The last one is in Check when it is attacked, and losing it is a defeat.
    #[default]
    Last,
    /// Each is in Check when it is attacked, and losing any is a defeat.
    Any,
    /// They are in Check when all are attacked, and losing the last is a defeat.
    All,
    /// They are never in Check; losing the last is a defeat.
    Unchecked,
    /// They are never in Check, and may all be lost.
    Common,
}

impl Rules {
    /// Who gives Check to this Player, if anybody does (T-19).
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

    /// Is this Player in Check: by default with exactly one Titan on the board, which is attacked (T-19)?
    #[inline]
    pub fn in_check(&self, pos: &Position, seat: Seat) -> bool {
        self.checker(pos, seat).is_some()
    }

    /// The Titans of this Player that Check is given to.
    pub fn checked_titans(&self, pos: &Position, seat: Seat) -> Vec<Space> {
        let titans = pos.titans(seat).iter().copied();
        if !self.in_check(pos, seat) {
            return Vec::new();
        }
        titans.filter(|titan| self.is_attacked(pos, *titan, seat)).collect()
    }

    /// Has this Player lost what Titans it may not lose?
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
