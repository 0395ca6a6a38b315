//! Attack and Check (T-19): whether an undefeated Enemy could capture the piece on a Space with a pseudo-legal move of
//! any kind (B-15).

use crate::board::{Seat, Space, SpaceSet};

use super::{Mover, Piece, Position, Rules, Traits};

impl Rules {
    /// Returns whether an undefeated Enemy of `seat` could capture the piece of `seat` on `target` if it had the turn.
    #[inline]
    pub fn is_attacked(&self, pos: &Position, target: Space, seat: Seat) -> bool {
        self.attacker(pos, target, seat).is_some()
    }

    /// First of [`Rules::attackers`].
    #[inline]
    pub fn attacker(&self, pos: &Position, target: Space, seat: Seat) -> Option<Space> {
        self.find_attacker(pos, target, seat, |_| true)
    }

    /// Spaces of all undefeated Enemies that attack `target`.
    pub fn attackers(&self, pos: &Position, target: Space, seat: Seat) -> impl Iterator<Item = Space> + use<> {
        let mut all = Vec::new();
        self.find_attacker(pos, target, seat, |from| {
            if !all.contains(&from) {
                all.push(from);
            }
            false
        });
        all.into_iter()
    }

    /// Attacks on Titans: the Space of each attacker, then that of the Titan.
    pub(crate) fn attacks_on(&self, pos: &Position, titans: &[(Seat, Space)]) -> Vec<(Space, Space)> {
        let on = |&(seat, titan): &(Seat, Space)| self.attackers(pos, titan, seat).map(move |from| (from, titan));
        titans.iter().flat_map(on).collect()
    }

    /// Space of the first attacker of `target` accepted by `wanted`: movements first, then abilities.
    #[inline]
    pub(crate) fn find_attacker(
        &self,
        pos: &Position,
        target: Space,
        seat: Seat,
        mut wanted: impl FnMut(Space) -> bool,
    ) -> Option<Space> {
        self.compiled
            .find_attacker(self, pos, target, seat, &mut wanted)
            .or_else(|| self.hunter(pos, target, seat).filter(|by| wanted(*by)))
    }

    /// Returns whether the piece on `from` could capture the Enemy piece on `target` now.
    #[inline]
    pub fn strikes(&self, pos: &Position, from: Space, piece: Piece, target: Space) -> bool {
        let mover = Mover::real(from, 0, piece);
        (self.reaches(pos, &mover, target) || self.strikes_by_ability(pos, &mover, target))
            && self.may_strike(pos, from, piece, target)
    }

    /// Returns whether the mover could capture a Capturable piece on `target` with a Betza movement.
    #[inline]
    pub fn reaches(&self, pos: &Position, mover: &Mover, target: Space) -> bool {
        self.compiled.reaches(self, pos, mover, target)
    }

    /// Returns whether an ability of the mover's type attacks `target`. Ignores restraints and protections.
    #[inline]
    pub(crate) fn strikes_by_ability(&self, pos: &Position, mover: &Mover, target: Space) -> bool {
        let mut abilities = self.abilities(mover.ty).iter();
        self.ty(mover.ty).traits.contains(Traits::ATTACKS)
            && abilities.any(|ability| ability.attacks(self, pos, mover, target))
    }

    /// Returns whether the piece is not restrained and the piece on `target` is not protected from it (T-19).
    #[inline]
    fn may_strike(&self, pos: &Position, from: Space, piece: Piece, target: Space) -> bool {
        pos.at(target).is_none_or(|victim| self.may_take(pos, piece.seat, piece.ty, target, victim))
            && self.restraint(pos, from, piece).is_none()
    }

    /// Adds every Space where a change could open the mover's path to capture on `target` with a Betza movement.
    /// Returns `false` if any Space could matter.
    pub(crate) fn watch_way(&self, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        self.compiled.watch_way(self, pos, mover, target, spaces)
    }

    /// Adds every Space where a change could give the mover another destination. Returns `false` if any Space could
    /// matter.
    pub(crate) fn watch_landings(&self, pos: &Position, mover: &Mover, spaces: &mut SpaceSet) -> bool {
        self.compiled.watch_landings(self, pos, mover, spaces)
    }
}
