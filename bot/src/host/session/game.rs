//! A stored game in memory.

use std::sync::Arc;

use engine::board::Seat;
use engine::view::Phase;

use crate::store::{GameRow, SeatRow, State};

use crate::host::error::{Error, InternalError, LobbyRefusal, NotStarted, Over, Refusal, refuse};
use crate::host::model::{ComputerPlayer, GameOptions, GivenOdds, LobbyOptions, Member, Place, Player, Stopped};
use crate::host::session::clock::{Clock, Controls};
use crate::host::session::course::Course;
use crate::host::session::pending::Pending;
use crate::host::session::running::RunningGame;
use crate::host::session::seat::{PastHolder, SeatAssignment, people_at};
use crate::host::session::seed::Contributions;
use crate::host::{GameId, PersonId, Version};

/// A stored game, loaded into memory.
#[derive(Clone, Debug)]
pub(in crate::host) struct GameSession {
    pub id: GameId,
    pub place: Place,
    pub state: State,
    pub version: Version,
    pub creator: Member,
    pub options: GameOptions,
    pub stopped: Option<Stopped>,
    pub created_at: i64,
    /// Time at which the clock must be served: see [`clock`](super::clock).
    pub deadline: Option<i64>,
    pub clock: Clock,
    pub seats: Vec<SeatAssignment>,
    /// People in seats who have not accepted their invitation yet; used before the start.
    pub invited: Vec<PersonId>,
    /// Former holders of seats, in order of their departure.
    pub past: Vec<PastHolder>,
    /// Pending requests between the players.
    pub pending: Pending,
    /// Contributions to the seed; `None` in games of older programs.
    pub contributions: Option<Arc<Contributions>>,
    /// Start of the current decision, in milliseconds since 1970.
    pub waiting_since: i64,
    /// The game itself, after its start.
    pub play: Option<Arc<RunningGame>>,
}

/// Memory use of a game without its rules, in bytes; measured by `cargo bench -p engine --bench memory` and rounded up.
const GAME: usize = 48 * 1024;
/// Memory use of each action in the log, in bytes; measured in the same way.
const ACTION: usize = 1024;

impl GameSession {
    /// Approximate memory use without the rules, in bytes.
    pub fn bytes(&self) -> usize {
        match &self.play {
            Some(play) => GAME + play.saved.len() + ACTION * play.game.log().len(),
            None => 4 * 1024,
        }
    }

    /// Identity of the compiled rules, after the start.
    pub fn rules_id(&self) -> Option<usize> {
        self.play.as_ref().map(|play| play.game.rules_id())
    }

    /// Loads a stored game. For a game stored without effects, also returns the effects to store now.
    pub fn open(row: GameRow) -> Result<(Self, Vec<String>), Error> {
        let unread = |what: &'static str| InternalError::plain("reading a stored game", what);
        let pending = Pending::read(row.pending.as_deref())?;
        let mut options =
            GameOptions::read(row.kind, &row.options).map_err(|_| unread("its options cannot be read"))?;
        options.place_by(pending.placement);
        let stopped = match &row.stopped {
            Some(text) => Some(serde_json::from_str(text).map_err(|_| unread("how it was ended cannot be read"))?),
            None => None,
        };
        let clock = row.clock.as_deref().map(serde_json::from_str::<Clock>);
        let clock = clock.transpose().map_err(|_| unread("its clock cannot be read"))?.unwrap_or_default();
        let contributions = row.contributions.as_deref().map(Contributions::read).transpose()?.map(Arc::new);
        let course = Course::read(&row)?;
        let play = course.as_ref().map(Course::last).transpose()?;
        let play = play.map(Arc::new);
        let new = course.filter(|_| row.effects.is_empty());
        let loaded = Self {
            id: row.id,
            place: Place { guild: row.place.guild, channel: row.place.channel, parent: row.place.parent },
            state: row.state,
            version: row.version,
            creator: Member { person: row.creator, name: row.creator_name },
            options,
            stopped,
            created_at: row.created_at,
            deadline: row.deadline,
            clock: Clock { since: row.clock_since, ..clock },
            seats: row.seats.into_iter().map(SeatAssignment::from).collect(),
            invited: row.invited,
            past: row.past.into_iter().map(PastHolder::from).collect(),
            pending,
            contributions,
            waiting_since: row.waiting_since,
            play,
        };
        Ok((loaded, new.map(Course::into_effects).unwrap_or_default()))
    }

    /// Settings of a lobby of Titan's Battalion.
    pub fn lobby_options(&self) -> Result<&LobbyOptions, Error> {
        match &self.options {
            GameOptions::Titans(options) => Ok(options),
            GameOptions::Clash(_) => Err(refuse(LobbyRefusal::IsChallenge)),
        }
    }

    /// Odds of the game, with the seat that gives them.
    pub fn odds(&self) -> Option<GivenOdds> {
        let mut seats = Seat::all(self.seats.len()).zip(&self.seats);
        seats.find_map(|(seat, chair)| Some(GivenOdds { seat, odds: chair.odds? }))
    }

    /// Time controls of the seats.
    pub fn controls(&self) -> Controls {
        Controls { usual: self.options.time(), odds: self.odds() }
    }

    /// The game; an error for lobbies, including closed ones.
    pub fn play(&self) -> Result<&Arc<RunningGame>, Error> {
        self.play.as_ref().ok_or_else(|| match self.state {
            State::Over => refuse(Over::Lobby),
            _ => refuse(NotStarted::Game),
        })
    }

    /// The game; an error unless it is in progress.
    pub fn running(&self) -> Result<&Arc<RunningGame>, Error> {
        let play = self.play()?;
        match self.state {
            State::Over => Err(refuse(Over::Game)),
            _ => Ok(play),
        }
    }

    /// The game; an error unless turns can be played now.
    pub fn going(&self) -> Result<&Arc<RunningGame>, Error> {
        let play = self.running()?;
        match self.clock.standing {
            Some(standing) => Err(refuse(Refusal::StandsStill(standing))),
            None => Ok(play),
        }
    }

    /// Newest public version. Later versions are visible only to the buyer of an unfinished army.
    pub fn public_version(&self) -> Version {
        match &self.play {
            // Every version after the last action is public.
            Some(play) if self.state == State::Running && play.version == self.version => {
                Version(self.version.0 - play.unseen)
            }
            _ => self.version,
        }
    }

    /// Seat of a person.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let mut seats = Seat::all(self.seats.len()).zip(&self.seats);
        let found = seats.find(|(_, chair)| chair.holder.place_of(person).is_some());
        found.map(|(seat, _)| seat)
    }

    /// Seat of a person; an error without one.
    pub fn own_seat(&self, person: PersonId) -> Result<Seat, Error> {
        self.seat_of(person).ok_or_else(|| refuse(Refusal::NotInGame))
    }

    /// Computer player that holds a seat.
    pub fn computer(&self, seat: Seat) -> Option<ComputerPlayer> {
        self.seats.get(seat.index())?.holder.computer()
    }

    /// The person who shares the seat of this person (T-1).
    pub fn mate(&self, person: PersonId) -> Option<&Member> {
        let seat = self.seat_of(person)?;
        let people = self.people(seat);
        people.iter().find(|member| member.person != person)
    }

    /// Names of each seat for messages and pictures.
    pub fn members(&self) -> Vec<Vec<Member>> {
        self.members_at(self.version)
    }

    /// Names of each seat at a version.
    pub fn members_at(&self, version: Version) -> Vec<Vec<Member>> {
        people_at(&self.seats, &self.past, version)
    }

    /// People who hold a seat.
    pub fn people(&self, seat: Seat) -> &[Member] {
        let chair = self.seats.get(seat.index());
        chair.map_or(&[], |chair| chair.holder.people())
    }

    /// Seats without a holder.
    pub fn vacant(&self) -> Vec<Seat> {
        let seats = Seat::all(self.seats.len()).zip(&self.seats);
        let vacant = seats.filter(|(_, chair)| chair.holder.vacant_since().is_some());
        vacant.map(|(seat, _)| seat).collect()
    }

    /// People of a seat who may act. Team mates alternate turns (T-1), but either may decide before play starts. Empty
    /// for a seat without a holder.
    pub fn actors(&self, play: &RunningGame, seat: Seat, phase: &Phase) -> Vec<Member> {
        let last = play.last_by.get(seat.index()).copied().flatten();
        match (phase, self.people(seat)) {
            (Phase::Play, [first, second]) => {
                let next =
                    if last.map(|last| self.successor(seat, last)) == Some(first.person) { second } else { first };
                vec![next.clone()]
            }
            (_, people) => people.to_vec(),
        }
    }

    /// Current holder of the place in which this person sits or last sat.
    fn successor(&self, seat: Seat, person: PersonId) -> PersonId {
        if self.people(seat).iter().any(|member| member.person == person) {
            return person;
        }
        let changes = self.past.iter();
        let mut changes = changes.filter(|past| past.seat == seat.index() && past.replaced);
        let place = changes.rfind(|past| past.member.person == person);
        let people = self.people(seat);
        let there = place.and_then(|past| people.get(past.place));
        there.map_or(person, |member| member.person)
    }

    /// A seat with the people in it.
    pub fn player(&self, seat: Seat) -> Player {
        let chair = self.seats.get(seat.index());
        Player { seat, people: chair.map_or_else(Vec::new, |chair| chair.holder.named().to_vec()) }
    }

    /// Seats in their database form.
    pub fn seat_rows(&self) -> Vec<SeatRow> {
        self.seats.iter().map(SeatAssignment::row).collect()
    }
}
