//! Task for the computer players of a game. It computes each requested decision on a thread of the pool, waits for the
//! delay, and acts through the same use cases as people. A decision contains its version and is dropped if the game has
//! changed.

use std::sync::Arc;
use std::time::Duration;

use engine::action::Action;
use engine::board::Seat;
use opponent::{Budget, Level};
use tokio::time::Instant;

use super::pace::{Pace, taste};
use super::pool::Stop;
use super::requests::{self, Asked, Request};
use super::{playout, series, think};
use crate::host::blocking;
use crate::host::error::{Error, InternalError};
use crate::host::lobby::challenge;
use crate::host::model::NoticeKind;
use crate::host::opponent::Computers;
use crate::host::session::change::stale;
use crate::host::session::game::GameSession;
use crate::host::session::running::RunningGame;
use crate::host::session::take;
use crate::host::{GameId, StoreError};
use crate::metrics;
use crate::store::State;

/// Initial delay before a game is checked again after a failure. It doubles with each failure, up to the maximum.
const RETRY: Duration = Duration::from_millis(100);
const LONGEST_RETRY: Duration = Duration::from_secs(300);

/// Result of checking a game.
enum Looked {
    /// Check again.
    Again,
    /// No request is pending; the game is `over` or waits for people.
    Nothing { over: bool },
}

/// Answer of a computer player.
enum Answer {
    /// Accept a challenge.
    Accept,
    /// Perform an action.
    Act(Action),
}

/// Decision of a computer player.
struct Decided {
    answer: Answer,
    /// Made at a lower level because the server's quota is used up.
    weaker: bool,
}

impl Computers {
    /// Games with pending requests to computer players, to resume after a start.
    pub(crate) async fn games_of_computers(&self) -> Result<Vec<GameId>, StoreError> {
        self.store.games_of_computers().await
    }

    /// Waits for the next game with requests to computer players.
    pub(crate) async fn computer_asked(&self) -> Option<GameId> {
        self.opponents.hear.lock().await.recv().await
    }

    /// Handles the requests of a game until none is left.
    pub(crate) async fn play_computers(&self, game: GameId, pace: Pace) {
        if !self.opponents.enter(game) {
            return;
        }
        let mut wait = RETRY;
        loop {
            match self.look(game, pace).await {
                Ok(Looked::Again) => wait = RETRY,
                Ok(Looked::Nothing { over }) => {
                    if self.opponents.leave(game, over) {
                        return;
                    }
                }
                Err(error) => {
                    if let Error::Internal(fault) = &error {
                        tracing::warn!(%game, fault = fault.number(), "a computer player could not act and tries again");
                    }
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_RETRY);
                }
            }
        }
    }

    /// Handles one request of a game, if there is one.
    async fn look(&self, id: GameId, pace: Pace) -> Result<Looked, Error> {
        let game = self.games.load(id).await?;
        let is_own = self.store.shards().has(game.place.guild);
        let Some(request) = requests::next(&game).filter(|_| is_own) else {
            let over = game.state == State::Over;
            return Ok(Looked::Nothing { over });
        };
        let (stop, cancelled) = self.opponents.think(id, game.version);
        let decided = tokio::select! {
            biased;
            // The game has changed.
            _ = cancelled => return Ok(Looked::Again),
            decided = self.decide(&game, request, &stop, pace) => decided?,
        };
        let is_turn = matches!(decided.answer, Answer::Act(Action::Turn(_)));
        let weaker = decided.weaker;
        self.answer(&game, request, decided).await?;
        if is_turn {
            self.offer_draw_if_dead(id, request, weaker).await?;
        }
        Ok(Looked::Again)
    }

    /// Offers a draw after a turn that leaves nobody a way to win.
    async fn offer_draw_if_dead(&self, id: GameId, request: Request, weaker: bool) -> Result<(), Error> {
        let game = self.games.load(id).await?;
        let Some(play) = game.play.as_ref().filter(|play| game.state == State::Running && play.offer_since.is_none())
        else {
            return Ok(());
        };
        let (knowledge, running) = (Arc::clone(&self.opponents.knowledge), Arc::clone(play));
        let offers = move || {
            let seen = running.game.seen(request.seat);
            Ok(opponent::offers_draw(&seen, &knowledge.of(&seen.rules).1))
        };
        if !blocking(offers).await? {
            return Ok(());
        }
        let decided = Decided { answer: Answer::Act(Action::OfferDraw), weaker };
        match self.answer(&game, request, decided).await {
            // The opponent was faster.
            Err(_) if self.games.load(id).await?.version != game.version => Ok(()),
            done => done,
        }
    }

    /// Decides, and waits for the delay of the answer.
    async fn decide(
        &self,
        game: &Arc<GameSession>,
        request: Request,
        stop: &Stop,
        pace: Pace,
    ) -> Result<Decided, Error> {
        let asked = self.opponents.asked_at(game.id, request);
        let Some(play) = &game.play else {
            return Ok(Decided { answer: Answer::Accept, weaker: false });
        };
        let settings = self.settings.settings_of(game.place.guild).await?;
        let (guild, wanted) = (game.place.guild, playout::level(game, request.player.level));
        let minutes = settings.computer_minutes;
        let level = self.opponents.quotas.level(guild, wanted, minutes);
        let answer = match request.what {
            Asked::Challenge => Answer::Accept,
            Asked::Draw => {
                let agrees = self.consider_draw(game, play, request.seat, level, stop);
                Answer::Act(agrees.await?)
            }
            Asked::Decision => Answer::Act(self.think(game, play, request.seat, level, stop).await?),
        };
        // Skip the delay of invisible actions, and of turns announced together with the previous one.
        let unseen = matches!(&answer, Answer::Act(Action::Clash(action)) if action.is_shopping());
        let in_row = request.what == Asked::Decision && series::continues(game);
        if !(unseen || in_row || playout::is_playout(game)) {
            let pause = pace.pause(&play.seed, request.since);
            tokio::time::sleep_until(asked + pause).await;
        }
        let weaker = level < wanted && !playout::is_playout(game);
        Ok(Decided { answer, weaker })
    }

    /// Computes a turn or another decision of the seat.
    async fn think(
        &self,
        game: &Arc<GameSession>,
        play: &Arc<RunningGame>,
        seat: Seat,
        level: Level,
        stop: &Stop,
    ) -> Result<Action, Error> {
        let (knowledge, running) = (Arc::clone(&self.opponents.knowledge), Arc::clone(play));
        let begun = Instant::now();
        let (memories, id) = (Arc::clone(&self.opponents.memories), game.id);
        let work = move |stop: &_| {
            let seed = taste(&running.seed);
            let mut memory = memories.take(id, seat);
            let thought = think::decide(&running.game, seat, level, &knowledge, stop, seed, &mut memory);
            memories.keep(id, seat, memory);
            thought
        };
        let thought = self.work(game, stop, work).await?;
        metrics::decided(thought.nodes, begun.elapsed());
        let chances = self.opponents.remember(game.id, seat, thought.chance);
        let running = Arc::clone(play);
        let resigns = move || Ok(opponent::resigns(&running.game.seen(seat), level, &chances));
        let is_turn = matches!(thought.action, Action::Turn(_));
        if is_turn && blocking(resigns).await? { Ok(Action::Resign) } else { Ok(thought.action) }
    }

    /// Decides on an offered draw.
    async fn consider_draw(
        &self,
        game: &Arc<GameSession>,
        play: &Arc<RunningGame>,
        seat: Seat,
        level: Level,
        stop: &Stop,
    ) -> Result<Action, Error> {
        let (knowledge, running) = (Arc::clone(&self.opponents.knowledge), Arc::clone(play));
        let work = move |stop: &_| {
            let seen = running.game.seen(seat);
            let known = knowledge.of(&seen.rules);
            let budget = Budget::new(level.nodes(), stop);
            think::guarded(|| opponent::accepts_draw(&seen, level, &known.1, budget))
        };
        Ok(if self.work(game, stop, work).await? { Action::OfferDraw } else { Action::DeclineDraw })
    }

    /// Runs work on the pool and charges its time to the server's quota.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        game: &GameSession,
        stop: &Stop,
        work: impl FnOnce(&std::sync::atomic::AtomicBool) -> Option<T> + Send + 'static,
    ) -> Result<T, Error> {
        let guild = game.place.guild;
        let worked = self.opponents.pool.run((guild, game.id), stop, work).await;
        self.opponents.quotas.note(guild, worked.took);
        worked
            .result
            .flatten()
            .ok_or_else(|| InternalError::plain("thinking", "it was stopped, or came to nothing").into())
    }

    /// Performs a decision, unless the game has changed.
    async fn answer(&self, game: &GameSession, request: Request, decided: Decided) -> Result<(), Error> {
        let (version, Request { seat, player, .. }) = (game.version, request);
        let Decided { answer, weaker } = decided;
        let say_weaker = weaker && !self.opponents.plays_weaker(game.id);
        let done = match answer {
            Answer::Accept => {
                let lobbies = Arc::clone(&self.lobbies);
                let accept = move |game: &GameSession, _| challenge::accept(&lobbies, game, player.member(), None);
                self.games.change(game.id, None, accept).await
            }
            Answer::Act(action) => {
                let act = move |game: &GameSession, _| {
                    if game.version != version {
                        return Err(stale());
                    }
                    let mut decision = take::decide(game, seat, Some(player.id()), &action)?;
                    series::leave_to_next(&mut decision);
                    playout::announce_only_the_end(game, &mut decision);
                    if say_weaker {
                        decision.announce(NoticeKind::WeakerComputer);
                    }
                    Ok(decision)
                };
                self.games.change(game.id, None, act).await
            }
        };
        done?;
        self.opponents.note_weaker(game.id, weaker);
        Ok(())
    }
}
