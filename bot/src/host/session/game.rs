//! A game in memory: its stored data and the engine's game.

use std::sync::{Arc, OnceLock};

use engine::action::{Action, ClashAction, Illegal};
use engine::board::Seat;
use engine::fact::{DrawAnswer, Fact};
use engine::game::Game;
use engine::view::{Phase, View, Viewer};

use crate::store::{GameRow, SeatRow, State};

use crate::host::error::{Error, InternalError, LobbyRefusal, NotStarted, Over, Refusal, refuse};
use crate::host::model::{
    ComputerPlayer, GameOptions, HistoryEntry, LobbyOptions, Member, Place, Player, Stopped, TakenBack, standing,
};
use crate::host::session::clock::Clock;
use crate::host::session::course::Course;
use crate::host::session::pending::Pending;
use crate::host::session::seat::{PastHolder, SeatAssignment, people_at};
use crate::host::session::seed::{Contributions, Seed};
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

/// The engine's game at one version, with the host's data about its course. Immutable: each version is a new value, so
/// readers never wait.
#[derive(Debug)]
pub(in crate::host) struct RunningGame {
    /// Setup of the game, without the seed.
    pub saved: Arc<str>,
    pub seed: Arc<Seed>,
    pub started: Version,
    pub game: Game,
    /// Version created by the last action.
    pub version: Version,
    pub history: Vec<Arc<HistoryEntry>>,
    /// Person of each seat who played its last turn (T-1).
    pub last_by: Vec<Option<PersonId>>,
    /// Version at which the position last changed. Buttons of this version and later ones are still valid.
    pub position_since: Version,
    /// Version of the open draw offer.
    pub offer_since: Option<Version>,
    /// Version at which the current round started. A game without rounds counts as one round.
    pub round_since: Version,
    /// Number of most recent actions that only their author may notice: changes of an unfinished army.
    pub unseen: i64,
    /// Public view, computed on first use.
    pub view: OnceLock<View>,
}

/// Memory use of a game without its rules, in bytes; measured by `cargo bench -p engine --bench memory` and rounded up.
const GAME: usize = 48 * 1024;
/// Memory use of each action in the log, in bytes; measured in the same way.
const ACTION: usize = 1024;

/// Returns true if this action must stay hidden during the game. `before` is the public phase before the action.
pub(in crate::host) const fn sealed(before: &Phase, action: &Action) -> bool {
    match action {
        Action::ChooseVolatile { .. } => !matches!(before, Phase::VolatileChoice { openly: true, .. }),
        Action::Clash(action) => !matches!(action, ClashAction::Raise | ClashAction::Stop),
        _ => false,
    }
}

/// Returns true if the action only changes an unfinished army.
fn is_shopping(action: &Action) -> bool {
    matches!(action, Action::Clash(action) if action.is_shopping())
}

/// Returns true if a sealed decision did not change the public phase.
fn same_stage(before: &Phase, after: &Phase) -> bool {
    match (before, after) {
        // Only the number of choices made has changed.
        (Phase::VolatileChoice { .. }, Phase::VolatileChoice { .. }) => true,
        _ => before == after,
    }
}

impl RunningGame {
    /// Game before its first action.
    pub fn begin(saved: Arc<str>, seed: Arc<Seed>, started: Version, game: Game) -> Self {
        let seats = game.seat_count();
        Self {
            saved,
            seed,
            started,
            game,
            version: started,
            history: Vec::new(),
            last_by: vec![None; seats],
            position_since: started,
            offer_since: None,
            round_since: started,
            unseen: 0,
            view: OnceLock::new(),
        }
    }

    /// Copy at a later version, for an action of an older version of the program that no longer has an effect.
    pub fn at(&self, version: Version) -> Self {
        Self {
            saved: Arc::clone(&self.saved),
            seed: Arc::clone(&self.seed),
            started: self.started,
            game: self.game.clone(),
            version,
            history: self.history.clone(),
            last_by: self.last_by.clone(),
            position_since: self.position_since,
            offer_since: self.offer_since,
            round_since: self.round_since,
            unseen: self.unseen,
            view: OnceLock::new(),
        }
    }

    /// Game after an action that creates this version.
    pub fn after(
        &self,
        version: Version,
        seat: Seat,
        person: Option<PersonId>,
        action: &Action,
    ) -> Result<Self, Illegal> {
        let mut game = self.game.clone();
        game.apply(seat, action)?;
        let (before, view) = (self.public(), game.view(Viewer::Public));
        let round_over = game.finished_rounds().len() > self.game.finished_rounds().len();
        let talk = matches!(action, Action::OfferDraw | Action::DeclineDraw);
        let unseen = is_shopping(action);
        let sealing = sealed(&before.phase, action) && !matches!(action, Action::Clash(ClashAction::Ready));
        let quiet = talk || unseen || sealing && same_stage(&before.phase, &view.phase);
        let since = |changed: bool, before: Version| if changed { version } else { before };
        let mut last_by = self.last_by.clone();
        if let (Action::Turn(_), Some(last)) = (action, last_by.get_mut(seat.index())) {
            *last = person;
        }
        let mut history = self.history.clone();
        if matches!(action, Action::Clash(ClashAction::Bid { .. })) {
            // The number of replacements of a bid is secret (C-10).
            history.retain(|entry| !entry.facts.contains(&Fact::Sealed { seat }));
        }
        if let Some((text, facts)) = self.tells(seat, action, &view) {
            let checked = view.in_check();
            history.push(Arc::new(HistoryEntry { version, seat, text, facts, checked, taken_back: None }));
        }
        Ok(Self {
            saved: Arc::clone(&self.saved),
            seed: Arc::clone(&self.seed),
            started: self.started,
            version,
            history,
            last_by,
            position_since: since(!quiet || round_over || game.is_over(), self.position_since),
            offer_since: if view.draw_offer.is_empty() { None } else { self.offer_since.or(Some(version)) },
            round_since: since(round_over, self.round_since),
            unseen: match unseen {
                // A public change may have come between two hidden actions.
                true if version.0 == self.version.0 + 1 => self.unseen + 1,
                true => 1,
                false => 0,
            },
            game,
            view: view.into(),
        })
    }

    /// This game, restored after a takeback of the later turns in `now`. The history keeps these turns.
    pub fn taken_back(&self, now: &RunningGame, version: Version, seat: Seat) -> Self {
        let mut history = now.history.clone();
        let since = standing(history.iter().map(AsRef::as_ref));
        let since = since.into_iter().filter(|entry| entry.version > self.version);
        let turns = since.filter(|entry| !entry.text.is_empty());
        let turns = turns.map(|entry| entry.text.clone()).collect();
        history.push(Arc::new(HistoryEntry {
            version,
            seat,
            text: String::new(),
            facts: Vec::new(),
            checked: Vec::new(),
            taken_back: Some(TakenBack { to: self.version, turns }),
        }));
        Self {
            saved: Arc::clone(&self.saved),
            seed: Arc::clone(&self.seed),
            started: self.started,
            game: self.game.clone(),
            version,
            history,
            last_by: self.last_by.clone(),
            position_since: version,
            offer_since: None,
            round_since: self.round_since,
            unseen: 0,
            view: OnceLock::new(),
        }
    }

    /// History entry of an action: notation of a turn, and facts. `after` is the view after the action.
    fn tells(&self, seat: Seat, action: &Action, after: &View) -> Option<(String, Vec<Fact>)> {
        let last = || {
            let last = after.last.clone().unwrap_or_default();
            (last.text, last.facts)
        };
        let only = |fact: Fact| (String::new(), vec![fact]);
        match action {
            Action::Turn(_) | Action::Resign | Action::TimeOut | Action::DrawVolatile => Some(last()),
            Action::Place { offset, mirrored, .. } => {
                let (offset, mirrored) = (*offset, *mirrored);
                Some(only(Fact::Territory { seat, offset, mirrored }))
            }
            Action::OfferDraw => {
                let answer = match self.offer_since {
                    Some(_) => DrawAnswer::Agrees,
                    None => DrawAnswer::Offers,
                };
                Some(only(Fact::Draw { seat, answer }))
            }
            Action::DeclineDraw => {
                let answer =
                    if self.public().draw_offer.contains(&seat) { DrawAnswer::Withdraws } else { DrawAnswer::Declines };
                Some(only(Fact::Draw { seat, answer }))
            }
            // The fact that a Player is ready or has bid is public; the amount of the bid is not in the public view.
            Action::Clash(action) if !action.is_shopping() => Some(last()),
            Action::ChooseVolatile { .. } if !sealed(&self.public().phase, action) => Some(last()),
            // Hidden choices and purchases do not appear in the history.
            Action::ChooseVolatile { .. } | Action::Clash(_) => None,
        }
    }

    /// Public view, computed once.
    pub fn public(&self) -> &View {
        self.view.get_or_init(|| self.game.view(Viewer::Public))
    }

    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Returns true if the last action ended a round of a match.
    pub fn ended_a_round(&self) -> bool {
        self.round_since == self.version && self.round_since > self.started
    }

    /// Public view right after the last action. At the end of a round, it shows that round, although the next one is
    /// already prepared.
    pub fn seen(&self) -> View {
        let ended = self.ended_a_round();
        match self.game.finished_rounds().last().filter(|_| ended) {
            Some(end) => (*end).clone(),
            None => self.public().clone(),
        }
    }
}

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

    /// Current holder of the place in which this person sat.
    fn successor(&self, seat: Seat, person: PersonId) -> PersonId {
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
