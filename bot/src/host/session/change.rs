//! The one way in which a game changes: decided on a copy, stored, and only then seen.

use std::sync::Arc;

use engine::board::Seat;
use engine::game::{Game, Saved};
use engine::view::Phase;

use crate::store::{Change, NewNotice, NewSetup, Outcome, State, Time, To};

use crate::host::error::{Error, InternalError, Refusal, Stale, refuse};
use crate::host::model::{Confirmation, Done, NoticeKind, Ping, Stopped, Who};
use crate::host::session::clock::{AwayBoth, Tick};
use crate::host::session::course::first_effect;
use crate::host::session::game::{GameSession, RunningGame};
use crate::host::session::games::Slot;
use crate::host::session::pauses::Step;
use crate::host::session::seed::take_seed;
use crate::host::standing::record::result_of;
use crate::host::{ChannelId, GameId, Host, InteractionKey, PersonId, Version};

/// What a use case has decided: the game as it will be, and how to store that.
pub(in crate::host) struct Decision {
    pub next: GameSession,
    pub change: Change,
    /// For the one who asked.
    pub confirmed: Vec<Confirmation>,
    /// Who is to be told privately that it is their turn, if they want that.
    pub turn_of: Vec<PersonId>,
    /// What becomes of the clock.
    pub tick: Tick,
}

impl Decision {
    /// A decision that so far only makes the next version.
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

    /// Something that was done, for the one who asked.
    pub fn confirm(&mut self, what: Confirmation) {
        self.confirmed.push(what);
    }

    /// Something to be said in the game's channel.
    pub fn announce(&mut self, kind: NoticeKind) {
        self.change.notices.push(NewNotice { to: To::Channel(self.next.place.channel), kind: kind.word().to_owned() });
    }

    /// Something to be said to one person.
    pub fn tell(&mut self, person: PersonId, kind: NoticeKind) {
        self.change.notices.push(NewNotice { to: To::Person(person), kind: kind.word().to_owned() });
    }

    /// The same to the people of a seat.
    pub fn tell_seat(&mut self, seat: Seat, kind: NoticeKind) {
        for member in self.next.people(seat).to_vec() {
            self.tell(member.person, kind);
        }
    }

    /// Stores what has been asked and not settled.
    pub fn keep_pending(&mut self) -> Result<(), Error> {
        self.change.pending = Some(self.next.pending.text()?);
        Ok(())
    }

    /// Ends it from outside.
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

    /// The game begins: its seats are these, and the lobby's message says what became of it.
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

    /// After the position has changed: who is to be told, whether it is over, how long there is time.
    pub fn position_changed(&mut self, play: &RunningGame) {
        let over = play.is_over();
        // The last round's end says how the match ended.
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

    /// The decision that is waited for is a new one, or somebody else's: it has its whole time, and those who are to take it are told.
    pub fn wait_for(&mut self, play: &RunningGame) {
        self.change.waits_anew = true;
        // A clock that stands still goes on when the Players say so.
        if self.next.clock.standing.is_none() || play.position_since == self.next.version {
            self.tick = Tick::Position(None);
        }
        self.ping(play);
    }

    /// The same for a seat that gets a fair time: a second chance, a free seat, somebody new in it. A clock that stands still is left
    /// alone.
    pub fn wait_anew(&mut self, play: &RunningGame, seat: Seat) {
        self.wait_for(play);
        if let Tick::Position(_) = self.tick {
            self.tick = Tick::Anew(seat);
        }
    }

    /// Those who are to act are told, as they like it.
    pub fn ping(&mut self, play: &RunningGame) {
        let view = play.public();
        let open = play.game.to_act();
        match view.phase {
            // The invitation to bid goes to both, whatever they want to hear of turns (C-10).
            Phase::Auction { standing: None } => self.ask(&open),
            Phase::Play | Phase::Shop | Phase::Auction { .. } => {
                for seat in open {
                    let actors = self.next.actors(play, seat, &view.phase);
                    self.turn_of.extend(actors.iter().map(|member| member.person));
                }
            }
            // Where it must not show who is asked, everybody is written to (V-3).
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

impl Host {
    /// What a change does to the clock, with what is stored of that.
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
        let away = AwayBoth { before: self.away(before).await?, next: self.away(next).await? };
        change.time = next.tick(before, tick, now, &away);
        if next.clock != before.clock {
            let text = serde_json::to_string(&next.clock);
            let text = text.map_err(|error| InternalError::new("writing the clock of a game", &error))?;
            change.clock = Some(text);
        }
        Ok(())
    }

    /// Changes a game: waits for its turn in the game's queue, decides, stores, shows. A delivery that has been dealt with
    /// before is answered as before. It runs to its end even if nobody waits for it any more. `who` asks for it; `None` is the
    /// program itself.
    pub(in crate::host) async fn change<F>(&self, game: GameId, who: Option<&Who>, decide: F) -> Result<Done, Error>
    where
        F: FnOnce(&Host, &GameSession, i64) -> Result<Decision, Error> + Send + 'static,
    {
        let (host, origin) = (self.clone(), who.map(Origin::of));
        let task = tokio::spawn(async move { host.change_now(game, origin, decide).await });
        task.await
            .unwrap_or_else(|_| Err(InternalError::plain("changing a game", "the work panicked or was stopped").into()))
    }

    async fn change_now<F>(&self, game: GameId, origin: Option<Origin>, decide: F) -> Result<Done, Error>
    where
        F: FnOnce(&Host, &GameSession, i64) -> Result<Decision, Error> + Send + 'static,
    {
        let slot = self.0.games.slot(game);
        let _turn = slot.queue.lock().await;
        self.change_held(&slot, game, origin, decide).await
    }

    /// The same, by somebody who holds the game's queue.
    pub(in crate::host) async fn change_held<F>(
        &self,
        slot: &Slot,
        game: GameId,
        origin: Option<Origin>,
        decide: F,
    ) -> Result<Done, Error>
    where
        F: FnOnce(&Host, &GameSession, i64) -> Result<Decision, Error> + Send + 'static,
    {
        let loaded = self.load(game).await?;
        let (host, now) = (self.clone(), self.now());
        let before = Arc::clone(&loaded);
        let decided = self.blocking(move || decide(&host, &loaded, now)).await;
        let decided = match (decided, origin) {
            // A delivery that has been dealt with is refused, because the game has gone on since.
            (Err(refused @ Error::Refused(_)), Some(Origin { key, .. })) => {
                let answer = self.store().answered(key).await?;
                return answer.map_or(Err(refused), |answer| repeated(&answer));
            }
            (decided, _) => decided?,
        };
        let Decision { mut next, mut change, confirmed, turn_of, tick } = decided;
        if change.waits_anew {
            next.waiting_since = now;
        }
        self.set_clock(&before, &mut next, &mut change, tick, now).await?;
        for person in turn_of {
            if self.person_settings(person).await?.reached_by() == Ping::Dm {
                change.notices.push(NewNotice { to: To::Person(person), kind: NoticeKind::YourTurn.word().to_owned() });
            }
        }
        // The one place that every end comes through.
        change.result = result_of(&next);
        let mut done = Done { game, version: next.version, confirmed, repeated: false, claimed: None };
        let mut claim = None;
        if let Some(Origin { key, shows_in }) = origin {
            change.interaction = Some((key, answer(&done)?));
            claim = shows_in.filter(|channel| *channel == next.place.channel && can_be_an_answer(&change));
        }
        let moves = change.place.is_some();
        let acted = change.action.is_some();
        self.pause(Step::Commit).await;
        let stored = self.store().commit(change, claim, now).await;
        self.pause(Step::Committed).await;
        match stored {
            Ok(Outcome::Stored(claimed)) => {
                let next = Arc::new(next);
                slot.put(Arc::clone(&next));
                self.0.opponents.changed(&next);
                done.claimed = claimed.and_then(|row| {
                    let kind = NoticeKind::read(&row.kind)?;
                    self.lease(row, kind)
                });
                self.0.outbox.notify_one();
                self.0.clocks_changed.notify_one();
                if acted {
                    self.play_conditional_moves_soon(game);
                }
                Ok(done)
            }
            Ok(Outcome::Repeated(answer)) => repeated(&answer),
            // The channel it moves to is taken, or another process was faster.
            Ok(Outcome::Conflict) => {
                slot.forget();
                Err(match moves {
                    true => refuse(Refusal::GameHere),
                    false => stale(),
                })
            }
            Err(error) => {
                slot.forget();
                let fault = Error::from(error);
                // A commit that fails at its very end may have been stored anyway: the database knows.
                match origin {
                    Some(Origin { key, .. }) => match self.store().answered(key).await {
                        Ok(Some(answer)) => repeated(&answer),
                        _ => Err(fault),
                    },
                    None => Err(fault),
                }
            }
        }
    }
}

/// Whether what a change says first in its channel is a message of its own. The messages of a lobby and of an auction are edited.
fn can_be_an_answer(change: &Change) -> bool {
    let first = change.notices.iter().find(|notice| matches!(notice.to, To::Channel(_)));
    let edits = [NoticeKind::Lobby, NoticeKind::Sealed].map(NoticeKind::word);
    first.is_some_and(|notice| !edits.contains(&notice.kind.as_str()))
}

/// The delivery behind a change, and the channel in which everybody would see an answer to it.
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

/// How a game was ended, as the database keeps it.
pub(in crate::host) fn stopped_text(stopped: &Stopped) -> Result<String, Error> {
    let text = serde_json::to_string(stopped);
    text.map_err(|error| InternalError::new("writing how a game was ended", &error).into())
}

/// What a press on an old button is answered with.
pub(in crate::host) fn stale() -> Error {
    refuse(Stale::Position)
}

/// An answer as it is kept for a repeated delivery.
pub(in crate::host) fn answer(done: &Done) -> Result<String, Error> {
    serde_json::to_string(done).map_err(|error| InternalError::new("writing an answer", &error).into())
}

/// The answer to a repeated delivery.
pub(in crate::host) fn repeated(answer: &str) -> Result<Done, Error> {
    let done: Done = serde_json::from_str(answer).map_err(|error| InternalError::new("reading an answer", &error))?;
    Ok(Done { repeated: true, ..done })
}
