//! Attack and Check (T-19): could an undefeated Enemy capture what stands on a Space with a legal-looking move, whatever
//! the form of the capture (B-15)?

use crate::board::{Seat, Space, SpaceSet};

use super::{Mover, Piece, Position, Rules};

impl Rules {
    /// Would some undefeated Enemy of `seat` capture the piece of `seat` on `target` if it were their turn?
    #[inline]
    pub fn is_attacked(&self, pos: &Position, target: Space, seat: Seat) -> bool {
        self.attacker(pos, target, seat).is_some()
    }

    /// The first of [`Rules::attackers`].
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

    /// The first attacker of `target` that is `wanted`: by movement, then by abilities.
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

    /// Could the piece on `from` capture the Enemy piece on `target` now?
    #[inline]
    pub fn strikes(&self, pos: &Position, from: Space, piece: Piece, target: Space) -> bool {
        let mover = Mover::real(from, 0, piece);
        (self.reaches(pos, &mover, target) || self.strikes_by_ability(pos, &mover, target))
            && self.may_strike(pos, from, piece, target)
    }

    /// Could the mover capture something Capturable on `target` by one of its Betza movements?
    pub(crate) fn reaches(&self, pos: &Position, mover: &Mover, target: Space) -> bool {
        self.compiled.reaches(self, pos, mover, target)
    }

    /// By an ability of its type, without asking whether anything holds it back.
    #[inline]
    pub(crate) fn strikes_by_ability(&self, pos: &Position, mover: &Mover, target: Space) -> bool {
        let ty = self.ty(mover.ty);
        ty.traits.attacks && ty.abilities.iter().any(|ability| ability.attacks(self, pos, mover, target))
    }

    /// Does nothing hold the piece back, and nothing protect what stands on `target` from it (T-19)?
    #[inline]
    fn may_strike(&self, pos: &Position, from: Space, piece: Piece, target: Space) -> bool {
        pos.at(target).is_none_or(|victim| self.may_take(pos, piece.seat, piece.ty, target, victim))
            && self.restraint(pos, from, piece).is_none()
    }

    /// Adds every Space where a change could open the mover's way to capture on `target` by its Betza movements. `false` if it
    /// could be any.
    pub(crate) fn watch_way(&self, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        self.compiled.watch_way(self, pos, mover, target, spaces)
    }

    /// Adds every Space where a change could give the mover another Space to move to. `false` if it could be any.
    pub(crate) fn watch_landings(&self, pos: &Position, mover: &Mover, spaces: &mut SpaceSet) -> bool {
        self.compiled.watch_landings(self, pos, mover, spaces)
    }
}
