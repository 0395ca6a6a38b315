//! Space of the grid, by file and rank (T-5).

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maximum width and height of a board (T-4).
pub const MAX_SIDE: u8 = 26;

/// Cell of the grid: file 0–25 (a–z, from the west) and rank 0–25 (printed 1–26, from the south), packed as `rank * 32
/// + file`. The encoding is the same on every board, and the value is a table index below [`Space::COUNT`].
///
/// ```
/// use engine::board::Space;
/// let e4: Space = "e4".parse().unwrap();
/// assert_eq!((e4.file(), e4.rank()), (4, 3));
/// assert_eq!(e4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u16);

impl Space {
    /// Size of a table indexed by [`Space::index`].
    pub const COUNT: usize = Self::CODES as usize;
    /// Upper bound of [`Space::code`].
    pub(crate) const CODES: u16 = MAX_SIDE as u16 * 32;

    /// The Space on `file` and `rank`, both counted from 0 and below [`MAX_SIDE`].
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        debug_assert!(file < MAX_SIDE && rank < MAX_SIDE);
        Self((rank as u16) << 5 | file as u16)
    }

    /// The Space with this table index.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an index is below `Space::COUNT`")]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u16)
    }

    /// File from the west, counted from 0.
    #[inline]
    pub const fn file(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// Rank from the south, counted from 0.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a rank is below `MAX_SIDE`")]
    pub const fn rank(self) -> u8 {
        (self.0 >> 5) as u8
    }

    /// Index into a table of [`Space::COUNT`] entries.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// [`Space::index`] as a small number, for counters and packed tables.
    #[inline]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The cell `(dx, dy)` away (east, north), if it lies in the largest grid.
    #[inline]
    pub fn offset(self, dx: i8, dy: i8) -> Option<Self> {
        let moved = |side: u8, by: i8| side.checked_add_signed(by).filter(|side| *side < MAX_SIDE);
        Some(Self::new(moved(self.file(), dx)?, moved(self.rank(), dy)?))
    }

    /// Vector from `self` to `other`: (east, north).
    #[inline]
    pub const fn to(self, other: Space) -> (i8, i8) {
        let (east, north) = (other.file().cast_signed(), other.rank().cast_signed());
        (east - self.file().cast_signed(), north - self.rank().cast_signed())
    }

    /// Number of King steps between two Spaces on an unobstructed grid.
    #[inline]
    pub fn distance(self, other: Space) -> u8 {
        let (dx, dy) = self.to(other);
        dx.unsigned_abs().max(dy.unsigned_abs())
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error of parsing the name of a Space, such as `e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a Space is a letter and a number, such as e4")]
pub struct BadSpace;

impl FromStr for Space {
    type Err = BadSpace;

    fn from_str(text: &str) -> Result<Self, BadSpace> {
        let mut chars = text.chars();
        let letter = chars.next().ok_or(BadSpace)?.to_ascii_lowercase();
        let digits = chars.as_str();
        let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
        match (letter, digits.parse::<u8>()) {
            ('a'..='z', Ok(rank @ 1..=MAX_SIDE)) if plain => Ok(Self::new(letter as u8 - b'a', rank - 1)),
            _ => Err(BadSpace),
        }
    }
}

impl Serialize for Space {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Space {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_nonsense_is_refused() {
        for file in 0..MAX_SIDE {
            for rank in 0..MAX_SIDE {
                let space = Space::new(file, rank);
                assert_eq!(space.to_string().parse(), Ok(space));
            }
        }
        for bad in ["", "e", "4", "e0", "e27", "e04", "e+4", "ä1", "e4 ", "ee4", "e999"] {
            assert_eq!(bad.parse::<Space>(), Err(BadSpace), "{bad:?}");
        }
    }

    #[test]
    fn offsets_stay_on_the_grid() {
        let a1 = Space::new(0, 0);
        assert_eq!(a1.offset(-1, 0), None);
        assert_eq!(a1.offset(25, 25), Some(Space::new(25, 25)));
        assert_eq!(a1.offset(26, 0), None);
        assert_eq!(a1.to(Space::new(2, 1)), (2, 1));
    }
}
