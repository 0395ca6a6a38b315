//! Targets of other Players, inferred from the public position: people attack their Targets (T-27, T-28).

use engine::board::{MAX_SEATS, Seat};
use engine::seen::Seen;
use engine::titans::GameMode;

use crate::chance::exp;
use crate::knowledge::Knowledge;

use super::pressure::Pressure;

/// Weight of a Player's attack on another one, as a share of all its attacks.
const FOCUS: f64 = 3.0;
/// Number of rounds in which the probabilities are made to match the pile of cards.
const ROUNDS: usize = 24;

/// Probability that each seat has each other one as a Target, for what `seen.seat` knows. All 0 without Targets.
#[expect(clippy::cast_possible_truncation, reason = "a probability needs few digits")]
pub(super) fn hunts(seen: &Seen, know: &Knowledge) -> [[f32; MAX_SEATS]; MAX_SEATS] {
    let seats = know.seats();
    let mut known = [[0.0; MAX_SEATS]; MAX_SEATS];
    if seen.aims.mode() != GameMode::Assassin {
        return known;
    }
    let mut hunts = [[0.0_f64; MAX_SEATS]; MAX_SEATS];
    let me = seen.seat.index();
    let mine = |seat: usize| f64::from(seen.aims.targets(seen.seat) >> seat & 1);
    let cards = |seat: usize| f64::from(seen.aims.credits_needed(Seat::new(seat)));
    let pressure = Pressure::of(know, &seen.rules, &seen.pos);
    let attack = |by: usize, on: usize| f64::from(pressure.closeness[by][on] + 100 * pressure.reach[by][on]);
    for by in (0..seats).filter(|by| *by != me) {
        let all: f64 = (0..seats).map(|on| attack(by, on)).sum();
        for on in (0..seats).filter(|on| *on != by) {
            hunts[by][on] = exp(FOCUS * attack(by, on) / all.max(1.0));
        }
    }
    // Everybody holds as many cards as the Battalion adds to the pile, and each card is held by somebody.
    for _ in 0..ROUNDS {
        for by in (0..seats).filter(|by| *by != me) {
            let held: f64 = hunts[by].iter().sum();
            hunts[by].iter_mut().for_each(|card| *card *= cards(by) / held.max(1e-9));
        }
        for on in 0..seats {
            let held: f64 = hunts.iter().map(|hand| hand[on]).sum();
            let left = (cards(on) - mine(on)).max(0.0);
            hunts.iter_mut().for_each(|hand| hand[on] *= left / held.max(1e-9));
        }
    }
    hunts[me] = std::array::from_fn(mine);
    for by in 0..seats {
        // A Target that has fallen is no longer hunted; of two, the last decides.
        let alive = |on: &usize| !seen.pos.state().is_defeated(Seat::new(*on));
        let open: f64 = (0..seats).filter(alive).map(|on| hunts[by][on]).sum();
        for on in (0..seats).filter(alive) {
            let needed = if open > 1.0 { open * open } else { open };
            known[by][on] = (hunts[by][on] / needed.max(1e-9)) as f32;
        }
    }
    known
}
