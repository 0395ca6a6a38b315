//! What the safety of a Titan asks of a turn: the Checks, the pins, and where an ability could come to attack.

use crate::board::Bits;

/// A piece that may only go to some cells, since it stands between an attacker and its own Titan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pin<const N: usize> {
    pub cell: u16,
    pub allowed: Bits<N>,
}

/// The most pieces that can be pinned at once: more are not looked at but tried.
const MAX_PINS: usize = 16;

/// What the safety of the only Titan asks of all other pieces.
#[derive(Clone, Debug)]
pub(super) struct Danger<const N: usize> {
    /// Where a piece may go: anywhere, or where it ends every Check.
    pub allowed: Bits<N>,
    /// The pieces with a pin.
    pub pinned: Bits<N>,
    pins: [Pin<N>; MAX_PINS],
    count: usize,
    /// Attackers that give Check or pin.
    pub attackers: Bits<N>,
    /// Cells on the way of something that would attack if they were empty.
    pub screens: Bits<N>,
    /// Cells where any change could let an ability or a walk attack.
    pub touchy: Bits<N>,
    /// Pieces whose capture could let an ability attack.
    pub guards: Bits<N>,
    /// Cells of the ways by which abilities and walks give Check: it goes on as long as nothing changes there.
    pub ending: Bits<N>,
    pub check: bool,
    /// Nothing can be told: every move is tried.
    pub unclear: bool,
}

impl<const N: usize> Danger<N> {
    /// Nothing to fear.
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

    /// Where the piece on a cell may go.
    #[inline(always)]
    pub fn allows(&self, from: usize) -> Bits<N> {
        let mut allowed = self.allowed;
        if self.pinned.has(from) {
            let own = |pin: &&Pin<N>| pin.cell as usize == from;
            for pin in self.pins[..self.count].iter().filter(own) {
                allowed &= pin.allowed;
            }
        }
        allowed
    }

    /// An ability, or a walk, gives Check by this way, where alone it can be ended.
    pub fn check_by_way(&mut self, way: Bits<N>) {
        self.check = true;
        self.ending |= way;
        self.allowed &= way;
        self.touchy |= way;
    }

    /// Is a Check by an ability or a walk sure to go on if nothing but these cells changes?
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
