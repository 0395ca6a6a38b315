//! Computer players: their requests, decisions and actions.
//!
//! * `requests`: pending requests to computer players in a game. `play`: handles these requests one by one.
//! * `think`: computes a decision on a thread of the `pool`, in the order of the `queue`. `quota`: limit of processor
//!   time per server.
//! * `memories`: search results kept between the turns of a game.
//! * `pace`: delay of answers. `series`: consecutive turns in one message. `playout`: games without a person.
//! * `hint`: suggested move in a game against computers. `analysis`: analysis of a finished duel.
//!
//! Only the actions of computer players are stored. After a crash, the pending requests are derived from the games
//! again.

mod analysis;
mod hint;
mod memories;
mod pace;
mod play;
pub(super) mod playout;
mod pool;
mod queue;
mod quota;
mod requests;
pub(super) mod series;
mod think;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::board::Seat;
use opponent::WinChance;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::host::session::game::GameSession;
use crate::host::{GameId, GuildId, Host, Version, lock};

pub use analysis::{Analysed, AnalysedTurn, Grade, Mistake};
pub use hint::{Hint, Outlook};
pub use pace::Pace;

use memories::Memories;
use pool::{Pool, Stop};
use quota::Quotas;
use requests::Request;
pub(super) use think::KnowledgeCache;

/// Number of remembered win chances per seat.
const CHANCES: usize = 8;

/// Computer players of all games.
#[derive(Debug)]
pub(super) struct Opponents {
    pool: Pool,
    quotas: Quotas,
    pub(in crate::host) knowledge: Arc<KnowledgeCache>,
    memories: Arc<Memories>,
    analyses: analysis::Kept,
    games: Mutex<HashMap<GameId, InPlay>>,
    asked: mpsc::UnboundedSender<GameId>,
    hear: tokio::sync::Mutex<mpsc::UnboundedReceiver<GameId>>,
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
            analyses: analysis::Kept::default(),
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

    /// Registers a task for a game. `false` if one is running, which then checks the game once more.
    fn enter(&self, game: GameId) -> bool {
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
    fn leave(&self, id: GameId, over: bool) -> bool {
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
    fn think(&self, game: GameId, version: Version) -> (Stop, oneshot::Receiver<()>) {
        let (cancel, cancelled) = oneshot::channel();
        let stop = Stop::default();
        lock(&self.games).entry(game).or_default().thinking =
            Some(Thinking { version, stop: Arc::clone(&stop), cancel });
        (stop, cancelled)
    }

    /// Time of arrival of a request: now, unless it is still the latest one.
    fn asked_at(&self, game: GameId, request: Request) -> Instant {
        let mut games = lock(&self.games);
        let asked = &mut games.entry(game).or_default().asked;
        match asked {
            Some((known, at)) if *known == request => *at,
            _ => asked.insert((request, Instant::now())).1,
        }
    }

    /// Win chances of a seat's latest decisions, including a new one.
    fn remember(&self, game: GameId, seat: Seat, chance: WinChance) -> Vec<WinChance> {
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
    fn plays_weaker(&self, game: GameId) -> bool {
        lock(&self.games).get(&game).is_some_and(|game| game.weaker)
    }

    /// Sets whether a lower level has been announced.
    fn note_weaker(&self, game: GameId, weaker: bool) {
        lock(&self.games).entry(game).or_default().weaker = weaker;
    }
}

impl Host {
    /// Processor time used on a server by computer players in the last hour.
    pub fn thought(&self, guild: Option<GuildId>) -> Duration {
        self.0.opponents.quotas.used(guild)
    }
}
