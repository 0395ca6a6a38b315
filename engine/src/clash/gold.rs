//! Gold, exact to the hundredth (C-2).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Amount of gold in hundredths.
///
/// ```
/// use engine::clash::Gold;
/// let cost: Gold = "3.25".parse().unwrap();
/// assert_eq!(cost.hundredths(), 325);
/// assert_eq!((Gold::whole(40) - cost).to_string(), "36.75");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gold(i64);

impl Gold {
    /// No gold.
    pub const ZERO: Gold = Gold(0);

    /// Amount from hundredths.
    pub const fn from_hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// Amount from whole pieces of gold.
    pub const fn whole(gold: i64) -> Self {
        Self(gold * 100)
    }

    /// Number of hundredths.
    pub const fn hundredths(self) -> i64 {
        self.0
    }
}

impl Add for Gold {
    type Output = Gold;

    fn add(self, other: Gold) -> Gold {
        Gold(self.0.saturating_add(other.0))
    }
}

impl Sub for Gold {
    type Output = Gold;

    fn sub(self, other: Gold) -> Gold {
        Gold(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Gold {
    fn add_assign(&mut self, other: Gold) {
        *self = *self + other;
    }
}

impl SubAssign for Gold {
    fn sub_assign(&mut self, other: Gold) {
        *self = *self - other;
    }
}

impl Sum for Gold {
    fn sum<I: Iterator<Item = Gold>>(amounts: I) -> Gold {
        amounts.fold(Gold::ZERO, Gold::add)
    }
}

/// Shortest decimal form: `40`, `0.5`, `3.25`.
impl fmt::Display for Gold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (gold, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{gold}"),
            (_, 0) => write!(f, "{sign}{gold}.{}", rest / 10),
            _ => write!(f, "{sign}{gold}.{rest:02}"),
        }
    }
}

/// Error of parsing an amount of gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an amount of gold is a number with at most two decimals, such as 11.5")]
pub struct BadGold;

/// Parses `11`, `11.5` or `11,50`, with at most two decimals.
impl FromStr for Gold {
    type Err = BadGold;

    fn from_str(text: &str) -> Result<Self, BadGold> {
        let text = text.trim();
        let (gold, rest) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if gold.is_empty() && rest.is_empty() || gold.len() > 6 || rest.len() > 2 {
            return Err(BadGold);
        }
        if !digits(gold) || !digits(rest) || text.ends_with(['.', ',']) {
            return Err(BadGold);
        }
        let number = |part: &str| part.parse::<i64>().unwrap_or(0);
        let cents = number(rest) * if rest.len() == 1 { 10 } else { 1 };
        Ok(Self(number(gold) * 100 + cents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_round_trip_and_nonsense_is_refused() {
        for hundredths in [0, 5, 50, 100, 325, 1107, 4000, 12_345] {
            let gold = Gold(hundredths);
            assert_eq!(gold.to_string().parse(), Ok(gold), "{gold}");
        }
        assert_eq!("11,5".parse(), Ok(Gold(1150)));
        assert_eq!(".5".parse(), Ok(Gold(50)));
        assert_eq!("999999".parse(), Ok(Gold(99_999_900)));
        for bad in ["", ".", "1.", "-1", "+1", "1.234", "1e3", "ten", "1 0", "9999999"] {
            assert_eq!(bad.parse::<Gold>(), Err(BadGold), "{bad:?}");
        }
    }
}
