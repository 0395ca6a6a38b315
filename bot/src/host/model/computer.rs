//! Computer players and their names in seats and messages.

use opponent::Level;
use serde::{Deserialize, Serialize};

use super::Member;
use crate::store::PersonId;

/// Names of computer players, by number: their first letters differ, since pictures may cut what follows.
const NAMES: [&str; 6] = ["Ada", "Bruno", "Cleo", "Dov", "Elsa", "Finn"];

/// A computer player of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputerPlayer {
    pub level: Level,
    /// Number within the game, counted from 0.
    pub number: u8,
}

impl ComputerPlayer {
    /// Person id that represents this computer player. Its highest bit is set, which no Discord id has. In the
    /// database, such ids are negative.
    pub const fn id(self) -> PersonId {
        PersonId(!((self.number as u64) << 3 | self.level.number() as u64))
    }

    /// The computer player with this person id; `None` for the id of a person.
    pub fn of(id: PersonId) -> Option<Self> {
        let bits = !id.0;
        let level = (bits & 7).checked_sub(1)?;
        Some(Self { level: *Level::ALL.get(usize::try_from(level).ok()?)?, number: u8::try_from(bits >> 3).ok()? })
    }

    /// Short name that differs from the names of the other computer players of the game: "Ada (Captain bot)".
    pub fn name(self) -> String {
        let names = usize::from(self.number);
        let name = NAMES[names % NAMES.len()];
        match names / NAMES.len() {
            0 => format!("{name} ({} bot)", self.level),
            again => format!("{name} {} ({} bot)", again + 1, self.level),
        }
    }

    /// The computer player as a [`Member`].
    pub fn member(self) -> Member {
        Member { person: self.id(), name: self.name() }
    }
}

/// Request for a computer player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ComputerWish {
    #[serde(with = "level")]
    pub level: Level,
    /// Battalion, by id or name; `None`: random.
    pub battalion: Option<String>,
}

/// Serialized form of a level: "captain".
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
    }

    /// A game has at most six computer players. Every number has a name.
    #[test]
    fn computer_players_of_a_game_have_different_names() {
        let names = (0..13).map(|number| ComputerPlayer { level: Level::Titan, number }.name());
        let names: Vec<String> = names.map(|name| name.replace(" (Titan bot)", "")).collect();
        let six = ["Ada", "Bruno", "Cleo", "Dov", "Elsa", "Finn"];
        assert_eq!(names[..6], six);
        assert_eq!(names[6..12], six.map(|name| format!("{name} 2")));
        assert_eq!(names[12], "Ada 3");
        assert_eq!(ComputerPlayer { level: Level::Recruit, number: 5 }.member().name, "Finn (Recruit bot)");
    }
}
