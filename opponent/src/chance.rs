//! Win chances, which people understand better than scores.

use std::fmt;

/// Score that multiplies the odds of winning by *e*, in hundredths of a Pawn of chess. Self-play gave 200 for Medieval
/// and more for other armies (`docs/strength.md`).
const SCALE: f64 = 220.0;

/// Probability of a win, from 0 to 1; a draw counts as half a win.
///
/// ```
/// use opponent::WinChance;
/// assert_eq!(WinChance::from_score(0).points(), 50.0);
/// assert!(WinChance::from_score(300) > WinChance::from_score(100));
/// assert_eq!(WinChance::from_score(200).to_string(), "71%");
/// ```
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct WinChance(f64);

impl WinChance {
    /// Equal chances for both sides.
    pub const EVEN: Self = Self(0.5);

    /// Converts a score in hundredths of a Pawn by a logistic curve.
    pub fn from_score(score: i32) -> Self {
        Self(1.0 / (1.0 + exp(-f64::from(score) / SCALE)))
    }

    /// Score with this chance, in hundredths of a Pawn, between -2,000 and 2,000.
    pub(crate) fn score(self) -> i32 {
        let (mut low, mut high) = (-2_000, 2_000);
        while low < high {
            let middle = (low + high) >> 1;
            if Self::from_score(middle) < self { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// Creates a chance from a number between 0 and 1; numbers outside are clamped.
    pub const fn new(chance: f64) -> Self {
        Self(chance.clamp(0.0, 1.0))
    }

    /// Chance from 0 to 1.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Chance in percent, from 0 to 100.
    pub const fn points(self) -> f64 {
        self.0 * 100.0
    }

    /// Chance of the other side.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(1.0 - self.0)
    }
}

/// Whole percent: `71 %`.
impl fmt::Display for WinChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}%", self.points())
    }
}

/// Exponential function from sums and products alone, so that every machine computes the same bits.
pub(crate) fn exp(x: f64) -> f64 {
    let x = x.clamp(-40.0, 40.0);
    let small = x / 1024.0;
    let mut power = 1.0 + small * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0)));
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_function_is_close() {
        for x in [-20.0, -3.0, -0.1, 0.0, 0.5, 1.0, 7.0] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 1e-6, "{x}");
        }
    }
}
