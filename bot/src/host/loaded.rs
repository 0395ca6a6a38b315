//! A game in memory: what the database holds of it, and the engine's game rebuilt from the log.

use std::sync::Arc;

use engine::action::{Action, ClashAction, Illegal};
use engine::board::Seat;
use engine::fact::{DrawAnswer, Fact};
use engine::game::Game;
use engine::view::{Phase, View, Viewer};

use crate::store::{ActionRow, GameRow, PlayerRow, SeatRow, State};

use super::error::{Error, Fault, LobbyRefusal, NotStarted, Over, Refusal, refuse};
use super::model::{GameOptions, LobbyOptions, Member, Place, Player, Stopped, Told};
use super::seed::{Seed, with_seed};
use super::{GameId, PersonId, Version};

/// A game as it is stored, ready to be looked at.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    pub id: GameId,
    pub place: Place,
    pub state: State,
    pub version: Version,
    pub creator: Member,
    pub options: GameOptions,
    pub stopped: Option<Stopped>,
    pub created_at: i64,
    pub deadline: Option<i64>,
    pub seats: Vec<Chair>,
    /// The game itself, once it has started.
    pub play: Option<Play>,
}

/// A seat and who sits in it.
#[derive(Clone, Debug)]
pub(super) struct Chair {
    pub battalion: Option<String>,
    pub members: Vec<Member>,
}

/// The engine's game, and what the host knows of its course.
#[derive(Clone, Debug)]
pub(super) struct Play {
    /// How it was made, without the seed.
    pub saved: Arc<str>,
    pub seed: Arc<Seed>,
    pub started: Version,
    pub game: Game,
    /// For each action of the log the version that it made, and who was behind it.
    pub marks: Vec<Mark>,
    pub told: Vec<Arc<Told>>,
    /// The person of each seat who took its last turn (T-1).
    pub last_by: Vec<Option<PersonId>>,
    /// Since when the position is as it is: buttons of that version or a later one still mean it.
    pub position_since: Version,
    /// Since when a draw offer stands.
    pub offer_since: Option<Version>,
    /// Since when the round is played that is played now; a game without rounds is one.
    pub round_since: Version,
    /// How many of the last actions nobody but their author may notice: an unfinished army.
    pub unseen: i64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub version: Version,
    pub person: Option<PersonId>,
}

/// What a game takes in memory beyond its rules, in bytes: measured by `cargo bench -p engine --bench memory`, rounded up.
const GAME: usize = 48 * 1024;
/// The same for each action of its log.
const ACTION: usize = 1024;

/// Must this action not be shown while the game is played?
pub(super) const fn sealed(action: &Action) -> bool {
    match action {
        Action::ChooseVolatile { .. } => true,
        Action::Clash(action) => !matches!(action, ClashAction::Raise | ClashAction::Stop),
        _ => false,
    }
}

/// Does it change only an unfinished army?
fn is_shopping(action: &Action) -> bool {
    matches!(action, Action::Clash(action) if action.is_shopping())
}

/// Does a sealed decision leave the game where it was, for everybody else?
fn same_stage(before: &Phase, after: &Phase) -> bool {
    match (before, after) {
        // Only how many are in has changed.
        (Phase::VolatileChoice { .. }, Phase::VolatileChoice { .. }) => true,
        _ => before == after,
    }
}

impl Play {
    /// A game before its first action.
    pub fn begin(saved: Arc<str>, seed: Arc<Seed>, started: Version, game: Game) -> Self {
        let seats = game.seat_count();
        Self {
            saved,
            seed,
            started,
            game,
            marks: Vec::new(),
            told: Vec::new(),
            last_by: vec![None; seats],
            position_since: started,
            offer_since: None,
            round_since: started,
            unseen: 0,
        }
    }

    /// The same game again, before its first action.
    fn anew(&self) -> Result<Self, Error> {
        open(&self.saved, &self.seed, self.started)
    }

    /// Takes an action, which makes this version.
    pub fn apply(
        &mut self,
        version: Version,
        seat: Seat,
        person: Option<PersonId>,
        action: &Action,
    ) -> Result<(), Illegal> {
        let public = self.public();
        let own_offer = matches!(action, Action::DeclineDraw) && public.draw_offer.contains(&seat);
        let (before, rounds) = (public.phase, self.game.finished_rounds().len());
        self.game.apply(seat, action)?;
        self.marks.push(Mark { version, person });
        let view = self.public();
        let last = || {
            let last = view.last.clone().unwrap_or_default();
            (last.text, last.facts)
        };
        let only = |fact: Fact| (String::new(), vec![fact]);
        let told = match action {
            Action::Turn(_) | Action::Resign | Action::TimeOut => Some(last()),
            Action::Place {
                offset, mirrored, ..
            } => {
                let (offset, mirrored) = (*offset, *mirrored);
                Some(only(Fact::Territory {
                    seat,
                    offset,
                    mirrored,
                }))
            }
            Action::OfferDraw => {
                let answer = match self.offer_since {
                    Some(_) => DrawAnswer::Agrees,
                    None => DrawAnswer::Offers,
                };
                Some(only(Fact::Draw { seat, answer }))
            }
            Action::DeclineDraw => {
                let answer = match own_offer {
                    true => DrawAnswer::Withdraws,
                    false => DrawAnswer::Declines,
                };
                Some(only(Fact::Draw { seat, answer }))
            }
            // That somebody is ready or has bid is public; what they bid is not in the public view.
            Action::Clash(action) if !action.is_shopping() => Some(last()),
            // Who chose for whom, and what is bought, is nobody's business.
            Action::ChooseVolatile { .. } | Action::Clash(_) => None,
        };
        if let Some((text, facts)) = told {
            self.told.push(Arc::new(Told {
                version,
                seat,
                text,
                facts,
            }));
        }
        let talk = matches!(action, Action::OfferDraw | Action::DeclineDraw);
        let unseen = is_shopping(action);
        let sealing = sealed(action) && !matches!(action, Action::Clash(ClashAction::Ready));
        let quiet = talk || unseen || sealing && same_stage(&before, &view.phase);
        let round_over = self.game.finished_rounds().len() > rounds;
        if !quiet || round_over || self.is_over() {
            self.position_since = version;
        }
        self.unseen = if unseen { self.unseen + 1 } else { 0 };
        if round_over {
            self.round_since = version;
        }
        if let (Action::Turn(_), Some(last)) = (action, self.last_by.get_mut(seat.index())) {
            *last = person;
        }
        self.offer_since = match (view.draw_offer.is_empty(), self.offer_since) {
            (true, _) => None,
            (false, None) => Some(version),
            (false, since) => since,
        };
        Ok(())
    }

    /// The game as it was at a version.
    pub fn at(&self, version: Version) -> Result<Self, Error> {
        if self.marks.last().is_none_or(|mark| mark.version <= version) {
            return Ok(self.clone());
        }
        let mut play = self.anew()?;
        for ((seat, action), mark) in self.game.log().iter().zip(&self.marks) {
            if mark.version > version {
                break;
            }
            replayed(play.apply(mark.version, *seat, mark.person, action))?;
        }
        Ok(play)
    }

    /// What everybody could see, from the first moment on, after each action.
    pub fn each(&self, mut see: impl FnMut(View)) -> Result<(), Error> {
        let mut play = self.anew()?;
        see(play.public());
        for ((seat, action), mark) in self.game.log().iter().zip(&self.marks) {
            replayed(play.apply(mark.version, *seat, mark.person, action))?;
            // Where a round of a match ended the next one is prepared already.
            let ended = play.round_since == mark.version && !play.is_over();
            if let Some(end) = play.game.finished_rounds().last().filter(|_| ended) {
                see((*end).clone());
            }
            see(play.public());
        }
        Ok(())
    }

    /// What everybody may see.
    pub fn public(&self) -> View {
        self.game.view(Viewer::Public)
    }

    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }
}

fn open(saved: &Arc<str>, seed: &Arc<Seed>, started: Version) -> Result<Play, Error> {
    let setup = with_seed(saved, seed)?;
    let game = setup
        .open(&[])
        .map_err(|error| Fault::new("opening a stored game", &error))?;
    Ok(Play::begin(
        Arc::clone(saved),
        Arc::clone(seed),
        started,
        game,
    ))
}

/// What was accepted once must be accepted again. The cause is not logged: it may speak of something sealed.
fn replayed(done: Result<(), Illegal>) -> Result<(), Error> {
    done.map_err(|_| {
        Fault::plain(
            "playing a stored game again",
            "an action of its log is not legal",
        )
        .into()
    })
}

impl Loaded {
    /// About how many bytes it takes in memory beyond its rules.
    pub fn bytes(&self) -> usize {
        match &self.play {
            Some(play) => GAME + play.saved.len() + ACTION * play.marks.len(),
            None => 4 * 1024,
        }
    }

    /// Which rules it is played by, once it is played.
    pub fn rules_id(&self) -> Option<usize> {
        self.play.as_ref().map(|play| play.game.rules_id())
    }

    /// Rebuilds a stored game.
    pub fn open(row: GameRow) -> Result<Self, Error> {
        let unread = |what: &'static str| Fault::plain("reading a stored game", what);
        let options = GameOptions::read(row.kind, &row.options)
            .map_err(|_| unread("its options cannot be read"))?;
        let stopped = match &row.stopped {
            Some(text) => Some(
                serde_json::from_str(text)
                    .map_err(|_| unread("how it was ended cannot be read"))?,
            ),
            None => None,
        };
        let play = match (row.setup, row.seed, row.started) {
            (Some(setup), Some(seed), Some(started)) => {
                let mut play = open(&setup.into(), &Arc::new(Seed(seed)), started)?;
                for ActionRow {
                    version,
                    seat,
                    person,
                    action,
                    ..
                } in &row.actions
                {
                    let action: Action = serde_json::from_str(action)
                        .map_err(|_| unread("an action of its log cannot be read"))?;
                    replayed(play.apply(*version, Seat(*seat), *person, &action))?;
                }
                Some(play)
            }
            (None, None, None) => None,
            _ => return Err(unread("its setup or its seed is missing").into()),
        };
        Ok(Self {
            id: row.id,
            place: Place {
                guild: row.place.guild,
                channel: row.place.channel,
                parent: row.place.parent,
            },
            state: row.state,
            version: row.version,
            creator: Member {
                person: row.creator,
                name: row.creator_name,
            },
            options,
            stopped,
            created_at: row.created_at,
            deadline: row.deadline,
            seats: row.seats.into_iter().map(Chair::from).collect(),
            play,
        })
    }

    /// What was decided in a lobby of Titan's Battalion.
    pub fn lobby_options(&self) -> Result<&LobbyOptions, Error> {
        match &self.options {
            GameOptions::Titans(options) => Ok(options),
            GameOptions::Clash(_) => Err(refuse(LobbyRefusal::IsChallenge)),
        }
    }

    /// The game, unless it is still a lobby or was closed as one.
    pub fn play(&self) -> Result<&Play, Error> {
        self.play.as_ref().ok_or_else(|| match self.state {
            State::Over => refuse(Over::Lobby),
            _ => refuse(NotStarted::Game),
        })
    }

    /// The newest version that everybody may know of. What came after it, the buyer of an unfinished army alone has seen.
    pub fn public_version(&self) -> Version {
        match &self.play {
            Some(play) if self.state == State::Running => Version(self.version.0 - play.unseen),
            _ => self.version,
        }
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let index = self
            .seats
            .iter()
            .position(|chair| chair.members.iter().any(|member| member.person == person))?;
        u8::try_from(index).ok().map(Seat)
    }

    /// The seat of a person who must have one.
    pub fn own_seat(&self, person: PersonId) -> Result<Seat, Error> {
        self.seat_of(person)
            .ok_or_else(|| refuse(Refusal::NotInGame))
    }

    pub fn members(&self) -> Vec<Vec<Member>> {
        self.seats
            .iter()
            .map(|chair| chair.members.clone())
            .collect()
    }

    /// Who of a seat is to act: team mates alternate turns (T-1); before play begins either may decide.
    pub fn actors(&self, play: &Play, seat: Seat, phase: &Phase) -> Vec<Member> {
        let Some(chair) = self.seats.get(seat.index()) else {
            return Vec::new();
        };
        let last = play.last_by.get(seat.index()).copied().flatten();
        match (phase, chair.members.as_slice()) {
            (Phase::Play, [first, second]) => {
                let next = if last == Some(first.person) {
                    second
                } else {
                    first
                };
                vec![next.clone()]
            }
            (_, members) => members.to_vec(),
        }
    }

    /// A seat with whoever sits in it.
    pub fn player(&self, seat: Seat) -> Player {
        let chair = self.seats.get(seat.index());
        Player {
            seat,
            people: chair.map_or_else(Vec::new, |chair| chair.members.clone()),
        }
    }

    /// The seats as the database keeps them.
    pub fn seat_rows(&self) -> Vec<SeatRow> {
        self.seats
            .iter()
            .map(|chair| SeatRow {
                battalion: chair.battalion.clone(),
                players: chair
                    .members
                    .iter()
                    .map(|member| PlayerRow {
                        person: member.person,
                        name: member.name.clone(),
                    })
                    .collect(),
            })
            .collect()
    }
}

impl From<SeatRow> for Chair {
    fn from(row: SeatRow) -> Self {
        Self {
            battalion: row.battalion,
            members: row
                .players
                .into_iter()
                .map(|player| Member {
                    person: player.person,
                    name: player.name,
                })
                .collect(),
        }
    }
}
