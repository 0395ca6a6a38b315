//! Conclusions about a pairing from runs of several strengths.

use serde::{Deserialize, Serialize};

use crate::stats::Interval;

/// Scores within this distance of 50 % are about even.
const EVEN: f64 = 0.05;

/// Conclusion about a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every interval lies above 50 %, or some do and no mean contradicts them.
    First,
    /// Every interval lies below 50 %, or some do and no mean contradicts them.
    Second,
    /// Every interval lies near 50 %.
    Even,
    /// The strengths contradict each other, or the intervals are too wide.
    NotKnown,
}

impl Verdict {
    /// Concludes from the scores of an army at several strengths.
    pub fn of(scores: &[Interval]) -> Self {
        let beyond = |score: &Interval| !score.contains(0.5);
        let even = |score: &Interval| score.low() >= 0.5 - EVEN && score.high() <= 0.5 + EVEN;
        if scores.is_empty() {
            Verdict::NotKnown
        } else if scores.iter().all(even) {
            Verdict::Even
        } else if !scores.iter().any(beyond) {
            Verdict::NotKnown
        } else if scores.iter().all(|score| score.mean > 0.5) {
            Verdict::First
        } else if scores.iter().all(|score| score.mean < 0.5) {
            Verdict::Second
        } else {
            Verdict::NotKnown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_that_changes_with_strength_is_not_known() {
        let at = |mean: f64, half: f64| Interval { mean, half };
        for (scores, verdict) in [
            (vec![], Verdict::NotKnown),
            (vec![at(0.7, 0.05)], Verdict::First),
            (vec![at(0.7, 0.05), at(0.55, 0.1)], Verdict::First),
            (vec![at(0.3, 0.05), at(0.1, 0.1)], Verdict::Second),
            (vec![at(0.7, 0.05), at(0.45, 0.1)], Verdict::NotKnown),
            (vec![at(0.7, 0.05), at(0.3, 0.05)], Verdict::NotKnown),
            (vec![at(0.55, 0.1)], Verdict::NotKnown),
            (vec![at(0.51, 0.03), at(0.49, 0.02)], Verdict::Even),
        ] {
            assert_eq!(Verdict::of(&scores), verdict, "{scores:?}");
            let mirrored: Vec<_> = scores.iter().map(|score| score.mirrored()).collect();
            let other = match verdict {
                Verdict::First => Verdict::Second,
                Verdict::Second => Verdict::First,
                same => same,
            };
            assert_eq!(Verdict::of(&mirrored), other);
        }
    }
}
