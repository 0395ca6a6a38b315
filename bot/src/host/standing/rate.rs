//! Win rates with confidence intervals.

use crate::host::model::{Rate, Tally};

/// Quantile of the normal distribution for a confidence of 95 %.
const Z: f64 = 1.959_963_984_540_054;

impl From<Tally> for Rate {
    /// Win rate with its Wilson interval (1927). A draw is half a win.
    fn from(tally: Tally) -> Self {
        let games = tally.games();
        if games == 0 {
            return Rate { games, share: 0.0, between: (0.0, 1.0) };
        }
        let n = f64::from(games);
        let share = (f64::from(tally.won) + f64::from(tally.drawn) / 2.0) / n;
        let widening = 1.0 + Z * Z / n;
        let middle = (share + Z * Z / (2.0 * n)) / widening;
        let half = Z / widening * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        Rate { games, share, between: ((middle - half).max(0.0), (middle + half).min(1.0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_literature() {
        let rate = |won, drawn, lost| Rate::from(Tally { won, drawn, lost });
        let near = |found: Rate, low: f64, high: f64| {
            let (least, most) = found.between;
            assert!((least - low).abs() < 5e-5, "{found:?}");
            assert!((most - high).abs() < 5e-5, "{found:?}");
        };
        // Reference values: Newcombe (1998), table I, method 3.
        near(rate(81, 0, 182), 0.2553, 0.3662);
        near(rate(15, 0, 133), 0.0624, 0.1605);
        near(rate(0, 0, 20), 0.0, 0.1611);
        near(rate(1, 0, 28), 0.0061, 0.1718);
        // A draw is half a win.
        assert_eq!(rate(0, 2, 0).share, 0.5);
        assert_eq!(rate(0, 0, 0).between, (0.0, 1.0));
    }
}
