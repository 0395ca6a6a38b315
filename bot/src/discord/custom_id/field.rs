//! Encoding of numbers, Spaces and choices in component ids. A [`Field`] is a part of an intent, between hyphens.

use engine::action::Spot;
use engine::board::{Seat, Space};

/// Choices made so far for the obligations of a turn, or a list of Spaces. `None` is a declined choice.
pub type Choices = Vec<Option<Space>>;

/// Part of an intent.
pub trait Field: Sized {
    /// Encodes the value, without hyphens.
    fn text(&self) -> String;

    /// Inverse of [`Field::text`].
    fn read(text: &str) -> Option<Self>;

    /// Random value.
    #[cfg(test)]
    fn sample(random: &mut super::tests::Random) -> Self;
}

/// Encodes a number in base 36.
pub fn base36(mut n: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((n % 36) as u32, 36).unwrap_or('0'));
        n /= 36;
        if n == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

/// Inverse of [`base36`]. Rejects non-canonical spellings.
pub fn number(text: &str) -> Option<u64> {
    let n = u64::from_str_radix(text, 36).ok()?;
    (base36(n) == text).then_some(n)
}

/// Decodes a decimal number. Rejects non-canonical spellings.
pub fn decimal(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// In base 36.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Field for $number {
            fn text(&self) -> String {
                base36(u64::from(*self))
            }

            fn read(text: &str) -> Option<Self> {
                number(text)?.try_into().ok()
            }

            #[cfg(test)]
            fn sample(random: &mut super::tests::Random) -> Self {
                random.below(1 << <$number>::BITS) as $number
            }
        })*
    };
}
numbers!(u8, u16);

/// `0` or `1`.
impl Field for bool {
    fn text(&self) -> String {
        u8::from(*self).to_string()
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        }
    }

    #[cfg(test)]
    fn sample(random: &mut super::tests::Random) -> Self {
        random.below(2) == 1
    }
}

impl Field for Seat {
    fn text(&self) -> String {
        self.0.text()
    }

    fn read(text: &str) -> Option<Self> {
        u8::read(text).map(Seat)
    }

    #[cfg(test)]
    fn sample(random: &mut super::tests::Random) -> Self {
        Seat(random.below(6) as u8)
    }
}

/// Two digits in base 36: file × 26 + rank.
impl Field for Space {
    fn text(&self) -> String {
        let text = base36(u64::from(self.file()) * 26 + u64::from(self.rank()));
        format!("{text:0>2}")
    }

    fn read(text: &str) -> Option<Self> {
        let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let index = u16::from_str_radix(text, 36).ok();
        let index = index.filter(|n| digits && *n < 26 * 26)?;
        Some(Space::new(u8::try_from(index / 26).ok()?, (index % 26) as u8))
    }

    #[cfg(test)]
    fn sample(random: &mut super::tests::Random) -> Self {
        Space::new(random.below(26) as u8, random.below(26) as u8)
    }
}

/// Encoding of a declined choice.
const DECLINED: &str = "__";

/// Two characters per choice.
impl Field for Choices {
    fn text(&self) -> String {
        let one = |choice: &Option<Space>| choice.map_or_else(|| DECLINED.to_owned(), |space| space.text());
        self.iter().map(one).collect()
    }

    fn read(text: &str) -> Option<Self> {
        if !text.len().is_multiple_of(2) {
            return None;
        }
        (0..text.len() / 2)
            .map(|index| match text.get(2 * index..2 * index + 2)? {
                DECLINED => Some(None),
                space => Space::read(space).map(Some),
            })
            .collect()
    }

    #[cfg(test)]
    fn sample(random: &mut super::tests::Random) -> Self {
        (0..random.below(9)).map(|_| (random.below(4) > 0).then(|| Space::sample(random))).collect()
    }
}

impl Field for Spot {
    fn text(&self) -> String {
        spot_text(*self)
    }

    fn read(text: &str) -> Option<Self> {
        read_spot(text)
    }

    #[cfg(test)]
    fn sample(random: &mut super::tests::Random) -> Self {
        match random.below(2) {
            0 => Spot::Board(Space::sample(random)),
            _ => Spot::Hand(u8::sample(random)),
        }
    }
}

/// Encodes a spot: `d1` for a square, `_3` for the hand.
pub fn spot_text(spot: Spot) -> String {
    match spot {
        Spot::Board(space) => space.to_string(),
        Spot::Hand(index) => format!("_{}", index.text()),
    }
}

/// Inverse of [`spot_text`]. Rejects every other text.
pub fn read_spot(text: &str) -> Option<Spot> {
    let spot = match text.strip_prefix('_') {
        Some(index) => Spot::Hand(u8::read(index)?),
        None => Spot::Board(text.parse::<Space>().ok()?),
    };
    (spot_text(spot) == text).then_some(spot)
}
