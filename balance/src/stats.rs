//! Mean scores with 95 % confidence intervals.

use serde::{Deserialize, Serialize};

/// Quantile of the normal distribution for 95 % intervals.
const Z: f64 = 1.959_964;
/// Upper 95 % bound of a mean number of events of which none was seen (rule of three).
const UNSEEN: f64 = 3.0;

/// Mean with the half-width of its 95 % interval, as shares of 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Mean.
    pub mean: f64,
    /// Half-width of the 95 % interval.
    pub half: f64,
}

impl Interval {
    /// Lower bound, at least 0.
    pub fn low(self) -> f64 {
        (self.mean - self.half).max(0.0)
    }

    /// Upper bound, at most 1.
    pub fn high(self) -> f64 {
        (self.mean + self.half).min(1.0)
    }

    /// Returns `true` if the value is within the interval.
    pub fn contains(self, value: f64) -> bool {
        (self.mean - value).abs() <= self.half
    }

    /// The interval of 1 minus the value: the score of the other side.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { mean: 1.0 - self.mean, half: self.half }
    }
}

/// "61 ± 5 %".
impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} ± {:.0} %", self.mean * 100.0, self.half * 100.0)
    }
}

/// Pairs of games by their points: 0, ½, 1, 1½ or 2. The two games of a pair share their opening and are not
/// independent of each other, so the variance is that of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u32; 5]);

impl Pentanomial {
    /// Adds a pair with the points of its two games.
    pub fn add(&mut self, points: [f64; 2]) {
        self.add_all(points, 1);
    }

    /// Adds a number of pairs with the same points.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index from 0 to 4")]
    pub fn add_all(&mut self, points: [f64; 2], pairs: u32) {
        let index = ((points[0] + points[1]) * 2.0).round().clamp(0.0, 4.0);
        self.0[index as usize] += pairs;
    }

    /// Adds the pairs of another sum.
    pub fn join(&mut self, more: &Self) {
        self.0.iter_mut().zip(more.0).for_each(|(sum, count)| *sum += count);
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Mean score of a game with its interval; `None` without games.
    pub fn interval(&self) -> Option<Interval> {
        let scores = (0..).zip(self.0).map(|(half_points, count)| (f64::from(half_points) / 4.0, f64::from(count)));
        mean(scores)
    }
}

/// Mean of values with multiplicities, with its interval; `None` without values. Values are shares of 1.
pub fn mean(values: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Interval> {
    let number: f64 = values.clone().map(|(_, count)| count).sum();
    if number == 0.0 {
        return None;
    }
    let mean = values.clone().map(|(value, count)| value * count).sum::<f64>() / number;
    let squares: f64 = values.map(|(value, count)| count * (value - mean).powi(2)).sum();
    let variance = squares / (number - 1.0).max(1.0);
    let half = student(number - 1.0) * (variance / number).sqrt();
    // Equal values have no variance, yet others remain possible. Half of a pair's points is the least deviation.
    let least = UNSEEN / 2.0 / number;
    Some(Interval { mean, half: half.max(least).min(1.0) })
}

/// Quantile of Student's distribution for 95 % intervals, by its expansion around the normal distribution.
pub fn student(freedom: f64) -> f64 {
    if freedom < 1.0 {
        return f64::INFINITY;
    }
    let (z2, z) = (Z * Z, Z);
    let first = (z2 * z + z) / 4.0;
    let second = (5.0 * z2 * z2 * z + 16.0 * z2 * z + 3.0 * z) / 96.0;
    let third = (3.0 * z2 * z2 * z2 * z + 19.0 * z2 * z2 * z + 17.0 * z2 * z - 15.0 * z) / 384.0;
    z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, known) in [(10.0, 2.228), (20.0, 2.086), (30.0, 2.042), (100.0, 1.984), (1e9, 1.960)] {
            assert!((student(freedom) - known).abs() < 0.001, "{freedom}: {}", student(freedom));
        }
    }

    /// By hand: scores 0, ¼, ½, ¾, 1 with counts 2, 3, 10, 5, 5 have mean 0.58 and sum of squares 2.09.
    #[test]
    fn the_variance_is_that_of_pairs() {
        let found = Pentanomial([2, 3, 10, 5, 5]).interval().unwrap();
        assert!((found.mean - 0.58).abs() < 1e-12);
        let known = 2.0639 * (2.09_f64 / 24.0 / 25.0).sqrt();
        assert!((found.half - known).abs() < 1e-4, "{} {known}", found.half);
    }

    #[test]
    fn pairs_that_cancel_are_surer_than_independent_games() {
        // Every opening won once by each side: the pairs have no variance, single games have the most possible.
        let mut pairs = Pentanomial::default();
        (0..100).for_each(|_| pairs.add([1.0, 0.0]));
        let games = mean([(0.0, 100.0), (1.0, 100.0)].into_iter()).unwrap();
        let pairs = pairs.interval().unwrap();
        assert_eq!((pairs.mean, games.mean), (0.5, 0.5));
        assert!(pairs.half < games.half / 4.0);
    }

    #[test]
    fn a_clean_score_is_not_certain() {
        let found = Pentanomial([0, 0, 0, 0, 50]).interval().unwrap();
        assert_eq!((found.mean, found.half), (1.0, 0.03));
        assert_eq!(Pentanomial::default().interval(), None);
    }

    proptest! {
        #[test]
        fn intervals_mirror_and_shrink(counts in proptest::array::uniform5(0_u32..40)) {
            prop_assume!(counts.iter().sum::<u32>() > 1);
            let found = Pentanomial(counts).interval().unwrap();
            let mut back = counts;
            back.reverse();
            let back = Pentanomial(back).interval().unwrap();
            prop_assert!((found.mean + back.mean - 1.0).abs() < 1e-9 && (found.half - back.half).abs() < 1e-9);
            let more = Pentanomial(counts.map(|n| n * 4)).interval().unwrap();
            prop_assert!(more.half < found.half || found.half == 1.0);
        }
    }
}
