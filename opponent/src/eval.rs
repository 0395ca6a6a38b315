//! What a position is worth to the Player to move: material where it stands, the safety of Titans, and what keeps a Player in the game.

use engine::board::Seat;
use engine::play::Position;

use crate::knowledge::Knowledge;

/// Being to move.
const TEMPO: i32 = 12;
/// An own piece beside the only Titan, while there is something to fear.
const SHELTER: i32 = 9;
/// An Enemy's piece within two Spaces of it.
const THREAT: i32 = 14;
/// For each half step of a Titan away from the middle, when little is left.
const TITAN_TO_MIDDLE: i32 = 4;
/// Distance of the two Titans, where one side has hardly anything left.
const HUNT: i32 = 6;
/// What it costs to have only one of the pieces that a Player needs to stay in the game (P-5); with n of them an nth part of it.
const LAST_NEEDED: i32 = 700;

impl Knowledge {
    /// The score for `me` against one Enemy, in hundredths of a Pawn of chess.
    pub(crate) fn evaluate(&self, pos: &Position, me: Seat, enemy: Seat) -> i32 {
        let (own, theirs) = (pos.score(me), pos.score(enemy));
        let mut score = own - theirs + TEMPO;
        score += self.titan_safety(pos, me, enemy) - self.titan_safety(pos, enemy, me);
        score += self.stays_in(pos, me) - self.stays_in(pos, enemy);
        score + self.hunt(pos, me, enemy) - self.hunt(pos, enemy, me)
    }

    /// How much of its army a Player still has, of 256.
    fn strength(&self, pos: &Position, seat: Seat) -> i32 {
        (pos.score(seat) * 256 / self.initial(seat)).clamp(0, 256)
    }

    /// How safe the last Titan of a seat stands.
    pub(crate) fn titan_safety(&self, pos: &Position, seat: Seat, enemy: Seat) -> i32 {
        let [titan] = pos.titans(seat) else { return 0 };
        let danger = self.strength(pos, enemy);
        let [beside, near] = self.around(*titan);
        let shelter = pos.blocking(seat).common(beside) as i32;
        let threat = pos.blocking(enemy).common(near) as i32;
        let exposed = SHELTER * shelter.min(4) - THREAT * threat;
        let middle = -TITAN_TO_MIDDLE * self.off_centre(*titan);
        (exposed * danger + middle * (160 - danger).max(-96)) / 256
    }

    /// What a Player has to fear for the pieces that keep it in the game.
    pub(crate) fn stays_in(&self, pos: &Position, seat: Seat) -> i32 {
        let needed = self.needed(seat);
        if needed.is_empty() {
            return 0;
        }
        let count: usize = needed
            .iter()
            .map(|ty| usize::from(pos.count(seat, *ty)))
            .sum();
        -LAST_NEEDED / count.max(1) as i32
    }

    /// Driving a nearly bare Titan to the edge: for the side that does.
    fn hunt(&self, pos: &Position, me: Seat, enemy: Seat) -> i32 {
        let ([own], [prey]) = (pos.titans(me), pos.titans(enemy)) else {
            return 0;
        };
        if self.strength(pos, enemy) > 60 || pos.score(me) < pos.score(enemy) + 300 {
            return 0;
        }
        8 * self.off_centre(*prey) - HUNT * i32::from(own.distance(*prey))
    }
}
