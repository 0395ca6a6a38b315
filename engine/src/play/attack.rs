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
        self.attackers(pos, target, seat).next()
    }

    /// Spaces of all undefeated Enemies that attack `target`.
    #[inline]
    pub fn attackers<'a>(
        &'a self,
        pos: &'a Position,
        target: Space,
        seat: Seat,
    ) -> impl Iterator<Item = Space> + 'a {
        Seat::all(self.seat_count())
            .filter(move |enemy| *enemy != seat && !pos.state().is_defeated(*enemy))
            .flat_map(move |enemy| {
                self.attackers_by_movement(pos, enemy, target)
                    .chain(self.attackers_by_ability(pos, enemy, target))
            })
    }

    /// Pieces of `enemy` that could capture on `target` by their Betza movements.
    #[inline]
    fn attackers_by_movement<'a>(
        &'a self,
        pos: &'a Position,
        enemy: Seat,
        target: Space,
    ) -> impl Iterator<Item = Space> + 'a {
        let near = self.within_reach(enemy, target);
        let pieces = pos.blocking(enemy);
        pieces.in_both(near).filter(move |from| {
            pos.at(*from).is_some_and(|piece| {
                self.reaches(pos, &Mover::real(*from, 0, piece), target)
                    && self.may_strike(pos, *from, piece, target)
            })
        })
    }

    /// Pieces of `enemy` that could capture on `target` by an ability only.
    #[inline]
    fn attackers_by_ability<'a>(
        &'a self,
        pos: &'a Position,
        enemy: Seat,
        target: Space,
    ) -> impl Iterator<Item = Space> + 'a {
        self.strikers
            .iter()
            .filter(move |(index, ability)| {
                !pos.strikers(enemy, *index).is_empty()
                    && ability.could_attack(self, pos, enemy, target)
            })
            .flat_map(move |(index, ability)| {
                let pieces = pos.strikers(enemy, *index).iter();
                pieces.filter(move |from| {
                    pos.at(*from).is_some_and(|piece| {
                        let mover = Mover::real(*from, 0, piece);
                        ability.attacks(self, pos, &mover, target)
                            && !self.reaches(pos, &mover, target)
                            && self.may_strike(pos, *from, piece, target)
                    })
                })
            })
    }

    /// Could the piece on `from` capture the Enemy piece on `target` now?
    #[inline]
    pub fn strikes(&self, pos: &Position, from: Space, piece: Piece, target: Space) -> bool {
        let mover = Mover::real(from, 0, piece);
        (self.reaches(pos, &mover, target) || self.strikes_by_ability(pos, &mover, target))
            && self.may_strike(pos, from, piece, target)
    }

    #[inline]
    fn strikes_by_ability(&self, pos: &Position, mover: &Mover, target: Space) -> bool {
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
