//! Bradley–Terry ratings with draws (Davidson) and with the advantage of the first move, fitted by Newton's method.
//!
//! A win of the first side has weight `exp(r₁ + a)`, a loss `exp(r₂)`, a draw `exp(d + (r₁ + r₂ + a) / 2)`. The
//! logarithm of the likelihood is concave in ratings `r`, advantage `a` and tendency to draw `d`.

use crate::dice::Dice;

/// Elo points per natural logarithm of odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Deviation of the prior of a rating. It is wide, and keeps the rating of an army that won all games finite.
const PRIOR: f64 = 1_000.0 / ELO;
/// Newton steps; convergence takes about six.
const STEPS: usize = 30;
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
        // Parameters: ratings, then advantage, then draws.
        let size = armies + 2;
        let mut at = vec![0.0; size];
        for _ in 0..STEPS {
            let mut slope: Vec<f64> = at.iter().map(|value| -value / PRIOR.powi(2)).collect();
            let mut curve = vec![vec![0.0; size]; size];
            for (index, row) in curve.iter_mut().enumerate() {
                row[index] = 1.0 / PRIOR.powi(2);
            }
            for tally in tallies {
                add(tally, &at, &mut slope, &mut curve);
            }
            let step = solve(curve, slope);
            let length = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            // Limits the first steps, where the curvature says little about distant values.
            let share = if length > 2.0 { 2.0 / length } else { 1.0 };
            at.iter_mut().zip(&step).for_each(|(value, part)| *value += share * part);
            if length < 1e-10 {
                break;
            }
        }
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
            let tally = Tally { first, second, results: [0.0; 3] };
            let [win, draw, _] = chances(&tally, &self.ratings, self.advantage, self.draws);
            win + draw / 2.0
        };
        f64::midpoint(as_first(one, other), 1.0 - as_first(other, one))
    }
}

/// Chances of a win of the first, a draw, and a win of the second.
fn chances(tally: &Tally, ratings: &[f64], advantage: f64, draws: f64) -> [f64; 3] {
    let (first, second) = (ratings[tally.first] + advantage, ratings[tally.second]);
    let exponents = [first, draws + f64::midpoint(first, second), second];
    let most = exponents.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let weights = exponents.map(|exponent| (exponent - most).exp());
    let all: f64 = weights.iter().sum();
    weights.map(|weight| weight / all)
}

/// Adds a tally to slope and curvature of the logarithm of the likelihood.
fn add(tally: &Tally, at: &[f64], slope: &mut [f64], curve: &mut [Vec<f64>]) {
    let armies = at.len() - 2;
    let chances = chances(tally, &at[..armies], at[armies], at[armies + 1]);
    let games: f64 = tally.results.iter().sum();
    let places = [tally.first, tally.second, armies, armies + 1];
    // How the exponent of each result depends on the four parameters.
    let effects = [[1.0, 0.0, 1.0, 0.0], [0.5, 0.5, 0.5, 1.0], [0.0, 1.0, 0.0, 0.0]];
    let mean = |part: usize| (0..3).map(|result| chances[result] * effects[result][part]).sum::<f64>();
    for (part, place) in places.into_iter().enumerate() {
        let seen: f64 = (0..3).map(|result| tally.results[result] * effects[result][part]).sum();
        slope[place] += seen - games * mean(part);
        for (other, other_place) in places.into_iter().enumerate() {
            let both: f64 = (0..3).map(|result| chances[result] * effects[result][part] * effects[result][other]).sum();
            curve[place][other_place] += games * (both - mean(part) * mean(other));
        }
    }
}

/// Solves `matrix · x = right` by elimination with pivots. The matrix is positive definite.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let above = matrix[column].clone();
        for (row, line) in matrix.iter_mut().enumerate().skip(column + 1) {
            let share = line[column] / above[column];
            line.iter_mut().zip(&above).for_each(|(value, above)| *value -= share * above);
            right[row] -= share * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|place| matrix[row][place] * right[place]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// Half-widths of the 95 % intervals of all ratings, by resampling pairs of games within each pairing. Each element of
/// `pairs` holds the tallies of the pairs of one pairing.
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
        let (ratings, advantage, draws) = ([0.8, -0.3, -0.5], 0.2, 0.4);
        let mut tallies = Vec::new();
        for first in 0..3 {
            for second in 0..3 {
                let seats = tally(first, second, [0.0; 3]);
                tallies.push(Tally { results: chances(&seats, &ratings, advantage, draws).map(|c| c * 1e6), ..seats });
            }
        }
        let fit = Fit::new(3, &tallies);
        for (found, known) in fit.ratings.iter().zip(ratings) {
            assert!((found - known).abs() < 1e-4, "{fit:?}");
        }
        assert!((fit.advantage - advantage).abs() < 1e-4 && (fit.draws - draws).abs() < 1e-4, "{fit:?}");
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
