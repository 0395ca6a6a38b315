//! Computer players as seats and messages name them.

use opponent::Level;
use serde::{Deserialize, Serialize};

use super::Member;
use crate::store::PersonId;

/// A computer player of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputerPlayer {
    /// How strong it is.
    pub level: Level,
    /// Tells those of one game apart; the first is 0.
    pub number: u8,
}

impl ComputerPlayer {
    /// The number that stands for it where people have theirs. The highest bit is set, as it never is in a number of Discord's: in the
    /// database such numbers are below 0.
    pub const fn id(self) -> PersonId {
        PersonId(!((self.number as u64) << 3 | self.level.number() as u64))
    }

    /// The computer player that a number stands for; `None` for a person's.
    pub fn of(id: PersonId) -> Option<Self> {
        let bits = !id.0;
        let level = (bits & 7).checked_sub(1)?;
        Some(Self { level: *Level::ALL.get(usize::try_from(level).ok()?)?, number: u8::try_from(bits >> 3).ok()? })
    }

    /// What it is called in messages and pictures: "Computer (Captain)".
    pub fn name(self) -> String {
        match self.number {
            0 => format!("Computer ({})", self.level),
            more => format!("Computer {} ({})", more + 1, self.level),
        }
    }

    /// It, named where people are named.
    pub fn member(self) -> Member {
        Member { person: self.id(), name: self.name() }
    }
}

/// A computer player that somebody wants to play with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ComputerWish {
    /// How strong.
    #[serde(with = "level")]
    pub level: Level,
    /// Its Battalion, by id or name; drawn at random if `None`.
    pub battalion: Option<String>,
}

/// A level as it is stored: "captain".
mod level {
    use opponent::Level;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(level: &Level, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(level.key())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_for_one_computer_player_and_for_no_person() {
        for level in Level::ALL {
            for number in 0..6 {
                let it = ComputerPlayer { level, number };
                assert_eq!(ComputerPlayer::of(it.id()), Some(it));
                assert!(it.id().0 as i64 <= -2, "{:?}", it.id());
            }
        }
        for person in [0, 1, 7, 1 << 22, 1_443_000_000_000_000_000, u64::MAX >> 1, u64::MAX] {
            assert_eq!(ComputerPlayer::of(PersonId(person)), None);
        }
        let second = ComputerPlayer { level: Level::Titan, number: 1 };
        assert_eq!(second.name(), "Computer 2 (Titan)");
    }
}
