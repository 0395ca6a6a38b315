//! Logistic regression by gradient descent with an adaptive step for each number (Adam). Numbers that few positions speak
//! about stay.

use super::layout::Number;
use super::positions::{PARTS, Positions, Sample};

/// Weight of the game result in the prediction target; the search score has the rest.
const RESULT: f64 = 0.5;
const STEPS: i32 = 300;
/// First step of a number, in hundredths of a Pawn.
const RATE: f64 = 2.0;

/// Regression in progress.
#[derive(Debug)]
pub struct Descent {
    games: Vec<Positions>,
    numbers: Vec<Number>,
    /// Scale of the curve that turns scores into results.
    scale: f64,
    mean: Vec<f64>,
    square: Vec<f64>,
    step: i32,
}

impl Descent {
    pub(super) fn new(games: Vec<Positions>, numbers: Vec<Number>) -> Self {
        let scale = best_scale(&games, &numbers);
        let (mean, square) = (vec![0.0; numbers.len()], vec![0.0; numbers.len()]);
        Self { games, numbers, scale, mean, square, step: 0 }
    }

    /// Scale of the curve by which the original numbers predict the results best, in hundredths of a Pawn.
    pub const fn scale(&self) -> f64 {
        self.scale
    }

    /// Mean squared errors of the predictions: of the games that are fitted to, and of those held out.
    pub fn errors(&self) -> [f64; 2] {
        [false, true].map(|held_out| {
            let (mut sum, mut count) = (0.0, 0.0);
            for (game, sample) in samples(&self.games, held_out) {
                let told = chance(score(sample, &self.numbers), self.scale);
                sum += (told - wanted(game, sample, self.scale)).powi(2);
                count += 1.0;
            }
            sum / f64::max(count, 1.0)
        })
    }

    /// Goes down by one step. Returns `true` after the last one.
    pub fn advance(&mut self) -> bool {
        if self.step == STEPS {
            return true;
        }
        self.step += 1;
        // Curvature of the error by one position, for a number that counts once.
        let curvature = 2.0 * (0.25 / self.scale).powi(2);
        let pull = |number: &Number| number.trust * curvature * (number.now - number.before);
        let mut slope: Vec<f64> = self.numbers.iter().map(pull).collect();
        for (game, sample) in samples(&self.games, false) {
            let told = chance(score(sample, &self.numbers), self.scale);
            let push = 2.0 * (told - wanted(game, sample, self.scale)) * told * (1.0 - told) / self.scale;
            for (index, count) in &sample.counts {
                slope[usize::from(*index)] += push * f64::from(*count) / PARTS;
            }
        }
        let rate = RATE * (1.0 - f64::from(self.step) / f64::from(STEPS + 1));
        for (index, number) in self.numbers.iter_mut().enumerate() {
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = 0.9 * *mean + 0.1 * slope[index];
            *square = 0.99 * *square + 0.01 * slope[index] * slope[index];
            let (m, s) = (*mean / (1.0 - 0.9f64.powi(self.step)), *square / (1.0 - 0.99f64.powi(self.step)));
            number.now -= rate * m / (s.sqrt() + 1e-15);
        }
        self.step == STEPS
    }

    pub(super) fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// Indices of the numbers that some position speaks about.
    pub(super) fn counted(&self) -> impl Iterator<Item = usize> + '_ {
        let samples = self.games.iter().flat_map(|game| &game.samples);
        samples.flat_map(|sample| sample.counts.iter().map(|(index, _)| usize::from(*index)))
    }
}

fn samples(games: &[Positions], held_out: bool) -> impl Iterator<Item = (&Positions, &Sample)> {
    let games = games.iter().filter(move |game| game.is_held_out() == held_out);
    games.flat_map(|game| game.samples.iter().map(move |sample| (game, sample)))
}

fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// Evaluation of a position by these numbers, in hundredths of a Pawn.
pub(super) fn score(sample: &Sample, numbers: &[Number]) -> f64 {
    let counts = sample.counts.iter();
    let counted: f64 = counts.map(|(index, count)| f64::from(*count) * numbers[usize::from(*index)].now).sum();
    f64::from(sample.sure) + counted / PARTS
}

fn wanted(game: &Positions, sample: &Sample, scale: f64) -> f64 {
    RESULT * game.result + (1.0 - RESULT) * chance(sample.thought.into(), scale)
}

/// Scale of the curve by which the original numbers predict the results best.
fn best_scale(games: &[Positions], numbers: &[Number]) -> f64 {
    let all = games.iter().flat_map(|game| game.samples.iter().map(move |sample| (game, sample)));
    let scores: Vec<(f64, f64)> = all.map(|(game, sample)| (score(sample, numbers), game.result)).collect();
    let off =
        |scale: f64| -> f64 { scores.iter().map(|(score, result)| (chance(*score, scale) - result).powi(2)).sum() };
    let scales = (60..=900).step_by(20).map(f64::from);
    scales.min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(220.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::Army;
    use crate::fit::{Fit, Settings};
    use crate::selfplay::SelfPlay;

    fn fit() -> Fit {
        let settings = Settings { nodes: 20, ..Settings::default() };
        Fit::new(Army::load("medieval").unwrap(), settings).unwrap()
    }

    fn game(fit: &Fit, number: u64) -> Positions {
        let mut playing = SelfPlay::new(number);
        while !fit.play(&mut playing) {}
        playing.played()
    }

    fn values(fit: &Fit, games: Vec<Positions>) -> ([f64; 2], Descent) {
        let mut descent = fit.descent(games);
        let before = descent.errors();
        while !descent.advance() {}
        (before, descent)
    }

    /// Games 0 and 8 are held out: the values do not depend on their results, though the scale of the curve does.
    #[test]
    fn the_error_falls_in_the_games_that_count() {
        let fit = fit();
        let games = || (0..12).map(|number| game(&fit, number)).collect::<Vec<_>>();
        let (before, one) = values(&fit, games());
        assert!(one.errors()[0] < before[0], "{:?} {before:?}", one.errors());
        let mut without = fit.descent(games().into_iter().filter(|game| !game.is_held_out()).collect());
        without.scale = one.scale();
        while !without.advance() {}
        assert_eq!(fit.values(&one), fit.values(&without));
    }

    /// Where no position says anything, the numbers stay.
    #[test]
    fn without_games_nothing_changes() {
        let (_, descent) = values(&fit(), Vec::new());
        assert!(descent.numbers().iter().all(|number| number.now == number.before));
    }
}
