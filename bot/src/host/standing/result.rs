//! Results read from the database, and the rules for counting and rating them.

use std::sync::Arc;

use crate::host::PersonId;
use crate::host::model::{Ending, Mode, Pool, Tally};
use crate::store::{Conditions, ResultRow, Score};
use balance::stats::Interval;

/// Minimum number of turns for a game to count.
pub(in crate::host) const FEWEST_TURNS: u32 = 2;

/// Result of a game.
#[derive(Clone, Debug)]
pub(super) struct GameResult {
    pub at: i64,
    pub mode: Mode,
    pub turns: u32,
    pub ending: Ending,
    pub computer: bool,
    pub conditions: Conditions,
    /// Measured score of the first seat's army against that of the second in a duel under usual conditions; `None` if
    /// it is not known.
    pub strength: Option<Interval>,
    pub seats: Vec<SeatResult>,
}

/// Result of a seat.
#[derive(Clone, Debug)]
pub(super) struct SeatResult {
    pub army: Army,
    pub score: Score,
    /// People of the seat; `None` for those whose data was deleted.
    pub people: Vec<Option<PersonId>>,
}

/// Army of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Army {
    /// Id, without the version.
    pub id: Arc<str>,
    /// Version, for a server's own Battalion.
    pub version: Option<i64>,
    pub name: Arc<str>,
}

impl Army {
    fn read(key: &str, name: &str) -> Self {
        let own = key.rsplit_once('@').and_then(|(id, version)| Some((id, version.parse().ok()?)));
        let (id, version) = own.map_or((key, None), |(id, version)| (id, Some(version)));
        Self { id: id.into(), version, name: name.into() }
    }
}

impl GameResult {
    /// Keys of the two armies of a duel under usual conditions, unless both are the same.
    pub fn armies(row: &ResultRow) -> Option<[&str; 2]> {
        let [one, other] = row.seats.as_slice() else { return None };
        let usual = row.conditions == Conditions::Usual && row.mode.parse().is_ok_and(|mode: Mode| mode == Mode::Duel);
        (usual && one.army != other.army).then_some([one.army.as_str(), other.army.as_str()])
    }

    /// Parses a stored result, with the score of the first army; `None` if only a newer version of the program can read
    /// it.
    pub fn read(row: &ResultRow, strength: Option<Interval>) -> Option<Self> {
        let seats = row.seats.iter().map(|seat| SeatResult {
            army: Army::read(&seat.army, &seat.army_name),
            score: seat.score,
            people: seat.people.iter().map(|player| player.as_ref().map(|player| player.person)).collect(),
        });
        Some(Self {
            at: row.ended_at,
            mode: row.mode.parse().ok()?,
            turns: row.turns,
            ending: row.ending.parse().ok()?,
            computer: row.computer,
            conditions: row.conditions,
            strength,
            seats: seats.collect(),
        })
    }

    /// Returns true if the result counts: not cancelled, not over too early, and between people.
    pub fn counts(&self) -> bool {
        !self.computer && self.is_decided()
    }

    /// Returns true if the game was neither cancelled nor over too early.
    pub fn is_decided(&self) -> bool {
        self.turns >= FEWEST_TURNS && self.seats.iter().all(|seat| seat.score != Score::None)
    }

    /// Returns true if the result affects ratings. A shared seat has no rating, and games with odds have none because
    /// their effect is not known.
    pub fn is_rated(&self) -> bool {
        self.counts()
            && self.conditions != Conditions::Odds
            && self.seats.len() > 1
            && self.seats.iter().all(|seat| seat.people.len() == 1)
    }

    pub fn pool(&self) -> Pool {
        self.mode.into()
    }

    /// Seat of a person.
    pub fn seat_of(&self, person: PersonId) -> Option<&SeatResult> {
        let theirs = |seat: &&SeatResult| seat.people.contains(&Some(person));
        self.seats.iter().find(theirs)
    }

    /// All identified people of the game.
    pub fn people(&self) -> impl Iterator<Item = PersonId> + '_ {
        self.seats.iter().flat_map(|seat| seat.people.iter().copied().flatten())
    }
}

impl Tally {
    /// Adds one game.
    pub(super) fn add(&mut self, score: Score) {
        match score {
            Score::Won => self.won += 1,
            Score::Drew => self.drawn += 1,
            Score::Lost => self.lost += 1,
            Score::None => {}
        }
    }
}
