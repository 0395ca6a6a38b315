//! Attack and Check (T-19): could an undefeated Enemy capture what stands on a Space with a legal-looking move, whatever
//! the form of the capture (B-15)?

use crate::board::{Seat, Space};

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
    pub fn attackers(
        &self,
        pos: &Position,
        target: Space,
        seat: Seat,
    ) -> impl Iterator<Item = Space> + use<> {
        let mut all = Vec::new();
        self.find_attacker(pos, target, seat, |from| {
            all.push(from);
            false
        });
        all.into_iter()
    }

    /// The first attacker of `target` that is `wanted`. Only pieces are asked from whose Space some type of their owner could
    /// reach the target on an empty board, and those with an ability that could attack it at all.
    #[inline]
    pub(crate) fn find_attacker(
        &self,
        pos: &Position,
        target: Space,
        seat: Seat,
        mut wanted: impl FnMut(Space) -> bool,
    ) -> Option<Space> {
        for enemy in Seat::all(self.seat_count()) {
            if enemy == seat || pos.state().is_defeated(enemy) {
                continue;
            }
            let near = self.within_reach(enemy, target);
            for from in pos.blocking(enemy).in_both(near) {
                if self.strikes_by_movement(pos, from, target) && wanted(from) {
                    return Some(from);
                }
            }
            for (index, ability) in &self.strikers {
                let pieces = pos.strikers(enemy, *index);
                if pieces.is_empty() || !ability.could_attack(self, pos, enemy, target) {
                    continue;
                }
                for from in pieces.iter() {
                    let strikes = pos.at(from).is_some_and(|piece| {
                        ability.attacks(self, pos, &Mover::real(from, 0, piece), target)
                            && self.may_strike(pos, from, piece, target)
                    });
                    // What attacks by movement as well was found before.
                    if strikes && !self.strikes_by_movement(pos, from, target) && wanted(from) {
                        return Some(from);
                    }
                }
            }
        }
        None
    }

    #[inline]
    fn strikes_by_movement(&self, pos: &Position, from: Space, target: Space) -> bool {
        pos.at(from).is_some_and(|piece| {
            self.reaches(pos, &Mover::real(from, 0, piece), target)
                && self.may_strike(pos, from, piece, target)
        })
    }

    /// Could the piece on `from` capture the Enemy piece on `target` now?
    #[inline]
    pub fn strikes(&self, pos: &Position, from: Space, piece: Piece, target: Space) -> bool {
        let mover = Mover::real(from, 0, piece);
        (self.reaches(pos, &mover, target) || self.strikes_by_ability(pos, &mover, target))
            && self.may_strike(pos, from, piece, target)
    }

    /// By an ability of its type, without asking whether anything holds it back.
    #[inline]
    pub(crate) fn strikes_by_ability(&self, pos: &Position, mover: &Mover, target: Space) -> bool {
        let ty = self.ty(mover.ty);
        ty.traits.attacks
            && ty
                .abilities
                .iter()
                .any(|ability| ability.attacks(self, pos, mover, target))
    }

    /// Does nothing hold the piece back, and nothing protect what stands on `target` from it (T-19)?
    #[inline]
    fn may_strike(&self, pos: &Position, from: Space, piece: Piece, target: Space) -> bool {
        pos.at(target)
            .is_none_or(|victim| self.may_take(pos, piece.seat, piece.ty, target, victim))
            && self.restraint(pos, from, piece).is_none()
    }

    /// Is this Player in Check: exactly one Titan on the board, and it is attacked (T-19)?
    #[inline]
    pub fn in_check(&self, pos: &Position, seat: Seat) -> bool {
        match pos.titans(seat) {
            [titan] => self.is_attacked(pos, *titan, seat),
            _ => false,
        }
    }
}
