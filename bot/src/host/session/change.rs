//! Single path for all changes of a game: decide on a copy, store it, then publish it.

use std::sync::Arc;

use engine::board::Seat;
use engine::game::{Game, Saved};
use engine::view::Phase;

use crate::store::{Change, NewNotice, NewSetup, Outcome, State, Time, To};

use crate::host::blocking;
use crate::host::error::{Error, InternalError, Refusal, Stale, refuse};
use crate::host::model::{Confirmation, Done, NoticeKind, Ping, Stopped, Who};
use crate::host::session::clock::{AwayBoth, Tick, ends_soon};
use crate::host::session::course::first_effect;
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::session::pauses::Step;
use crate::host::session::running::RunningGame;
use crate::host::session::seed::{Contributions, take_seed};
use crate::host::session::slots::Slot;
use crate::host::standing::record::result_of;
use crate::host::{ChannelId, GameId, InteractionKey, PersonId, Version};

/// Decision of a use case: the next state of the game, and what to store with it.
pub(in crate::host) struct Decision {
    pub next: GameSession,
    pub change: Change,
    /// Confirmations for the person who acted.
    pub confirmed: Vec<Confirmation>,
    /// People to notify by direct message that it is their turn, if they chose that.
    pub turn_of: Vec<PersonId>,
    /// Effect on the clock.
    pub tick: Tick,
}

impl Decision {
    /// Creates a decision that only increments the version.
    pub fn on(game: &GameSession) -> Self {
        let mut next = game.clone();
        next.version = Version(game.version.0 + 1);
        Self {
            change: Change::new(game.id, game.version, game.state),
            next,
            confirmed: Vec::new(),
            turn_of: Vec::new(),
            tick: Tick::Keep,
        }
    }

    /// Adds a confirmation for the person who acted.
    pub fn confirm(&mut self, what: Confirmation) {
        self.confirmed.push(what);
    }

    /// Adds a notice for the game's channel.
    pub fn announce(&mut self, kind: NoticeKind) {
        self.change.notices.push(NewNotice { to: To::Channel(self.next.place.channel), kind: kind.word().to_owned() });
    }

    /// Adds a notice for one person.
    pub fn tell(&mut self, person: PersonId, kind: NoticeKind) {
        self.change.notices.push(NewNotice { to: To::Person(person), kind: kind.word().to_owned() });
    }

    /// Adds a notice for each person of a seat.
    pub fn tell_seat(&mut self, seat: Seat, kind: NoticeKind) {
        for member in self.next.people(seat).to_vec() {
            self.tell(member.person, kind);
        }
    }

    /// Stores the pending requests.
    pub fn keep_pending(&mut self) -> Result<(), Error> {
        self.change.pending = Some(self.next.pending.text()?);
        Ok(())
    }

    /// Stores the contributions to the seed.
    pub fn keep_contributions(&mut self, all: Contributions) -> Result<(), Error> {
        self.change.contributions = Some(all.text()?);
        self.next.contributions = Some(Arc::new(all));
        Ok(())
    }

    /// Ends the game from outside.
    pub fn close(&mut self, stopped: Stopped) -> Result<(), Error> {
        let content = stopped_text(&stopped)?;
        self.next.state = State::Over;
        self.next.stopped = Some(stopped);
        self.next.deadline = None;
        self.next.clock.since = None;
        self.change.state = State::Over;
        self.change.stopped = Some(content);
        self.change.time = Time::Off;
        Ok(())
    }

    /// Starts the game with the current seats. The lobby's message shows the start.
    pub fn begin(&mut self, saved: Saved, game: Game) -> Result<Arc<RunningGame>, Error> {
        let (setup, seed) = take_seed(saved)?;
        let seed = Arc::new(seed);
        let (made, version) = (setup.as_str().into(), self.next.version);
        let play = Arc::new(RunningGame::begin(made, Arc::clone(&seed), version, game));
        self.change.seats = Some(self.next.seat_rows());
        self.next.invited.clear();
        self.change.invited = Some(Vec::new());
        self.change.setup = Some(NewSetup { setup, seed: seed.0.clone(), state: first_effect(&play)? });
        self.next.state = State::Running;
        self.announce(NoticeKind::Lobby);
        self.position_changed(&play);
        self.next.play = Some(Arc::clone(&play));
        Ok(play)
    }

    /// Applies the effects of a new position: notifications, end of the game, clock.
    pub fn position_changed(&mut self, play: &RunningGame) {
        let over = play.is_over();
        // The notice of the last round also shows the end of the match.
        let round_over = play.round_since == self.next.version && play.round_since > play.started;
        if round_over {
            self.announce(NoticeKind::Round);
        }
        if !(round_over && over) {
            self.announce(NoticeKind::Turn);
        }
        if over {
            self.next.state = State::Over;
        }
        self.change.state = self.next.state;
        self.wait_for(play);
    }

    /// Starts a new decision: resets the clock and notifies its players.
    pub fn wait_for(&mut self, play: &RunningGame) {
        self.change.waits_anew = true;
        // A stopped clock is resumed only by the Players.
        if self.next.clock.standing.is_none() || play.position_since == self.next.version {
            self.tick = Tick::Position(None);
        }
        self.ping(play);
    }

    /// Resumes a stopped game: its clock, the waiting for absent people, and the notifications.
    pub fn go_on(&mut self, play: &RunningGame) {
        self.tick = Tick::Go;
        self.change.waits_anew = true;
        self.ping(play);
    }

    /// Starts the decision of a seat again with a fair time: a second chance, a free seat or a new holder. A stopped
    /// clock stays stopped, and has that time when it is resumed.
    pub fn wait_anew(&mut self, play: &RunningGame, seat: Seat) {
        self.wait_for(play);
        self.tick = match self.tick {
            Tick::Position(_) => Tick::Anew(seat),
            _ => Tick::AnewOnResume(seat),
        };
    }

    /// Continues the decision of a seat with another holder, who has the time that is left.
    pub fn wait_on(&mut self, play: &RunningGame) {
        self.change.waits_anew = true;
        self.tick = Tick::Passed;
        self.ping(play);
    }

    /// Notifies the people to act, according to their settings.
    pub fn ping(&mut self, play: &RunningGame) {
        let view = play.public();
        let open = play.game.to_act();
        match view.phase {
            // Both Players are always invited to bid, whatever their notification settings (C-10).
            Phase::Auction { standing: None } => self.ask(&open),
            Phase::Play | Phase::Shop | Phase::Auction { .. } => {
                for seat in open {
                    let actors = self.next.actors(play, seat, &view.phase);
                    self.turn_of.extend(actors.iter().map(|member| member.person));
                }
            }
            // All Players are notified if the notification must not reveal who chooses (V-3).
            Phase::VolatileChoice { .. } if view.to_act.is_empty() => {
                self.ask(&Seat::all(self.next.seats.len()).collect::<Vec<_>>());
            }
            Phase::Placement | Phase::VolatileChoice { .. } => self.ask(&open),
            _ => {}
        }
    }

    fn ask(&mut self, seats: &[Seat]) {
        for seat in seats {
            self.tell_seat(*seat, NoticeKind::PendingDecision);
        }
    }
}

/// Largest number of versions on which a change is tried, while another process changes the game.
const ATTEMPTS: usize = 8;

impl Games {
    /// Applies a change to the clock and returns the data to store.
    async fn set_clock(
        &self,
        before: &GameSession,
        next: &mut GameSession,
        change: &mut Change,
        tick: Tick,
        now: i64,
    ) -> Result<(), Error> {
        let goes_on = tick == Tick::Stir && before.clock.since.is_some();
        if (tick == Tick::Keep || goes_on) && next.clock == before.clock {
            return Ok(());
        }
        let away = AwayBoth { before: self.settings.away(before).await?, next: self.settings.away(next).await? };
        change.time = next.tick(before, tick, now, &away);
        if next.clock != before.clock {
            let text = serde_json::to_string(&next.clock);
            let text = text.map_err(|error| InternalError::new("writing the clock of a game", &error))?;
            change.clock = Some(text);
        }
        Ok(())
    }

    /// Changes a game: waits in the game's queue, decides, stores and publishes. A repeated delivery gets the stored
    /// answer. The change completes even if the caller is dropped. `who` is the person who asked; `None` is the program
    /// itself. If another process changes the game meanwhile, `decide` is called again with the newest version.
    pub(in crate::host) async fn change<F>(&self, game: GameId, who: Option<&Who>, decide: F) -> Result<Done, Error>
    where
        F: Fn(&GameSession, i64) -> Result<Decision, Error> + Send + Sync + 'static,
    {
        let (games, origin) = (self.clone(), who.map(Origin::of));
        let task = tokio::spawn(async move { games.change_now(game, origin, decide).await });
        task.await
            .unwrap_or_else(|_| Err(InternalError::plain("changing a game", "the work panicked or was stopped").into()))
    }

    async fn change_now<F>(&self, game: GameId, origin: Option<Origin>, decide: F) -> Result<Done, Error>
    where
        F: Fn(&GameSession, i64) -> Result<Decision, Error> + Send + Sync + 'static,
    {
        let slot = self.slots.slot(game);
        let _turn = slot.queue.lock().await;
        self.change_held(&slot, game, origin, decide).await
    }

    /// Same as `change`, for a caller that already holds the game's queue.
    pub(in crate::host) async fn change_held<F>(
        &self,
        slot: &Slot,
        game: GameId,
        origin: Option<Origin>,
        decide: F,
    ) -> Result<Done, Error>
    where
        F: Fn(&GameSession, i64) -> Result<Decision, Error> + Send + Sync + 'static,
    {
        let decide = Arc::new(decide);
        for _ in 0..ATTEMPTS {
            let before = self.load(game).await?;
            let tried = self.try_change(slot, &before, origin, Arc::clone(&decide)).await;
            if tried.is_ok() || self.is_newest(&before).await? {
                return tried;
            }
            slot.forget();
        }
        Err(stale())
    }

    /// Decides and stores a change on this version of the game.
    async fn try_change<F>(
        &self,
        slot: &Slot,
        before: &Arc<GameSession>,
        origin: Option<Origin>,
        decide: Arc<F>,
    ) -> Result<Done, Error>
    where
        F: Fn(&GameSession, i64) -> Result<Decision, Error> + Send + Sync + 'static,
    {
        let game = before.id;
        let now = self.time.now();
        let loaded = Arc::clone(before);
        let decided = blocking(move || decide(&loaded, now)).await;
        let decided = match (decided, origin) {
            // The refusal may come from a repeated delivery: the game has moved on since the first one.
            (Err(refused @ Error::Refused(_)), Some(Origin { key, .. })) => {
                let answer = self.store.answered(key).await?;
                return answer.map_or(Err(refused), |answer| repeated(&answer));
            }
            (decided, _) => decided?,
        };
        let Decision { mut next, mut change, confirmed, turn_of, tick } = decided;
        if change.waits_anew {
            next.waiting_since = now;
        }
        self.set_clock(before, &mut next, &mut change, tick, now).await?;
        for person in turn_of {
            if self.settings.person_settings(person).await?.reached_by() == Ping::Dm {
                change.notices.push(NewNotice { to: To::Person(person), kind: NoticeKind::YourTurn.word().to_owned() });
            }
        }
        // Every end of a game passes here, so results are computed only here.
        change.result = result_of(&next);
        let mut done = Done { game, version: next.version, confirmed, repeated: false, claimed: None };
        let mut claim = None;
        if let Some(Origin { key, shows_in }) = origin {
            change.interaction = Some((key, answer(&done)?));
            claim = shows_in.filter(|channel| *channel == next.place.channel && can_be_an_answer(&change));
        }
        let moves = change.place.is_some();
        let may_reply = change.action.is_some() || tick == Tick::Go;
        let notices = change.notices.len();
        let ends_soon = ends_soon(change.time, now);
        self.pause(Step::Commit).await;
        let stored = self.store.commit(change, claim, now).await;
        self.pause(Step::Committed).await;
        match stored {
            Ok(Outcome::Stored(claimed)) => {
                let next = Arc::new(next);
                slot.put(Arc::clone(&next));
                self.opponents.changed(&next);
                done.claimed = claimed.and_then(|row| {
                    let kind = NoticeKind::read(&row.kind)?;
                    self.notices.lease(row, kind)
                });
                // The caller posts the claimed notice.
                if notices > usize::from(done.claimed.is_some()) {
                    self.notices.wake();
                }
                if ends_soon {
                    self.clocks_changed.notify_one();
                }
                if may_reply {
                    self.play_conditional_moves_soon(game);
                }
                Ok(done)
            }
            Ok(Outcome::Repeated(answer)) => repeated(&answer),
            // The new channel is taken, or another process has stored a newer version.
            Ok(Outcome::Conflict) => {
                slot.forget();
                Err(if moves { refuse(Refusal::GameHere) } else { stale() })
            }
            Err(error) => {
                slot.forget();
                let fault = Error::from(error);
                // A commit that reports an error may still have succeeded, so check the database. What follows a change is
                // derived from it, so it is started in any case.
                self.opened(game);
                self.clocks_changed.notify_one();
                if may_reply {
                    self.play_conditional_moves_soon(game);
                }
                match origin {
                    Some(Origin { key, .. }) => match self.store.answered(key).await {
                        Ok(Some(answer)) => repeated(&answer),
                        _ => Err(fault),
                    },
                    None => Err(fault),
                }
            }
        }
    }
}

/// Returns true if the first notice in the channel posts a new message. Messages of lobbies and auctions are edited
/// instead.
fn can_be_an_answer(change: &Change) -> bool {
    let first = change.notices.iter().find(|notice| matches!(notice.to, To::Channel(_)));
    let edits = [NoticeKind::Lobby, NoticeKind::Sealed].map(NoticeKind::word);
    first.is_some_and(|notice| !edits.contains(&notice.kind.as_str()))
}

/// Interaction that caused a change, with the channel of a public answer.
#[derive(Clone, Copy, Debug)]
pub(in crate::host) struct Origin {
    key: InteractionKey,
    shows_in: Option<ChannelId>,
}

impl Origin {
    fn of(who: &Who) -> Self {
        Self { key: who.interaction, shows_in: who.shows_in }
    }
}

/// Stored form of the end of a game from outside.
pub(in crate::host) fn stopped_text(stopped: &Stopped) -> Result<String, Error> {
    let text = serde_json::to_string(stopped);
    text.map_err(|error| InternalError::new("writing how a game was ended", &error).into())
}

/// Refusal of an outdated button.
pub(in crate::host) fn stale() -> Error {
    refuse(Stale::Position)
}

/// Stored form of an answer, for repeated deliveries.
pub(in crate::host) fn answer(done: &Done) -> Result<String, Error> {
    serde_json::to_string(done).map_err(|error| InternalError::new("writing an answer", &error).into())
}

/// Parses the stored answer to a repeated delivery.
pub(in crate::host) fn repeated(answer: &str) -> Result<Done, Error> {
    let done: Done = serde_json::from_str(answer).map_err(|error| InternalError::new("reading an answer", &error))?;
    Ok(Done { repeated: true, ..done })
}
