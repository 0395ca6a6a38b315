//! Static evaluation for two Players: material and piece squares, mobility, safety of Titans, and the pieces that keep
//! a Player in the game. Everything is derived from how pieces move; no piece is known by name.
//!
//! * `means`: pieces with which a side can still win. `ending`: mates of a bare Titan. `solver`: endings of at most two
//!   pieces against a bare Titan, solved backwards from the mates; `solved`: their results.
//! * `terms`: counted features and their weights. `assess`: counting. `terrain`: tables computed from the board alone.

mod assess;
mod ending;
mod means;
mod solved;
mod solver;
mod terms;
mod terrain;

use engine::board::Seat;
use engine::play::{COMPLETE, Position, Rules, TypeId};
use engine::seen::Seen;

use assess::Assessor;
pub(crate) use means::{Means, of_seats};
pub use terms::Terms;
pub(crate) use terms::{FULL, cells};
pub(crate) use terrain::Terrain;

use crate::knowledge::Knowledge;

/// Bonus for the side to move.
const TEMPO: i32 = 14;
/// Weight of the distance between the Titans, when one side has hardly anything left.
const HUNT: i32 = 6;
/// Penalty for having only one of the pieces needed to stay in the game (P-5); with n of them, one nth of it.
const LAST_NEEDED: i32 = 700;
/// Number of pieces of a type that neither blocks nor captures, up to which each has its full value.
const PLENTY: i32 = 8;

/// Static evaluation from which on no network corrects it, and the distance over which the correction fades.
const DECIDED: i32 = 1_200;
const UNSURE: i32 = 600;

/// Value of a completed way to win that a Battalion adds.
const AMBITION: i32 = 1_200;

/// Terms of the static evaluation in a game for two, for display and tuning.
///
/// ```
/// # use engine::{battalion, board::Seat, titans::{Game, GameMode, Setup}};
/// # use opponent::{Knowledge, terms};
/// let army = battalion::load_builtin("medieval")?;
/// let game = Game::new(Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32])?)?;
/// let terms = terms(&game.seen(Seat(0)), &Knowledge::new(game.rules()));
/// // Both sides have the same.
/// assert_eq!(terms.sure, 0);
/// assert!(terms.counts().iter().all(|count| *count == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn terms(seen: &Seen, know: &Knowledge) -> Terms {
    let mut pos = seen.pos.clone();
    pos.weigh(know.weights().clone());
    know.terms(&seen.rules, &pos)
}

/// Correction of the static evaluation by a network for the Player to move, in hundredths of a Pawn; 0 without one. The
/// search uses less of it where a game is decided.
pub fn correction(seen: &Seen, know: &Knowledge) -> i32 {
    know.correction().map_or(0, |correction| correction.of(&seen.pos))
}

impl Knowledge {
    /// Static evaluation for the Player to move in a game of two, in hundredths of a Pawn of chess.
    pub(crate) fn evaluate(&self, rules: &Rules, pos: &Position) -> i32 {
        match self.final_score(rules, pos) {
            Some(score) => score,
            None => self.limited(rules, pos, self.roughly(rules, pos) + self.refined(rules, pos)),
        }
    }

    /// Static evaluation for the Player to move where one side only has to mate a bare Titan.
    #[inline]
    pub(crate) fn final_score(&self, rules: &Rules, pos: &Position) -> Option<i32> {
        self.mop_up(rules, pos).map(|score| sign(pos) * score)
    }

    /// Cheap part of `evaluate`, almost free to compute.
    #[inline]
    pub(crate) fn roughly(&self, rules: &Rules, pos: &Position) -> i32 {
        sign(pos) * self.sure(rules, pos) + TEMPO
    }

    /// Expensive part of the evaluation: the weighted terms, and the correction by a network.
    pub(crate) fn refined(&self, rules: &Rules, pos: &Position) -> i32 {
        let weighed = sign(pos) * self.count(rules, pos).weighed();
        let Some(correction) = self.correction() else { return weighed };
        // Networks learn from undecided positions; elsewhere, the terms make progress towards the end of the game.
        let trust = (DECIDED - (sign(pos) * self.sure(rules, pos) + weighed).abs()).clamp(0, UNSURE);
        if trust == 0 { weighed } else { weighed + correction.of(pos) * trust / UNSURE }
    }

    /// Terms of an evaluation.
    pub(crate) fn terms(&self, rules: &Rules, pos: &Position) -> Terms {
        let mut terms = self.count(rules, pos);
        terms.sure = self.sure(rules, pos);
        terms
    }

    /// Material and other cheap terms, for the first Player.
    fn sure(&self, rules: &Rules, pos: &Position) -> i32 {
        let side = |me: Seat, enemy: Seat| {
            pos.score(me) - self.crowded(pos, me)
                + self.stays_in(pos, me)
                + self.hunt(pos, me, enemy)
                + self.ambition(rules, pos, me)
        };
        side(Seat(0), Seat(1)) - side(Seat(1), Seat(0))
    }

    fn count(&self, rules: &Rules, pos: &Position) -> Terms {
        let phase = (self.strength(pos, Seat(0)) + self.strength(pos, Seat(1))) * FULL / 512;
        match self.terrain().grid.words() {
            1 => Assessor::<1>::assess(self, rules, pos, phase),
            2 => Assessor::<2>::assess(self, rules, pos, phase),
            4 => Assessor::<4>::assess(self, rules, pos, phase),
            5 => Assessor::<5>::assess(self, rules, pos, phase),
            _ => Assessor::<11>::assess(self, rules, pos, phase),
        }
    }

    /// Value that pieces which neither block nor capture lose by being many: only half of it counts beyond the first ones,
    /// because they cannot mate.
    #[inline]
    fn crowded(&self, pos: &Position, seat: Seat) -> i32 {
        let excess = |(ty, value): &(TypeId, i32)| (i32::from(pos.count(seat, *ty)) - PLENTY).max(0) * value / 2;
        self.crowd().iter().map(excess).sum()
    }

    /// Remaining share of a Player's army, of 256.
    fn strength(&self, pos: &Position, seat: Seat) -> i32 {
        (pos.score(seat) * 256 / self.initial(seat)).clamp(0, 256)
    }

    /// Penalty for few remaining pieces of the kinds that keep a Player in the game.
    pub(crate) fn stays_in(&self, pos: &Position, seat: Seat) -> i32 {
        let needed = self.needed(seat);
        if needed.is_empty() {
            return 0;
        }
        let count: i32 = needed.iter().map(|ty| i32::from(pos.count(seat, *ty))).sum();
        -LAST_NEEDED / count.max(1)
    }

    /// Bonus for progress towards a way to win that the Battalion adds; it grows with the square of the progress.
    #[inline]
    fn ambition(&self, rules: &Rules, pos: &Position, me: Seat) -> i32 {
        if !self.has_aims(me) {
            return 0;
        }
        let progress = rules.progress(pos, me);
        AMBITION * progress / COMPLETE * progress / COMPLETE
    }

    /// Bonus for the stronger side: driving a nearly bare Titan to the edge.
    fn hunt(&self, pos: &Position, me: Seat, enemy: Seat) -> i32 {
        let ([own], [prey]) = (pos.titans(me), pos.titans(enemy)) else {
            return 0;
        };
        if !self.is_royal() || self.strength(pos, enemy) > 60 || pos.score(me) < pos.score(enemy) + 300 {
            return 0;
        }
        8 * self.off_centre(*prey) - HUNT * i32::from(own.distance(*prey))
    }
}

/// Converts a score of the first Player to the side to move, and back.
#[inline]
fn sign(pos: &Position) -> i32 {
    if pos.to_move() == Seat(0) { 1 } else { -1 }
}
