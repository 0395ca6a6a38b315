//! Endings: no advantage for a side that cannot win, and the way to win against a bare Titan.

use engine::board::{Seat, Space};
use engine::play::{Piece, Position, Rules, Slot};

use super::means::Means;
use super::solver::colour_of;
use crate::knowledge::Knowledge;

/// Divisor of an advantage that usually does not win.
const UNLIKELY: i32 = 8;
/// Bonus for the side that mates a bare Titan, so that it prefers this to any advantage that remains uncertain.
const BARE: i32 = 400;
/// Value of each half step that the bare Titan is away from the centre.
const EDGE: i32 = 10;
/// Value of each Space that the bare Titan is nearer to a corner in which it can be mated.
const CORNER: i32 = 18;
/// Value of each Space between the Titans less.
const CLOSE: i32 = 12;
/// Value of each Space between the bare Titan and another piece less.
const NEAR: i32 = 2;

impl Knowledge {
    /// Checks whether a seat can still win, by the pieces it has.
    #[inline]
    pub(crate) fn can_win(&self, pos: &Position, seat: Seat) -> bool {
        self.means(seat).is_none_or(|means| means.can_win(pos, seat))
    }

    /// Checks whether no seat can win any more.
    pub(crate) fn is_dead(&self, pos: &Position) -> bool {
        !self.can_win(pos, Seat(0)) && !self.can_win(pos, Seat(1))
    }

    /// Limits a score for the Player to move: a side that cannot win has no advantage, and one whose pieces usually do not
    /// win has little.
    #[inline]
    pub(crate) fn limited(&self, rules: &Rules, pos: &Position, score: i32) -> i32 {
        let me = pos.to_move();
        let ahead = if score > 0 { me } else { Seat(1 - (me.0 & 1)) };
        match self.means(ahead) {
            Some(means) if !means.can_win(pos, ahead) => 0,
            Some(means) if !means.usually_win(rules, pos, ahead) => score / UNLIKELY,
            _ => score,
        }
    }

    /// Checks whether a seat has nothing on the board but one Titan.
    #[inline]
    pub(crate) fn is_bare(&self, pos: &Position, seat: Seat) -> bool {
        pos.blocking(seat).len() == 1 && pos.titans(seat).len() == 1 && pos.non_blocking(seat).is_empty()
    }

    /// Score of the first Player where one side has a bare Titan and the other can mate it.
    #[inline]
    pub(crate) fn mop_up(&self, rules: &Rules, pos: &Position) -> Option<i32> {
        let (winner, prey) = match (self.is_bare(pos, Seat(0)), self.is_bare(pos, Seat(1))) {
            (false, true) => (Seat(0), Seat(1)),
            (true, false) => (Seat(1), Seat(0)),
            _ => return None,
        };
        self.drive(rules, pos, winner, prey).map(|score| if winner == Seat(0) { score } else { -score })
    }

    /// Progress of `winner` in mating the bare Titan of `prey`.
    #[cold]
    fn drive(&self, rules: &Rules, pos: &Position, winner: Seat, prey: Seat) -> Option<i32> {
        let means = self.means(winner)?;
        let ([hunter], [titan]) = (pos.titans(winner), pos.titans(prey)) else { return None };
        let alone = pos.at(*titan).map_or(0, |piece| self.worth(piece, *titan));
        let has_reserve = pos.score(prey) > alone;
        if means.others || has_reserve || !means.can_mate(pos, winner) || !means.usually_win(rules, pos, winner) {
            return None;
        }
        let push = match self.colour_of_corners(rules, pos, winner, means) {
            Some(colour) => {
                let corners = self.corners().iter().filter(|corner| colour_of(**corner) == colour);
                let away = corners.map(|corner| walk(*corner, *titan)).min().unwrap_or(0);
                CORNER * (2 * 16 - away)
            }
            None => EDGE * self.off_centre(*titan),
        };
        let close = CLOSE * (16 - i32::from(hunter.distance(*titan)));
        let others = pos.blocking(winner).iter().filter(|space| space != hunter);
        let near: i32 = others.map(|space| NEAR * (16 - i32::from(space.distance(*titan)))).sum();
        Some(self.useful(pos, winner, means) - pos.score(prey) + BARE + push + close + near)
    }

    /// Value of a seat's pieces for the mate. Pieces that neither block nor capture bring it no nearer, and it does not
    /// matter where the others stand, except those on their way to promotion.
    fn useful(&self, pos: &Position, seat: Seat, means: &Means) -> i32 {
        let excess = |slot: Slot, piece: Piece| match piece.ty {
            ty if means.mates.contains(&ty) || means.assists.contains(&ty) => {
                self.worth(piece, slot.space()) - self.value(ty)
            }
            ty if slot.layer() > 0 && !self.captures(ty) => self.worth(piece, slot.space()),
            _ => 0,
        };
        let own = pos.pieces().filter(|(_, piece)| piece.seat == seat);
        pos.score(seat) - own.map(|(slot, piece)| excess(slot, piece)).sum::<i32>()
    }

    /// Colour of the corners in which to mate, if pieces bound to one colour are needed for it.
    fn colour_of_corners(&self, rules: &Rules, pos: &Position, winner: Seat, means: &Means) -> Option<u8> {
        if means.one_wins(rules, pos, winner) {
            return None;
        }
        let bound = means.mates.iter().chain(&means.assists).filter(|ty| self.terrain().bound[ty.index()]);
        let mut colours = bound.flat_map(|ty| pos.of_type(winner, *ty)).map(colour_of);
        let first = colours.next()?;
        colours.all(|colour| colour == first).then_some(first)
    }
}

/// Distance in steps along files and ranks.
fn walk(from: Space, to: Space) -> i32 {
    i32::from(from.file().abs_diff(to.file())) + i32::from(from.rank().abs_diff(to.rank()))
}
