//! Positions of a game in which nothing is captured at once, as sums of the numbers that are fitted.

use std::collections::BTreeMap;

use engine::board::Seat;
use engine::play::TypeId;
use engine::seen::Seen;
use opponent::{Knowledge, terms};

use super::layout::{Layout, RESERVE, TABLE};
use crate::selfplay::Played;

/// Parts of a piece: a Titan counts in two tables by the phase of the game.
pub(super) const PARTS: f64 = 256.0;

/// Positions of a finished game.
pub type Positions = Played<Sample>;

/// Numbers that make up the evaluation of one position. A game has dozens, so they are small.
#[derive(Debug)]
pub struct Sample {
    /// Part of the evaluation that is not fitted, in hundredths of a Pawn.
    pub(super) sure: f32,
    /// Search score for the first Player.
    pub(super) thought: f32,
    /// Indices of numbers, and how often each counts, in 256ths.
    pub(super) counts: Box<[(u16, i16)]>,
}

/// The number with less precision.
#[expect(clippy::cast_possible_truncation, reason = "a score of at most some thousands")]
fn single(number: f64) -> f32 {
    number as f32
}

#[expect(clippy::cast_possible_truncation, reason = "there are at most 65,535 numbers, and few pieces")]
pub(super) fn sample(seen: &Seen, score: f64, layout: &Layout, know: &Knowledge) -> Sample {
    let thought = if seen.seat == Seat(0) { score } else { -score };
    let told = terms(seen, know);
    let mut counts: BTreeMap<usize, f64> = BTreeMap::new();
    let mut sure = f64::from(told.sure + told.weighed());
    let phase = f64::from(told.phase) / PARTS;
    for (slot, piece) in seen.pos.pieces() {
        let Some(first) = layout.first[piece.ty.index()] else { continue };
        let sign = if piece.seat == Seat(0) { 1.0 } else { -1.0 };
        let cell = layout.cell(&seen.rules, piece.seat, slot.space());
        let mut add = |index: usize, count: f64| *counts.entry(index).or_insert(0.0) += sign * count;
        if seen.rules.ty(piece.ty).titan {
            if seen.pos.titans(piece.seat).len() == 1 {
                add(first + cell, phase);
                add(first + layout.cells + cell, 1.0 - phase);
            }
        } else {
            add(first, 1.0);
            add(first + TABLE + cell, 1.0);
            sure -= sign * f64::from(know.worth(piece, slot.space()));
        }
    }
    for (seat, sign) in [(Seat(0), 1.0), (Seat(1), -1.0)] {
        let waiting = |ty: &&TypeId| seen.pos.reserve(seat, **ty) > 0 && !seen.rules.ty(**ty).titan;
        for ty in layout.types.iter().filter(waiting) {
            let Some(first) = layout.first[ty.index()] else { continue };
            let held = f64::from(seen.pos.reserve(seat, *ty));
            *counts.entry(first + RESERVE).or_insert(0.0) += sign * held;
            sure -= sign * held * f64::from(know.value_in_reserve(*ty));
        }
    }
    let used = counts.into_iter().filter(|(_, count)| *count != 0.0);
    let counts = used.map(|(index, count)| (index as u16, (count * PARTS).round() as i16)).collect();
    Sample { sure: single(sure), thought: single(thought), counts }
}

#[cfg(test)]
mod tests {
    use engine::action::{Act, Action};
    use engine::titans::Game;

    use super::super::descent::score;
    use super::*;
    use crate::army::Army;
    use crate::games as arena;

    /// A piece in reserve counts by a number of its own, and with the original numbers the score is the static evaluation.
    #[test]
    fn pieces_in_reserve_count_by_themselves() {
        let army = Army::load("makpong").unwrap().definition;
        let mut game = arena::duel_of([army.clone(), army], 0).unwrap();
        let seen = game.seen(Seat(0));
        let rules = &*seen.rules;
        let know = Knowledge::fitted(rules, Vec::new());
        let layout = Layout::new(rules).unwrap();
        let numbers = layout.numbers(rules, &know);
        let rook = layout.first[rules.type_by_key("makpong/snare-rook").unwrap().index()].unwrap();
        let counted = |game: &Game| {
            let seen = game.seen(Seat(0));
            let (told, sample) = (terms(&seen, &know), sample(&seen, 0.0, &layout, &know));
            assert!((score(&sample, &numbers) - f64::from(told.sure + told.weighed())).abs() < 1e-2);
            let found = sample.counts.iter().find(|(index, _)| usize::from(*index) == rook + RESERVE);
            found.map_or(0.0, |(_, count)| f64::from(*count) / PARTS)
        };
        assert_eq!(counted(&game), 0.0, "both have one");
        // White places its Rook as soon as a Space is free; until then, both make their first legal move.
        while game.seen(Seat(0)).pos.reserve(Seat(0), rules.type_by_key("makpong/snare-rook").unwrap()) > 0 {
            let seat = game.to_act()[0];
            let acts = game.legal_acts(seat);
            let places = |act: &&Act| matches!(act, Act::Place { .. });
            let act = acts
                .iter()
                .find(|act| places(act) == (seat == Seat(0)))
                .or_else(|| acts.iter().find(|act| !places(act)));
            let turn = engine::action::Turn { act: act.unwrap().clone(), then: Vec::new() };
            game.apply(seat, &Action::Turn(turn)).unwrap();
        }
        assert_eq!(counted(&game), -1.0, "only Black has one");
    }
}
