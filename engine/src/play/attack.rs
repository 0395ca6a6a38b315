//! Attack and Check (T-19): could an undefeated Enemy capture what stands on a Space with a legal-looking move, whatever
//! the form of the capture (B-15)?

use crate::board::{Seat, Space};

use super::{Mover, Piece, Position, Rules};

impl Rules {
    /// Would some undefeated Enemy of `seat` capture the piece of `seat` on `target` if it were their turn?
    #[inline]
    pub fn is_attacked(&self, pos: &Position, target: Space, seat: Seat) -> bool {
        self.attackers(pos, target, seat).next().is_some()
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
            .flat_map(move |enemy| pos.blocking(enemy).iter_ranks(self.height))
            .filter(move |from| {
                pos.at(*from)
                    .is_some_and(|piece| self.strikes(pos, *from, piece, target))
            })
    }

    /// Could the piece on `from` capture the Enemy piece on `target` now?
    #[inline]
    pub fn strikes(&self, pos: &Position, from: Space, piece: Piece, target: Space) -> bool {
        let mover = Mover::real(from, 0, piece);
        self.strikes_as(pos, &mover, target)
            && pos
                .at(target)
                .is_none_or(|victim| self.may_take(pos, piece.seat, piece.ty, target, victim))
            && self.restraint(pos, from, piece).is_none()
    }

    /// As [`Rules::strikes`], for a mover that acts as some type, without asking whether anything holds it back.
    #[inline]
    pub(crate) fn strikes_as(&self, pos: &Position, mover: &Mover, target: Space) -> bool {
        if self.reaches(pos, mover, target) {
            return true;
        }
        let ty = self.ty(mover.ty);
        ty.traits.attacks
            && ty
                .abilities
                .iter()
                .any(|ability| ability.attacks(self, pos, mover, target))
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
