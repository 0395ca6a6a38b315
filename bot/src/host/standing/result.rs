//! A result as it is read, and what it counts for.

use std::sync::Arc;

use crate::host::PersonId;
use crate::host::model::{Ending, Mode, Pool, Tally};
use crate::store::{ResultRow, Score};

use super::record::read_mode;

/// A game over before this many turns does not count.
pub(in crate::host) const FEWEST_TURNS: u32 = 2;

/// How a game ended.
#[derive(Clone, Debug)]
pub(super) struct GameResult {
    pub at: i64,
    pub mode: Mode,
    pub turns: u32,
    pub ending: Ending,
    pub computer: bool,
    pub seats: Vec<SeatResult>,
}

/// How a seat fared.
#[derive(Clone, Debug)]
pub(super) struct SeatResult {
    pub army: Army,
    pub score: Score,
    /// `None` for people who had everything about them deleted.
    pub people: Vec<Option<PersonId>>,
}

/// An army as a seat had it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Army {
    /// Its id, without a version.
    pub id: Arc<str>,
    /// The version of a server's own Battalion.
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
    /// Reads a stored result; nothing of one that a newer program has stored in a way this one does not know.
    pub fn read(row: &ResultRow) -> Option<Self> {
        let seats = row.seats.iter().map(|seat| SeatResult {
            army: Army::read(&seat.army, &seat.army_name),
            score: seat.score,
            people: seat.people.iter().map(|player| player.as_ref().map(|player| player.person)).collect(),
        });
        Some(Self {
            at: row.ended_at,
            mode: read_mode(&row.mode)?,
            turns: row.turns,
            ending: Ending::read(&row.ending)?,
            computer: row.computer,
            seats: seats.collect(),
        })
    }

    /// Whether it counts: not called off, not over before it had well begun, and among people.
    pub fn counts(&self) -> bool {
        let decided = self.seats.iter().all(|seat| seat.score != Score::None);
        decided && !self.computer && self.turns >= FEWEST_TURNS
    }

    /// Whether it changes ratings. A seat that two people share has no rating of its own.
    pub fn is_rated(&self) -> bool {
        self.counts() && self.seats.len() > 1 && self.seats.iter().all(|seat| seat.people.len() == 1)
    }

    pub fn pool(&self) -> Pool {
        self.mode.into()
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: PersonId) -> Option<&SeatResult> {
        let theirs = |seat: &&SeatResult| seat.people.contains(&Some(person));
        self.seats.iter().find(theirs)
    }

    /// Everybody in it who can be named.
    pub fn people(&self) -> impl Iterator<Item = PersonId> + '_ {
        self.seats.iter().flat_map(|seat| seat.people.iter().copied().flatten())
    }
}

impl Tally {
    /// One more game.
    pub(super) fn add(&mut self, score: Score) {
        match score {
            Score::Won => self.won += 1,
            Score::Drew => self.drawn += 1,
            Score::Lost => self.lost += 1,
            Score::None => {}
        }
    }
}
