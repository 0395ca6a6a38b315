//! Bradley–Terry ratings with draws (Davidson) and with the advantage of the first move, fitted by Newton's method.
//!
//! A win of the first side has weight `exp(r₁ + a)`, a loss `exp(r₂)`, a draw `exp(d + (r₁ + r₂ + a) / 2)`. The
//! logarithm of the likelihood is concave in ratings `r`, advantage `a` and tendency to draw `d`.

use crate::dice::Dice;
use crate::logit::{self, Trial};

/// Elo points per natural logarithm of odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Deviation of the prior of a rating. It is wide, and keeps the rating of an army that won all games finite.
const PRIOR: f64 = 1_000.0 / ELO;
/// Resampled fits for the intervals.
const RESAMPLES: u64 = 400;

/// Results of two armies with fixed seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Index of the army that moves first.
    pub first: usize,
    /// Index of the other army.
    pub second: usize,
    /// Wins of the first, draws, wins of the second.
    pub results: [f64; 3],
}

/// Ratings that explain results best. Their mean is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Natural logarithms of strengths.
    ratings: Vec<f64>,
    advantage: f64,
    draws: f64,
}

impl Fit {
    /// Fits `armies` ratings to results.
    pub fn new(armies: usize, tallies: &[Tally]) -> Self {
        let trials: Vec<Trial> = tallies.iter().map(|tally| trial(armies, tally)).collect();
        // Parameters: ratings, then advantage, then draws.
        let mut at = logit::fit(&vec![PRIOR; armies + 2], &trials);
        let (draws, advantage) = (at.pop().unwrap_or_default(), at.pop().unwrap_or_default());
        let mean = at.iter().sum::<f64>() / armies.max(1) as f64;
        at.iter_mut().for_each(|rating| *rating -= mean);
        Self { ratings: at, advantage, draws }
    }

    /// Ratings in Elo points.
    pub fn elo(&self) -> Vec<f64> {
        self.ratings.iter().map(|rating| rating * ELO).collect()
    }

    /// Advantage of the first move in Elo points.
    pub fn first_move(&self) -> f64 {
        self.advantage * ELO
    }

    /// Expected score of the first of two armies over both orders.
    pub fn expected(&self, one: usize, other: usize) -> f64 {
        let as_first = |first: usize, second: usize| {
            let [win, draw, _] = self.chances(first, second);
            win + draw / 2.0
        };
        f64::midpoint(as_first(one, other), 1.0 - as_first(other, one))
    }

    /// Chances of a win of the first, a draw, and a win of the second.
    fn chances(&self, first: usize, second: usize) -> [f64; 3] {
        let tally = Tally { first, second, results: [0.0; 3] };
        let at = [&*self.ratings, &[self.advantage, self.draws]].concat();
        let chances = trial(self.ratings.len(), &tally).chances(&at);
        [chances[0], chances[1], chances[2]]
    }
}

/// Results as a choice between a win of the first, a draw, and a win of the second.
fn trial(armies: usize, tally: &Tally) -> Trial {
    let Tally { first, second, results: [wins, draws, losses] } = *tally;
    let (advantage, draw) = (armies, armies + 1);
    let drawn = vec![(first, 0.5), (second, 0.5), (advantage, 0.5), (draw, 1.0)];
    let alternatives =
        vec![(vec![(first, 1.0), (advantage, 1.0)], wins), (drawn, draws), (vec![(second, 1.0)], losses)];
    Trial { alternatives }
}

/// Half-widths of the 95 % intervals of all ratings, by resampling pairs of games within each pairing. Each element of
/// `pairs` holds the tallies of the pairs of one pairing.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index into the values")]
pub fn uncertainty(armies: usize, pairs: &[Vec<Vec<Tally>>]) -> Vec<f64> {
    let fits: Vec<Vec<f64>> = (0..RESAMPLES)
        .map(|number| {
            let mut dice = Dice(number);
            let drawn = pairs.iter().filter(|pairing| !pairing.is_empty());
            let drawn = drawn.flat_map(|pairing| (0..pairing.len()).map(|_| dice.pick(pairing)).collect::<Vec<_>>());
            Fit::new(armies, &pooled(drawn.flatten())).elo()
        })
        .collect();
    (0..armies)
        .map(|army| {
            let mut values: Vec<f64> = fits.iter().map(|fit| fit[army]).collect();
            values.sort_unstable_by(f64::total_cmp);
            let at = |share: f64| values[(share * (values.len() - 1) as f64).round() as usize];
            (at(0.975) - at(0.025)) / 2.0
        })
        .collect()
}

/// Sums tallies with the same seats, which makes fits fast.
pub fn pooled<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Vec<Tally> {
    let mut sums = std::collections::BTreeMap::<_, [f64; 3]>::new();
    for tally in tallies {
        let sum = sums.entry((tally.first, tally.second)).or_default();
        sum.iter_mut().zip(tally.results).for_each(|(sum, result)| *sum += result);
    }
    sums.into_iter().map(|((first, second), results)| Tally { first, second, results }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(first: usize, second: usize, results: [f64; 3]) -> Tally {
        Tally { first, second, results }
    }

    /// Without draws and with both orders equal, 75 % are 190.8 Elo points.
    #[test]
    fn two_armies_have_the_elo_difference_of_their_score() {
        let games = 1e6;
        let tallies = [tally(0, 1, [0.75 * games, 0.0, 0.25 * games]), tally(1, 0, [0.25 * games, 0.0, 0.75 * games])];
        let fit = Fit::new(2, &tallies);
        let elo = fit.elo();
        assert!((elo[0] - elo[1] - 190.85).abs() < 0.1, "{elo:?}");
        assert!(fit.first_move().abs() < 0.01);
        assert!((fit.expected(0, 1) - 0.75).abs() < 1e-4);
    }

    /// Results computed from known parameters give these parameters back.
    #[test]
    fn known_parameters_are_found() {
        let known = Fit { ratings: vec![0.8, -0.3, -0.5], advantage: 0.2, draws: 0.4 };
        let mut tallies = Vec::new();
        for first in 0..3 {
            for second in 0..3 {
                tallies.push(tally(first, second, known.chances(first, second).map(|chance| chance * 1e6)));
            }
        }
        let fit = Fit::new(3, &tallies);
        for (found, known) in fit.ratings.iter().zip(&known.ratings) {
            assert!((found - known).abs() < 1e-4, "{fit:?}");
        }
        assert!((fit.advantage - known.advantage).abs() < 1e-4 && (fit.draws - known.draws).abs() < 1e-4, "{fit:?}");
        for (one, other) in [(0, 1), (1, 2)] {
            assert!((fit.expected(one, other) + fit.expected(other, one) - 1.0).abs() < 1e-9);
        }
    }

    /// Rock, paper, scissors: equal ratings, and all of it left to the residuals.
    #[test]
    fn a_cycle_is_no_difference_in_rating() {
        let cycle = [(0, 1), (1, 2), (2, 0)];
        let games =
            cycle.into_iter().flat_map(|(a, b)| [tally(a, b, [90.0, 0.0, 10.0]), tally(b, a, [10.0, 0.0, 90.0])]);
        let fit = Fit::new(3, &games.collect::<Vec<_>>());
        assert!(fit.elo().iter().all(|elo| elo.abs() < 1e-6), "{fit:?}");
        assert!((fit.expected(0, 1) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn an_army_that_always_wins_has_a_finite_rating() {
        let fit = Fit::new(2, &[tally(0, 1, [50.0, 0.0, 0.0]), tally(1, 0, [0.0, 0.0, 50.0])]);
        let elo = fit.elo();
        assert!(elo.iter().all(|elo| elo.is_finite()) && elo[0] - elo[1] > 400.0, "{elo:?}");
    }

    #[test]
    fn resampling_finds_the_textbook_interval() {
        // 100 pairs of independent games at 50 %: the score's deviation is 3.54 points, 24.6 Elo points of difference
        // and half of that for each rating.
        let pair = |a: bool, b: bool| {
            let won = |yes: bool| if yes { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
            vec![tally(0, 1, won(a)), tally(1, 0, won(b))]
        };
        let pairs: Vec<_> = (0..100).map(|n| pair(n % 2 == 0, n / 2 % 2 == 0)).collect();
        let found = uncertainty(2, &[pairs]);
        assert!((found[0] - 1.96 * 12.3).abs() < 4.0, "{found:?}");
    }
}
