//! Static evaluation for one of several Players: its army, the armies of relevant others, the distance to their Titans,
//! and the danger to its own Titan.

use engine::board::Seat;
use engine::play::Position;
use engine::titans::{Aims, GameMode};

use crate::knowledge::Knowledge;

/// Weight of another Player's army against the Player's own, in hundredths: for a Target, and for anybody else.
const TARGET: i32 = 70;
const BYSTANDER: i32 = 22;
/// Value of a fallen Target.
const FALLEN_TARGET: i32 = 2_500;
/// Value of one of the Player's pieces within two Spaces of a Titan that should fall.
const PRESSURE: i32 = 22;
/// Penalty for each Space of the army's mean distance to such a Titan.
const APPROACH: i32 = 6;
/// Penalty for being defeated.
const OUT: i32 = 20_000;

impl Knowledge {
    /// Score for `me`, in hundredths of a Pawn of chess.
    pub(crate) fn worth_among(&self, pos: &Position, me: Seat, aims: Aims) -> i32 {
        let state = pos.state();
        if state.is_defeated(me) {
            return -OUT;
        }
        let seats = self.seats();
        let hunted = |seat: Seat| match aims.mode() {
            GameMode::Assassin => aims.targets(me) >> seat.0 & 1 != 0,
            GameMode::Duel | GameMode::Ffa => true,
        };
        let alive = Seat::all(seats).filter(|seat| *seat != me && !state.is_defeated(*seat));
        let rivals = alive.clone().count().max(1) as i32;
        let mut score = pos.score(me);
        for seat in Seat::all(seats).filter(|seat| *seat != me) {
            let wanted = hunted(seat);
            if state.is_defeated(seat) {
                score += if wanted && aims.mode() == GameMode::Assassin { FALLEN_TARGET } else { 0 };
                continue;
            }
            let share = match (wanted, aims.mode()) {
                (true, GameMode::Assassin) => TARGET,
                (true, _) => 100 / rivals,
                (false, _) => BYSTANDER,
            };
            score -= pos.score(seat) * share / 100;
            // Any army near the Player's last Titan is a danger.
            score += self.titan_safety(pos, me, seat) / 2;
            if wanted {
                score += self.pressure(pos, me, seat);
            }
        }
        score + self.stays_in(pos, me)
    }

    /// Score for the proximity of an army to another Player's last Titan.
    fn pressure(&self, pos: &Position, me: Seat, prey: Seat) -> i32 {
        let [titan] = pos.titans(prey) else { return 0 };
        let own = pos.blocking(me);
        let near = own.common(&self.around(*titan)[1]) as i32;
        let count = own.len().max(1) as i32;
        let away: i32 = own.iter().map(|space| i32::from(space.distance(*titan))).sum();
        PRESSURE * near - APPROACH * away / count
    }
}
