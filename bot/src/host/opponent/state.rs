//! State of the computer players: open requests, decisions in progress, and what they keep between decisions.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use engine::board::Seat;
use opponent::WinChance;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::knowledge::KnowledgeCache;
use super::memories::Memories;
use super::pool::{Pool, Stop, Worked};
use super::quota::Quotas;
use super::requests::{self, Request};
use crate::host::session::game::GameSession;
use crate::host::{GameId, GuildId, TrialId, Version, lock};

/// Number of remembered win chances per seat.
const CHANCES: usize = 8;

/// Computer players of all games.
#[derive(Debug)]
pub struct Opponents {
    pub(super) pool: Pool,
    pub(super) quotas: Quotas,
    pub(in crate::host) knowledge: Arc<KnowledgeCache>,
    pub(super) memories: Arc<Memories>,
    games: Mutex<HashMap<GameId, InPlay>>,
    asked: mpsc::UnboundedSender<GameId>,
    pub(super) hear: tokio::sync::Mutex<mpsc::UnboundedReceiver<GameId>>,
}

/// Task state of a game with requests to computer players.
#[derive(Debug, Default)]
struct InPlay {
    /// A task is running.
    busy: bool,
    /// The running task must check the game once more.
    again: bool,
    thinking: Option<Thinking>,
    /// Latest request, with its time of arrival.
    asked: Option<(Request, Instant)>,
    /// Win chances of the latest decisions.
    chances: HashMap<Seat, Vec<WinChance>>,
    /// Plays at a lower level because the server's quota is used up, which has been announced.
    weaker: bool,
}

/// A decision in progress.
#[derive(Debug)]
struct Thinking {
    version: Version,
    stop: Stop,
    cancel: oneshot::Sender<()>,
}

impl Default for Opponents {
    fn default() -> Self {
        let (asked, hear) = mpsc::unbounded_channel();
        Self {
            pool: Pool::default(),
            quotas: Quotas::default(),
            knowledge: Arc::default(),
            memories: Arc::default(),
            games: Mutex::default(),
            asked,
            hear: tokio::sync::Mutex::new(hear),
        }
    }
}

impl Opponents {
    /// Handles a change of a game: cancels decisions for older versions and queues new requests.
    pub fn changed(&self, next: &GameSession) {
        if let Some(game) = lock(&self.games).get_mut(&next.id)
            && let Some(old) = game.thinking.take_if(|old| old.version < next.version)
        {
            // Cancel the waiting task before stopping the work, so that the task does not treat the stop as a failure.
            drop(old.cancel);
            old.stop.store(true, Ordering::Relaxed);
        }
        if requests::next(next).is_some() {
            self.ask(next.id);
        }
    }

    /// Queues a game that may have requests to computer players.
    pub fn ask(&self, game: GameId) {
        // No receiver: the request is dropped, as in most tests.
        let _ = self.asked.send(game);
    }

    /// Runs a short task of a test of an army on a thread that no computer player needs. `None` if it was stopped, or
    /// panicked.
    pub(in crate::host) async fn run_spare<T: Send + 'static>(
        &self,
        guild: GuildId,
        trial: TrialId,
        stop: &Stop,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Option<T> {
        self.pool.run_spare(guild, trial, stop, work).await.result
    }

    /// Runs a short task of a fit on a thread that nothing else needs. The result is `None` if it was stopped, or panicked.
    pub(in crate::host) async fn run_idle<T: Send + 'static>(
        &self,
        stop: &Stop,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Worked<T> {
        self.pool.run_idle(stop, work).await
    }

    /// Registers a task for a game. `false` if one is running, which then checks the game once more.
    pub(super) fn enter(&self, game: GameId) -> bool {
        let mut games = lock(&self.games);
        let game = games.entry(game).or_default();
        if game.busy {
            game.again = true;
            return false;
        }
        game.busy = true;
        true
    }

    /// Unregisters the task of a game, unless a new request has arrived. Forgets the game if it is `over`.
    pub(super) fn leave(&self, id: GameId, over: bool) -> bool {
        let mut games = lock(&self.games);
        let Some(game) = games.get_mut(&id) else {
            return true;
        };
        if std::mem::take(&mut game.again) {
            return false;
        }
        game.busy = false;
        if over {
            games.remove(&id);
            self.memories.forget(id);
        }
        true
    }

    /// Starts a decision. Returns its stop flag, and a channel that closes on cancellation.
    pub(super) fn think(&self, game: GameId, version: Version) -> (Stop, oneshot::Receiver<()>) {
        let (cancel, cancelled) = oneshot::channel();
        let stop = Stop::default();
        lock(&self.games).entry(game).or_default().thinking =
            Some(Thinking { version, stop: Arc::clone(&stop), cancel });
        (stop, cancelled)
    }

    /// Time of arrival of a request: now, unless it is still the latest one.
    pub(super) fn asked_at(&self, game: GameId, request: Request) -> Instant {
        let mut games = lock(&self.games);
        let asked = &mut games.entry(game).or_default().asked;
        match asked {
            Some((known, at)) if *known == request => *at,
            _ => asked.insert((request, Instant::now())).1,
        }
    }

    /// Win chances of a seat's latest decisions, including a new one.
    pub(super) fn remember(&self, game: GameId, seat: Seat, chance: WinChance) -> Vec<WinChance> {
        let mut games = lock(&self.games);
        let chances = &mut games.entry(game).or_default().chances;
        let chances = chances.entry(seat).or_default();
        if chances.len() == CHANCES {
            chances.remove(0);
        }
        chances.push(chance);
        chances.clone()
    }

    /// Returns true if the game plays at a lower level and this has been announced.
    pub(super) fn plays_weaker(&self, game: GameId) -> bool {
        lock(&self.games).get(&game).is_some_and(|game| game.weaker)
    }

    /// Sets whether a lower level has been announced.
    pub(super) fn note_weaker(&self, game: GameId, weaker: bool) {
        lock(&self.games).entry(game).or_default().weaker = weaker;
    }
}
