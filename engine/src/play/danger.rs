//! Safety of a Titan in a turn: Checks, pins, and cells on which attacks by abilities depend.

use crate::board::Bits;

/// Pinned piece: it stands between an attacker and its own Titan and may only go to some cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pin<const N: usize> {
    pub cell: usize,
    pub allowed: Bits<N>,
}

/// Maximum number of pins stored; beyond it, moves are tried instead.
const MAX_PINS: usize = 16;

/// Restrictions on all other pieces for the safety of the only Titan.
#[derive(Clone, Debug)]
pub(super) struct Danger<const N: usize> {
    /// Destinations allowed to any piece: all cells, or those that end every Check.
    pub allowed: Bits<N>,
    /// Cells of the pinned pieces.
    pub pinned: Bits<N>,
    pins: [Pin<N>; MAX_PINS],
    count: usize,
    /// Attackers that give Check or pin.
    pub attackers: Bits<N>,
    /// Occupied cells that block an attack.
    pub screens: Bits<N>,
    /// Cells where any change could allow an attack by an ability or a walk.
    pub touchy: Bits<N>,
    /// Pieces whose capture could allow an attack by an ability.
    pub guards: Bits<N>,
    /// Cells of the paths on which abilities and walks give Check. The Check lasts while none of them changes.
    pub ending: Bits<N>,
    pub check: bool,
    /// No information available: every move is tried.
    pub unclear: bool,
}

impl<const N: usize> Danger<N> {
    /// No restrictions.
    #[inline(always)]
    pub fn none() -> Self {
        Self {
            allowed: Bits::FULL,
            pinned: Bits::EMPTY,
            pins: [Pin { cell: 0, allowed: Bits::EMPTY }; MAX_PINS],
            count: 0,
            attackers: Bits::EMPTY,
            screens: Bits::EMPTY,
            touchy: Bits::EMPTY,
            guards: Bits::EMPTY,
            ending: Bits::EMPTY,
            check: false,
            unclear: false,
        }
    }

    /// Cells to which the piece on a cell may go.
    #[inline(always)]
    pub fn allows(&self, from: usize) -> Bits<N> {
        let mut allowed = self.allowed;
        if self.pinned.has(from) {
            let own = |pin: &&Pin<N>| pin.cell == from;
            for pin in self.pins[..self.count].iter().filter(own) {
                allowed &= pin.allowed;
            }
        }
        allowed
    }

    /// Adds a Check by an ability or a walk, which can only be ended on this path.
    pub fn check_by_way(&mut self, way: Bits<N>) {
        self.check = true;
        self.ending |= way;
        self.allowed &= way;
        self.touchy |= way;
    }

    /// Returns whether a Check by an ability or a walk certainly lasts if only these cells change.
    pub fn goes_on(&self, changed: Bits<N>) -> bool {
        self.ending.any() && (self.ending & changed).none()
    }

    /// Adds a pin.
    pub fn pin(&mut self, pin: Pin<N>) {
        match self.pins.get_mut(self.count) {
            Some(place) => {
                *place = pin;
                self.count += 1;
            }
            None => self.unclear = true,
        }
    }
}
