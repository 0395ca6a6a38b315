//! Shares of the win: the chance of each Player to win, which sum to one. They follow from who may defeat whom, and who
//! is rewarded for it.

use engine::board::{MAX_SEATS, Seat};
use engine::play::{COMPLETE, Position, Rules};
use engine::titans::{Aims, GameMode};

use crate::knowledge::Knowledge;

use super::pressure::Pressure;

/// Scale of the exponents below, in hundredths of a Pawn.
const SCALE: f32 = 220.0;
/// Weights of the attacker's and of the attacked Player's army, compared with its beginning.
const ARMY: f32 = 0.25;
const DEFENCE: f32 = 0.15;
/// Weights of the pressure on a last Titan.
const REACH: f32 = 8.0;
const CLOSE: f32 = 0.06;
const WEAK: f32 = 15.0;
const SHELTER: f32 = -12.0;
/// Attack that doubles its own weight.
const ASSAULT: f32 = 250.0;
/// Bonus for giving Check, per escape fewer than three, and for a Titan that can be captured at once.
const CHECK: f32 = 60.0;
const CORNERED: f32 = 70.0;
const TAKEN: f32 = 1_000.0;
/// Each Titan beyond the first.
const SPARE: f32 = -300.0;
/// Reward for the first of two defeats that a Player needs.
const FIRST_OF_TWO: f32 = 0.4;
/// Chance of a draw, in the unit of the exponentials.
const DRAW: f32 = 3.0;
/// Weight of progress towards a way to win that a Battalion adds.
const AMBITION: f32 = 1_200.0;

/// Chance of each Player to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shares(pub [f32; MAX_SEATS]);

impl Shares {
    /// Shares of a draw.
    pub fn drawn(seats: usize) -> Self {
        let mut shares = [0.0; MAX_SEATS];
        shares[..seats].fill(1.0 / seats as f32);
        Self(shares)
    }

    /// Shares after a win, which is better the sooner it comes.
    pub fn won(winners: u8, seats: usize, ply: usize) -> Self {
        const PATIENCE: f32 = 1.0 / 1_024.0;
        let count = winners.count_ones();
        if count == 0 {
            return Self::drawn(seats);
        }
        let late = PATIENCE * ply as f32;
        let mut shares = Self::drawn(seats).0;
        for (seat, share) in shares.iter_mut().enumerate() {
            *share *= late;
            if winners >> seat & 1 != 0 {
                *share += (1.0 - late) / count as f32;
            }
        }
        Self(shares)
    }

    pub const fn of(&self, seat: Seat) -> f32 {
        self.0[seat.index()]
    }
}

/// Rewards of defeats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    pub aims: Aims,
    /// Probability that one seat has another as a Target, in Assassin.
    pub hunts: [[f32; MAX_SEATS]; MAX_SEATS],
}

impl Stakes {
    /// Reward of `winner` for the defeat of `fallen` by `by`.
    fn reward(&self, pos: &Position, winner: usize, by: usize, fallen: usize) -> f32 {
        match self.aims.mode() {
            GameMode::Assassin => self.hunts[winner][fallen],
            GameMode::Duel | GameMode::Ffa if winner != by => 0.0,
            GameMode::Duel | GameMode::Ffa => {
                let seat = Seat::new(by);
                let missing = self.aims.credits_needed(seat).saturating_sub(pos.state().credits[by]);
                if missing <= 1 { 1.0 } else { FIRST_OF_TWO }
            }
        }
    }
}

impl Knowledge {
    /// Static evaluation: each Player's share of the win.
    pub(super) fn shares(&self, rules: &Rules, pos: &Position, stakes: &Stakes) -> Shares {
        let seats = self.seats();
        let state = pos.state();
        let pressure = Pressure::of(self, rules, pos);
        let playing = |seat: &usize| !state.is_defeated(Seat::new(*seat));
        let mut army = [0.0; MAX_SEATS];
        for (seat, army) in army.iter_mut().enumerate().take(seats).filter(|(seat, _)| playing(seat)) {
            let index = Seat::new(seat);
            let sum = pos.score(index) + self.stays_in(pos, index) + pressure.mobility[seat] - pressure.loss[seat];
            *army = (sum - self.initial(index)) as f32;
        }
        let mut shares = Shares::drawn(seats).0.map(|share| DRAW * share);
        let mut total = DRAW;
        let first = pos.to_move().index();
        let wait = |seat: usize| (seat + seats - first) % seats;
        for fallen in (0..seats).filter(playing) {
            let titans = pos.titans(Seat::new(fallen)).len();
            let checked_by = pressure.checked_by[fallen];
            let cornered = (3 - pressure.escapes[fallen]).max(0) as f32;
            let base = SHELTER * pressure.shelter[fallen] as f32 - DEFENCE * army[fallen]
                + SPARE * titans.saturating_sub(1) as f32;
            for by in (0..seats).filter(|by| *by != fallen).filter(playing) {
                let attack = REACH * pressure.reach[by][fallen] as f32
                    + CLOSE * pressure.closeness[by][fallen] as f32
                    + WEAK * pressure.weak[by][fallen] as f32;
                let mut danger = base + ARMY * army[by] + attack * (1.0 + attack / ASSAULT);
                if checked_by >> by & 1 != 0 {
                    danger += CHECK + CORNERED * cornered;
                    if wait(by) < wait(fallen) {
                        danger += TAKEN;
                    }
                }
                let chance = exp(danger / SCALE);
                for winner in (0..seats).filter(|winner| *winner != fallen) {
                    let reward = chance * stakes.reward(pos, winner, by, fallen);
                    shares[winner] += reward;
                    total += reward;
                }
            }
        }
        for seat in (0..seats).map(Seat::new).filter(|seat| self.has_aims(*seat)) {
            if !state.is_defeated(seat) {
                let progress = rules.progress(pos, seat) as f32 / COMPLETE as f32;
                let chance = exp(AMBITION * progress * progress / SCALE) - 1.0;
                shares[seat.index()] += chance;
                total += chance;
            }
        }
        for share in &mut shares {
            *share /= total;
        }
        Shares(shares)
    }
}

/// Exponential function from sums and products alone, so that every machine computes the same bits.
fn exp(x: f32) -> f32 {
    let mut power = 1.0 + x.clamp(-20.0, 20.0) / 256.0;
    for _ in 0..8 {
        power *= power;
    }
    power
}
