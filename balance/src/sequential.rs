//! Sequential test of two hypotheses about a mean score (generalised sequential probability ratio test, as engine testing
//! frameworks use it): games are played until they decide.

use crate::stats::Pentanomial;

/// Bounds of the test, and the most games that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// Mean score per game under the hypothesis that nothing is gained, in thousandths.
    pub none: u16,
    /// Mean score per game under the hypothesis of a gain, in thousandths.
    pub gain: u16,
    /// Number of pairs of games after which nothing is shown.
    pub pairs: u32,
}

impl Default for Test {
    /// An even score against one of 54 %, with at most 200 pairs.
    fn default() -> Self {
        Self { none: 500, gain: 540, pairs: 200 }
    }
}

/// Logarithm of 0.95 / 0.05: both errors have a probability of at most 5 %.
const BOUND: f64 = 2.944_439;
/// Weight of each possible result before the first pair: equal results have no variance, yet others remain possible.
const BEFORE: f64 = 0.25;

impl Test {
    /// Returns `true` if these pairs show a gain, and `false` if they do not and none need be played any more. `None`: the
    /// test continues.
    pub fn verdict(self, pairs: &Pentanomial) -> Option<bool> {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= BOUND {
            Some(true)
        } else if ratio <= -BOUND || pairs.pairs() >= self.pairs {
            Some(false)
        } else {
            None
        }
    }

    /// Logarithm of the likelihood of the results under a gain, divided by that under none, by the normal distribution of
    /// the mean score of pairs.
    pub fn log_likelihood_ratio(self, pairs: &Pentanomial) -> f64 {
        let weights = pairs.0.map(|count| f64::from(count) + BEFORE);
        let number: f64 = weights.iter().sum();
        let scores = || [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(weights);
        let mean = scores().map(|(score, weight)| score * weight).sum::<f64>() / number;
        let variance = scores().map(|(score, weight)| weight * (score - mean).powi(2)).sum::<f64>() / number;
        let [none, gain] = [self.none, self.gain].map(|thousandths| f64::from(thousandths) / 1_000.0);
        f64::from(pairs.pairs()) * (gain - none) * (2.0 * mean - none - gain) / (2.0 * variance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Test = Test { none: 500, gain: 540, pairs: 200 };

    /// By hand: 50 pairs with counts 5, 10, 15, 10, 10 and the weights before have mean 27.625 / 51.25 and variance 0.1004.
    #[test]
    fn the_ratio_is_that_of_normal_distributions() {
        let pairs = Pentanomial([5, 10, 15, 10, 10]);
        let mean: f64 = (0.25 * 10.25 + 0.5 * 15.25 + 0.75 * 10.25 + 10.25) / 51.25;
        let squares = 5.25 * mean.powi(2) + 10.25 * (0.25 - mean).powi(2) + 15.25 * (0.5 - mean).powi(2);
        let variance = (squares + 10.25 * (0.75 - mean).powi(2) + 10.25 * (1.0 - mean).powi(2)) / 51.25;
        let known = 50.0 / (2.0 * variance) * ((mean - 0.5).powi(2) - (mean - 0.54).powi(2));
        assert!((TEST.log_likelihood_ratio(&pairs) - known).abs() < 1e-9);
    }

    #[test]
    fn it_goes_on_until_the_games_decide() {
        assert_eq!(TEST.verdict(&Pentanomial::default()), None);
        assert_eq!(TEST.verdict(&Pentanomial([0, 0, 0, 0, 3])), None, "a few wins show nothing");
        assert_eq!(TEST.verdict(&Pentanomial([0, 0, 2, 4, 20])), Some(true));
        assert_eq!(TEST.verdict(&Pentanomial([20, 4, 2, 0, 0])), Some(false));
        let even = Pentanomial([20, 30, 50, 30, 20]);
        assert_eq!(TEST.verdict(&even), None);
        let mut longer = even;
        longer.add_all([0.5, 0.5], 50);
        assert_eq!((longer.pairs(), TEST.verdict(&longer)), (200, Some(false)), "nothing is shown by then");
    }

    /// Scores of a fair coin: nearly all tests end without a gain.
    #[test]
    fn chance_is_rarely_taken_for_a_gain() {
        let gains = (0..400).filter(|seed| {
            let mut dice = crate::dice::Dice(*seed);
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add([0, 1].map(|_| dice.below(3) as f64 / 2.0));
                if let Some(gain) = TEST.verdict(&pairs) {
                    break gain;
                }
            }
        });
        assert!(gains.count() <= 24, "5 % of 400, and a little");
    }
}
