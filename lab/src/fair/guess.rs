//! Guess of an army's score after edits, from the values of its pieces and from games.
//!
//! The logarithm of the odds is taken as a sum: a base, the gain of value in Pawns times a slope that all edits share, an
//! effect of each edit's own, and an effect of two edits together. All have normal priors, and games narrow them: a
//! logistic regression, solved by Newton's method with a Kalman filter as its inner step.
//!
//! In some armies edits do little besides their gain, in others much, so all deviations of effects share a factor: of
//! [a few](SCALES), the one under which the results so far are most likely.
//!
//! Edits that were never played keep their priors and are independent of everything else. So the covariance has rows only
//! for the base, the slope and what was played.

use std::collections::{BTreeMap, BTreeSet};

use balance::stats::Pentanomial;

/// Indices of edits, in ascending order.
pub type Edits = Vec<usize>;

/// Deviation of the base's prior; its mean is 0.
const BASE: f64 = 2.0;
/// Prior of the slope, mean and deviation: a Pawn of chess is worth about 12 points of a hundred.
const SLOPE: [f64; 2] = [0.5, 0.25];
/// Deviation of an edit's own effect: a constant part, and a part for each Pawn of value.
const OWN: [f64; 2] = [0.2, 0.35];
/// Deviation of the effect of two edits together: a constant part, and a part for each Pawn of the smaller one.
const TOGETHER: [f64; 2] = [0.1, 0.05];
/// Factors of the deviations of effects, and the deviation of their logarithm's prior.
const SCALES: [f64; 5] = [0.25, 0.4, 0.65, 1.0, 1.6];
const SCALE: f64 = 0.7;
/// Number of Newton steps, and the largest step of an army's odds.
const STEPS: usize = 6;
const STEP: f64 = 2.0;
/// Pairs of games that the prior of the dispersion counts for.
const USUAL: f64 = 50.0;

/// Normal distribution of the logarithm of odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    pub mean: f64,
    pub deviation: f64,
}

impl Odds {
    /// Score that belongs to the mean.
    pub fn score(self) -> f64 {
        logistic(self.mean)
    }

    /// Chance that the score is within `within` of one half.
    pub fn chance(self, within: f64) -> f64 {
        let edge = ((0.5 + within) / (0.5 - within)).ln();
        let below = |value: f64| normal((value - self.mean) / self.deviation);
        below(edge) - below(-edge)
    }
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Distribution function of the normal distribution, by the logistic approximation with an error below 0.0002.
fn normal(z: f64) -> f64 {
    logistic(1.5976 * z + 0.070_565 * z.powi(3))
}

/// Knowledge of the base, the slope and the effects.
#[derive(Clone, Debug)]
pub struct Guess {
    gains: Vec<f64>,
    /// Variance of a pair's mean score, as a multiple of that of two independent games without draws.
    dispersion: f64,
    /// Factor of the deviations of effects.
    scale: f64,
    /// Logarithm of the likelihood of the results, up to a constant.
    likelihood: f64,
    /// Rows of edits and of sets of two edits that were played.
    own: Vec<Option<usize>>,
    together: BTreeMap<Edits, usize>,
    mean: Vec<f64>,
    /// Square matrix, row by row.
    covariance: Vec<f64>,
}

/// Army that was played.
struct Seen {
    factors: Vec<(usize, f64)>,
    pairs: f64,
    score: f64,
    /// Odds at which its likelihood is taken as normal.
    at: f64,
}

impl Guess {
    /// Fits the gain of value by each edit, in Pawns, and the games of these armies.
    pub fn new<'a>(gains: &[f64], played: impl IntoIterator<Item = (&'a Edits, &'a Pentanomial)>) -> Self {
        let played: Vec<_> = played.into_iter().filter(|(_, results)| results.pairs() > 0).collect();
        let [first, others @ ..] = SCALES.map(|scale| Self::scaled(scale, gains, &played));
        let rank = |guess: &Self| guess.likelihood - (guess.scale.ln() / SCALE).powi(2) / 2.0;
        others.into_iter().fold(first, |best, other| if rank(&other) >= rank(&best) { other } else { best })
    }

    fn scaled(scale: f64, gains: &[f64], played: &[(&Edits, &Pentanomial)]) -> Self {
        let edits: BTreeSet<usize> = played.iter().flat_map(|(edits, _)| edits.iter().copied()).collect();
        let mut guess = Self {
            gains: gains.to_vec(),
            dispersion: dispersion(played.iter().map(|(_, results)| *results)),
            scale,
            likelihood: 0.0,
            own: vec![None; gains.len()],
            together: BTreeMap::new(),
            mean: Vec::new(),
            covariance: Vec::new(),
        };
        let mut prior = vec![BASE, SLOPE[1]];
        for edit in edits {
            guess.own[edit] = Some(prior.len());
            prior.push(guess.own_deviation(edit));
        }
        for (edits, _) in played.iter().filter(|(edits, _)| edits.len() > 1) {
            guess.together.insert((*edits).clone(), prior.len());
            prior.push(guess.together_deviation(edits));
        }
        let mut seen: Vec<Seen> = played.iter().map(|(edits, results)| guess.seen(edits, results)).collect();
        for _ in 0..STEPS {
            guess.reset(&prior);
            seen.iter().for_each(|seen| guess.learn(seen));
            for seen in &mut seen {
                seen.at += (guess.expected(&seen.factors) - seen.at).clamp(-STEP, STEP);
            }
        }
        if seen.is_empty() {
            guess.reset(&prior);
        }
        guess
    }

    fn seen(&self, edits: &Edits, results: &Pentanomial) -> Seen {
        let pairs = f64::from(results.pairs());
        let score = score(results);
        let smooth = (score * pairs + 0.5) / (pairs + 1.0);
        Seen { factors: self.factors(edits).0, pairs, score, at: (smooth / (1.0 - smooth)).ln() }
    }

    fn reset(&mut self, prior: &[f64]) {
        let size = prior.len();
        self.likelihood = 0.0;
        self.mean = vec![0.0; size];
        self.mean[1] = SLOPE[0];
        self.covariance = vec![0.0; size * size];
        prior.iter().enumerate().for_each(|(row, deviation)| self.covariance[row * size + row] = deviation * deviation);
    }

    /// Rows with their factors for these edits, and the variance of what was never played.
    fn factors(&self, edits: &[usize]) -> (Vec<(usize, f64)>, f64) {
        let mut factors = Vec::with_capacity(5);
        let mut variance = 0.0;
        factors.push((0, 1.0));
        factors.push((1, edits.iter().map(|edit| self.gains[*edit]).sum()));
        let mut are_known = edits.len() > 1;
        for edit in edits {
            match self.own[*edit] {
                Some(row) => factors.push((row, 1.0)),
                None => {
                    are_known = false;
                    variance += self.own_deviation(*edit).powi(2);
                }
            }
        }
        match are_known.then(|| self.together.get(edits)).flatten() {
            Some(row) => factors.push((*row, 1.0)),
            None if edits.len() > 1 => variance += self.together_deviation(edits).powi(2),
            None => {}
        }
        (factors, variance)
    }

    /// Expected odds after these edits.
    pub fn odds(&self, edits: &[usize]) -> Odds {
        let (factors, more) = self.factors(edits);
        let size = self.mean.len();
        let mut variance = more;
        for (row, factor) in &factors {
            for (column, other) in &factors {
                variance += factor * other * self.covariance[row * size + column];
            }
        }
        Odds { mean: self.expected(&factors), deviation: variance.sqrt() }
    }

    /// Odds of the score in this many pairs of games, if the army's true odds are distributed like this.
    pub fn measured(&self, odds: Odds, pairs: u64) -> Odds {
        // Near even, where a variance of a score is 16 times smaller than that of its odds.
        let sampling = 16.0 * self.dispersion / 8.0 / pairs as f64;
        Odds { deviation: (odds.deviation.powi(2) + sampling).sqrt(), ..odds }
    }

    fn expected(&self, factors: &[(usize, f64)]) -> f64 {
        factors.iter().map(|(row, factor)| factor * self.mean[*row]).sum()
    }

    fn learn(&mut self, seen: &Seen) {
        let share = logistic(seen.at);
        let slope = share * (1.0 - share);
        let size = self.mean.len();
        let gain: Vec<f64> = self
            .covariance
            .chunks(size)
            .map(|row| seen.factors.iter().map(|(column, factor)| factor * row[*column]).sum())
            .collect();
        let spread: f64 = seen.factors.iter().map(|(row, factor)| factor * gain[*row]).sum();
        let spread = spread + self.dispersion / (2.0 * seen.pairs * slope);
        let surprise = seen.at + (seen.score - share) / slope - self.expected(&seen.factors);
        self.likelihood -= (spread.ln() + surprise * surprise / spread) / 2.0;
        for (row, share) in gain.iter().enumerate() {
            self.mean[row] += share / spread * surprise;
            for (entry, other) in self.covariance[row * size..][..size].iter_mut().zip(&gain) {
                *entry -= share * other / spread;
            }
        }
    }

    fn own_deviation(&self, edit: usize) -> f64 {
        self.scale * (OWN[0] + OWN[1] * self.gains[edit].abs())
    }

    fn together_deviation(&self, edits: &[usize]) -> f64 {
        let smaller = edits.iter().map(|edit| self.gains[*edit].abs()).fold(f64::INFINITY, f64::min);
        self.scale * (TOGETHER[0] + TOGETHER[1] * smaller)
    }
}

/// Mean score of a game.
fn score(results: &Pentanomial) -> f64 {
    let points = (0..).zip(results.0).map(|(quarters, count)| f64::from(quarters) / 4.0 * f64::from(count));
    points.sum::<f64>() / f64::from(results.pairs())
}

/// Variance of pairs in all games, as a multiple of that of two independent games without draws.
fn dispersion<'a>(played: impl Iterator<Item = &'a Pentanomial>) -> f64 {
    let (mut squares, mut usual) = (USUAL / 8.0, USUAL / 8.0);
    for results in played {
        let mean = score(results);
        let scores = (0..).zip(results.0).map(|(quarters, count)| (f64::from(quarters) / 4.0, f64::from(count)));
        squares += scores.map(|(score, count)| count * (score - mean).powi(2)).sum::<f64>();
        usual += f64::from(results.pairs() - 1) * mean * (1.0 - mean) / 2.0;
    }
    squares / usual
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of 400 pairs whose games are independent and have no draws.
    fn results(score: f64) -> Pentanomial {
        let pairs = |share: f64| (400.0 * share).round() as u32;
        let [won, lost] = [score * score, (1.0 - score).powi(2)];
        Pentanomial([pairs(lost), 0, 400 - pairs(lost) - pairs(won), 0, pairs(won)])
    }

    fn fitted(gains: &[f64], played: &[(&[usize], f64)]) -> Guess {
        let played: Vec<_> = played.iter().map(|(edits, score)| (edits.to_vec(), results(*score))).collect();
        Guess::new(gains, played.iter().map(|(edits, results)| (edits, results)))
    }

    #[test]
    fn a_measured_army_moves_all_its_edits() {
        let guess = fitted(&[1.0, -1.0], &[(&[], 0.7)]);
        assert!((guess.odds(&[]).score() - 0.7).abs() < 0.01);
        assert!(guess.odds(&[0]).score() > 0.75 && guess.odds(&[1]).score() < 0.65);
        assert!(guess.odds(&[0]).deviation > guess.odds(&[]).deviation);
    }

    #[test]
    fn one_edit_teaches_the_slope_and_two_add_up() {
        let before = fitted(&[-1.0, -2.0], &[]).odds(&[1]).mean;
        let between = fitted(&[-1.0, -2.0], &[(&[], 0.7)]).odds(&[1]).mean;
        // Half a Pawn's worth less than expected: the other edit is expected to do less, too.
        let guess = fitted(&[-1.0, -2.0], &[(&[], 0.7), (&[0], 0.69)]);
        assert!(guess.odds(&[1]).mean > between && between > before);
        let (base, one, two) = (guess.odds(&[]).mean, guess.odds(&[0]).mean, guess.odds(&[1]).mean);
        assert!((guess.odds(&[0, 1]).mean - (one + two - base)).abs() < 1e-9);
    }

    /// Two edits that were played together differ from their sum; others do not.
    #[test]
    fn what_two_edits_do_together_is_kept() {
        let gains = [1.0, -1.0, -1.0];
        let guess = fitted(&gains, &[(&[], 0.5), (&[0], 0.62), (&[1], 0.38), (&[0, 1], 0.58)]);
        let sum = guess.odds(&[0]).mean + guess.odds(&[1]).mean - guess.odds(&[]).mean;
        assert!(guess.odds(&[0, 1]).mean > sum + 0.02);
        assert!(guess.odds(&[0, 1]).deviation < guess.odds(&[0, 2]).deviation);
    }

    /// Edits that did what their values say make the others more certain, and those that did not less.
    #[test]
    fn other_edits_are_as_certain_as_those_that_were_played() {
        let gains = [-1.0; 9];
        let singles: Vec<[usize; 1]> = (0..8).map(|edit| [edit]).collect();
        let unplayed = |scores: [f64; 2]| {
            let of = singles.iter().enumerate().map(|(number, edit)| (&edit[..], scores[number % 2]));
            fitted(&gains, &std::iter::once((&[][..], 0.7)).chain(of).collect::<Vec<_>>()).odds(&[8])
        };
        let (calm, wild) = (unplayed([0.6, 0.6]), unplayed([0.4, 0.8]));
        assert!((calm.score() - 0.6).abs() < 0.03 && (wild.score() - 0.6).abs() < 0.05, "{calm:?} {wild:?}");
        assert!(calm.deviation < 0.3 && wild.deviation > 0.6, "{calm:?} {wild:?}");
    }

    #[test]
    fn a_lost_army_teaches_only_that_it_is_lost() {
        let guess = fitted(&[-2.0], &[(&[], 1.0)]);
        let more = fitted(&[-2.0], &[(&[], 1.0), (&[0], 1.0)]);
        assert!(guess.odds(&[]).mean > 3.0 && more.odds(&[]).mean > guess.odds(&[]).mean);
        assert!(guess.odds(&[0]).mean < guess.odds(&[]).mean - 0.5);
        assert!(more.odds(&[0]).mean > guess.odds(&[0]).mean && more.odds(&[0]).mean < 12.0);
    }

    /// With many games, the fit agrees with the score, and its deviation with that of the games.
    #[test]
    fn many_games_outweigh_the_prior() {
        for score in [0.05, 0.3, 0.5, 0.9] {
            let odds = fitted(&[], &[(&[], score)]).odds(&[]);
            assert!((odds.score() - score).abs() < 0.005, "{score}: {odds:?}");
            let known = (score * (1.0 - score) / 800.0_f64).sqrt() / (score * (1.0 - score));
            assert!((odds.deviation / known - 1.0).abs() < 0.06, "{score}: {odds:?} {known}");
        }
    }

    #[test]
    fn chances_are_those_of_the_normal_distribution() {
        for (z, known) in [(0.0, 0.5), (1.0, 0.8413), (1.96, 0.975), (-2.5, 0.0062)] {
            assert!((normal(z) - known).abs() < 0.0005, "{z}");
        }
        let sure = Odds { mean: 0.0, deviation: 0.01 };
        assert!(sure.chance(0.03) > 0.999);
        assert!(Odds { mean: 0.3, ..sure }.chance(0.03) < 0.001);
    }

    #[test]
    fn a_measured_score_is_less_certain_than_the_true_one() {
        let guess = fitted(&[], &[(&[], 0.5)]);
        let measured = guess.measured(Odds { mean: 0.0, deviation: 0.0 }, 1_000);
        assert!((measured.deviation - 4.0 * (0.125_f64 / 1_000.0).sqrt()).abs() < 0.003, "{measured:?}");
    }
}
