//! Check (T-19, T-20): is a cell attacked, and what may still be done without leaving the own Titan attacked.

use super::bits::Bits;
use super::position::Position;
use super::tables::Lineup;

/// The board as it would be: what stands where, and who can still attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation<const N: usize> {
    pub occupied: Bits<N>,
    pub active: Bits<N>,
}

/// A piece that may only go to some cells, since it stands between an attacker and its own Titan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pin<const N: usize> {
    pub cell: u16,
    pub allowed: Bits<N>,
}

/// What the safety of the only Titan asks of all other pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Danger<const N: usize> {
    /// Where a piece may go: anywhere, or where it ends every Check.
    pub allowed: Bits<N>,
    /// The pieces in the list of pins.
    pub pinned: Bits<N>,
    /// Attackers that give Check or pin.
    pub attackers: Bits<N>,
    pub check: bool,
    pub check_or_pin: bool,
}

impl<const N: usize> Danger<N> {
    /// Nothing to fear.
    pub const NONE: Self = Self {
        allowed: Bits::FULL,
        pinned: Bits::EMPTY,
        attackers: Bits::EMPTY,
        check: false,
        check_or_pin: false,
    };
}

impl<const N: usize> Lineup<'_, N> {
    /// Would a piece of `me` on `cell` be attacked? Every question of this kind comes here.
    #[inline(always)]
    pub fn is_attacked(
        &self,
        pos: &Position<N>,
        me: usize,
        cell: usize,
        situation: &Situation<N>,
    ) -> bool {
        self.each_threat(me, cell, &pos.sets, situation.active, |_, path| {
            (path & situation.occupied).none()
        })
    }

    /// The pieces that attack a piece of `me` on `cell`.
    pub fn attackers(
        &self,
        pos: &Position<N>,
        me: usize,
        cell: usize,
        situation: &Situation<N>,
    ) -> Bits<N> {
        let mut attackers = Bits::EMPTY;
        self.each_threat(me, cell, &pos.sets, situation.active, |attacker, path| {
            if (path & situation.occupied).none() {
                attackers.insert(attacker);
            }
            false
        });
        attackers
    }

    /// Looks at everything that threatens the Titan: an open threat must be ended by capturing the attacker or by stepping in
    /// between; one with a single piece of `me` in between pins that piece.
    #[inline(always)]
    pub fn danger(
        &self,
        pos: &Position<N>,
        me: usize,
        titan: usize,
        situation: &Situation<N>,
        pins: &mut Vec<Pin<N>>,
    ) -> Danger<N> {
        let own = pos.sets.seats[me];
        let mut danger = Danger::NONE;
        self.each_threat(me, titan, &pos.sets, situation.active, |attacker, path| {
            let between = path & situation.occupied;
            if between.none() {
                danger.check = true;
                danger.allowed &= path.with(attacker);
                danger.attackers.insert(attacker);
            } else if !between.several() && (between & own).any() {
                danger.pinned |= between;
                danger.attackers.insert(attacker);
                pins.push(Pin {
                    cell: between.first() as u16,
                    allowed: path.with(attacker),
                });
            }
            false
        });
        danger.check_or_pin = danger.attackers.any();
        danger
    }
}
