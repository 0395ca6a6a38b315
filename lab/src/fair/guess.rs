//! Guess of an army's score after edits, from the values of its pieces and from games.
//!
//! The logarithm of the odds is taken as linear: a base, the gain of value in Pawns times a slope that all edits share,
//! and an effect of each edit's own. All have normal priors, and each measured score narrows them (Kalman filter).

use balance::stats::Interval;

/// Number of shared parameters: base and slope.
const SHARED: usize = 2;
/// Prior of the base: mean and deviation.
const BASE: [f64; 2] = [0.0, 2.0];
/// Prior of the slope: a Pawn of chess is worth about 15 points of a hundred.
const SLOPE: [f64; 2] = [0.5, 0.25];
/// Deviation of an edit's own effect: a constant part, and a part for each Pawn of value.
const OWN: [f64; 2] = [0.15, 0.3];
/// Deviation of what two edits do together beyond the sum of their effects.
const TOGETHER: f64 = 0.1;
/// Quantile of 95 % intervals.
const Z: f64 = 1.96;
/// Scores are not closer to 0 and 1 than this, so that their odds stay finite.
const NEAREST: f64 = 0.02;

/// Normal distribution of the logarithm of odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    pub mean: f64,
    pub deviation: f64,
}

impl Odds {
    /// Of a measured score.
    pub fn of(score: Interval) -> Self {
        let share = score.mean.clamp(NEAREST, 1.0 - NEAREST);
        let slope = share * (1.0 - share);
        Self { mean: (share / (1.0 - share)).ln(), deviation: score.half / Z / slope }
    }

    /// Both pieces of knowledge together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let [own, more] = [self, other].map(|odds| odds.deviation.powi(-2));
        Self { mean: (self.mean * own + other.mean * more) / (own + more), deviation: (own + more).sqrt().recip() }
    }

    /// Score that belongs to the mean.
    pub fn score(self) -> f64 {
        1.0 / (1.0 + (-self.mean).exp())
    }

    /// Chance that the score is within `within` of one half.
    pub fn chance(self, within: f64) -> f64 {
        let edge = ((0.5 + within) / (0.5 - within)).ln();
        let below = |value: f64| normal((value - self.mean) / self.deviation);
        below(edge) - below(-edge)
    }
}

/// Distribution function of the normal distribution, by the logistic approximation with an error below 0.0002.
fn normal(z: f64) -> f64 {
    1.0 / (1.0 + (-1.5976 * z - 0.070_565 * z.powi(3)).exp())
}

/// Knowledge of the base, the slope and the effects.
#[derive(Clone, Debug)]
pub struct Guess {
    gains: Vec<f64>,
    mean: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Guess {
    /// Knows the gain of value by each edit, in Pawns.
    pub fn new(gains: Vec<f64>) -> Self {
        let own = gains.iter().map(|gain| [0.0, OWN[0] + OWN[1] * gain.abs()]);
        let priors: Vec<[f64; 2]> = [BASE, SLOPE].into_iter().chain(own).collect();
        let row = |index: usize| {
            let mut row = vec![0.0; priors.len()];
            row[index] = priors[index][1].powi(2);
            row
        };
        Self {
            covariance: (0..priors.len()).map(row).collect(),
            mean: priors.iter().map(|prior| prior[0]).collect(),
            gains,
        }
    }

    /// Factors of the parameters for these edits.
    fn factors(&self, edits: &[usize]) -> Vec<f64> {
        let mut factors = vec![0.0; self.mean.len()];
        factors[0] = 1.0;
        for edit in edits {
            factors[1] += self.gains[*edit];
            factors[SHARED + edit] = 1.0;
        }
        factors
    }

    /// Expected odds after these edits.
    pub fn odds(&self, edits: &[usize]) -> Odds {
        let factors = self.factors(edits);
        let spread = dot(&factors, &self.times(&factors)) + joint(edits);
        Odds { mean: dot(&factors, &self.mean), deviation: spread.sqrt() }
    }

    /// Learns from a score measured after these edits. A score of nearly all or no points says only that the odds are at
    /// least so far from even.
    pub fn learn(&mut self, edits: &[usize], score: Interval) {
        let seen = Odds::of(score);
        let factors = self.factors(edits);
        let is_extreme = (score.mean - 0.5).abs() >= 0.5 - NEAREST;
        if is_extreme && dot(&factors, &self.mean) / seen.mean >= 1.0 {
            return;
        }
        let gain = self.times(&factors);
        let spread = dot(&factors, &gain) + joint(edits) + seen.deviation.powi(2);
        let surprise = seen.mean - dot(&factors, &self.mean);
        for (row, share) in gain.iter().enumerate() {
            self.mean[row] += share / spread * surprise;
            for (column, other) in gain.iter().enumerate() {
                self.covariance[row][column] -= share * other / spread;
            }
        }
    }

    fn times(&self, factors: &[f64]) -> Vec<f64> {
        self.covariance.iter().map(|row| dot(row, factors)).collect()
    }
}

fn joint(edits: &[usize]) -> f64 {
    if edits.len() > 1 { TOGETHER * TOGETHER } else { 0.0 }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(mean: f64) -> Interval {
        Interval { mean, half: 0.03 }
    }

    #[test]
    fn a_measured_army_moves_all_its_edits() {
        let mut guess = Guess::new(vec![1.0, -1.0]);
        guess.learn(&[], score(0.7));
        assert!((guess.odds(&[]).score() - 0.7).abs() < 0.01);
        assert!(guess.odds(&[0]).score() > 0.75 && guess.odds(&[1]).score() < 0.65);
        assert!(guess.odds(&[0]).deviation > guess.odds(&[]).deviation);
    }

    #[test]
    fn one_edit_teaches_the_slope_and_two_add_up() {
        let mut guess = Guess::new(vec![-1.0, -2.0]);
        let before = guess.odds(&[1]).mean;
        guess.learn(&[], score(0.7));
        let between = guess.odds(&[1]).mean;
        // Half a Pawn's worth less than expected: the other edit is expected to do less, too.
        guess.learn(&[0], score(0.69));
        assert!(guess.odds(&[1]).mean > between && between > before);
        let (base, one, two) = (guess.odds(&[]).mean, guess.odds(&[0]).mean, guess.odds(&[1]).mean);
        assert!((guess.odds(&[0, 1]).mean - (one + two - base)).abs() < 1e-9);
    }

    #[test]
    fn a_lost_army_teaches_only_that_it_is_lost() {
        let mut guess = Guess::new(vec![-2.0]);
        let all = Interval { mean: 1.0, half: 0.02 };
        (0..20).for_each(|_| guess.learn(&[], all));
        let known = guess.clone();
        guess.learn(&[], all);
        assert!(guess.odds(&[]).mean > 3.0);
        assert!((guess.odds(&[0]).mean - known.odds(&[0]).mean).abs() < 0.1);
        assert!(guess.odds(&[0]).mean < guess.odds(&[]).mean - 0.5);
    }

    #[test]
    fn chances_are_those_of_the_normal_distribution() {
        for (z, known) in [(0.0, 0.5), (1.0, 0.8413), (1.96, 0.975), (-2.5, 0.0062)] {
            assert!((normal(z) - known).abs() < 0.0005, "{z}");
        }
        let sure = Odds { mean: 0.0, deviation: 0.01 };
        assert!(sure.chance(0.03) > 0.999);
        assert!(Odds { mean: 0.3, ..sure }.chance(0.03) < 0.001);
        let joined = Odds { mean: 1.0, deviation: 1.0 }.and(Odds { mean: 0.0, deviation: 1.0 });
        assert!((joined.mean - 0.5).abs() < 1e-12 && (joined.deviation - 0.5_f64.sqrt()).abs() < 1e-12);
    }
}
