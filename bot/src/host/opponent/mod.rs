//! Computer players: what they are asked, how they think, and how their decisions become actions like anybody's.
//!
//! * `requests`: what the computer players of a game are asked. `play`: one after the other is asked, decides and acts.
//! * `think`: a decision, on a thread of the `pool`, in the order of the `queue`. `quota`: how much of that a server may have.
//! * `pace`: when they answer. `series`: turns of several in one message.
//! * `hint`: a move for somebody who plays against computers. `analysis`: a game looked at once it is over.
//!
//! Nothing of this is stored but their actions: after a crash the games say who is to act.

mod analysis;
mod hint;
mod pace;
mod play;
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

pub use analysis::{Analysed, AnalysedTurn, Mistake};
pub use hint::Hint;
pub use pace::Pace;

use pool::{Pool, Stop};
use quota::Quotas;
use requests::Request;
pub(super) use think::KnowledgeCache;

/// Chances of past decisions that are remembered.
const CHANCES: usize = 8;

/// The computer players of all games.
#[derive(Debug)]
pub(super) struct Opponents {
    pool: Pool,
    quotas: Quotas,
    pub(in crate::host) knowledge: Arc<KnowledgeCache>,
    analyses: analysis::Kept,
    games: Mutex<HashMap<GameId, InPlay>>,
    asked: mpsc::UnboundedSender<GameId>,
    hear: tokio::sync::Mutex<mpsc::UnboundedReceiver<GameId>>,
}

/// A game whose computer players are asked something.
#[derive(Debug, Default)]
struct InPlay {
    /// Somebody sees to it.
    busy: bool,
    /// And is to look once more.
    again: bool,
    thinking: Option<Thinking>,
    /// The last question, and when it came.
    asked: Option<(Request, Instant)>,
    /// The win chances of the last decisions.
    chances: HashMap<Seat, Vec<WinChance>>,
    /// Plays at a lower level because the server's quota is used up, and has said so.
    weaker: bool,
}

/// A decision under way.
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
            analyses: analysis::Kept::default(),
            games: Mutex::default(),
            asked,
            hear: tokio::sync::Mutex::new(hear),
        }
    }
}

impl Opponents {
    /// A game has changed: what is being decided for an older version is dropped, and what is asked now is seen to.
    pub fn changed(&self, next: &GameSession) {
        if let Some(game) = lock(&self.games).get_mut(&next.id)
            && let Some(old) = game.thinking.take_if(|old| old.version < next.version)
        {
            // Whoever waits for it is told first, and does not take it for a failure.
            drop(old.cancel);
            old.stop.store(true, Ordering::Relaxed);
        }
        if requests::next(next).is_some() {
            self.ask(next.id);
        }
    }

    /// A game has been made, whose computer players may be asked something.
    pub fn ask(&self, game: GameId) {
        // Without anybody to hear it nobody plays, as in most tests.
        let _ = self.asked.send(game);
    }

    /// Begins to see to a game; `false` if somebody does, who then looks once more.
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

    /// Stops seeing to a game, unless it has been asked once more. A game that is `over` is forgotten.
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
        }
        true
    }

    /// A decision begins: how it is stopped, and what ends when it is cancelled.
    fn think(&self, game: GameId, version: Version) -> (Stop, oneshot::Receiver<()>) {
        let (cancel, cancelled) = oneshot::channel();
        let stop = Stop::default();
        lock(&self.games).entry(game).or_default().thinking =
            Some(Thinking { version, stop: Arc::clone(&stop), cancel });
        (stop, cancelled)
    }

    /// When a question came: now, unless it is still the last one.
    fn asked_at(&self, game: GameId, request: Request) -> Instant {
        let mut games = lock(&self.games);
        let asked = &mut games.entry(game).or_default().asked;
        match asked {
            Some((known, at)) if *known == request => *at,
            _ => asked.insert((request, Instant::now())).1,
        }
    }

    /// The win chances of a seat's last decisions, with a new one.
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

    /// Whether it has been said that a game is played at a lower level than agreed.
    fn plays_weaker(&self, game: GameId) -> bool {
        lock(&self.games).get(&game).is_some_and(|game| game.weaker)
    }

    /// It has been said now, or is no longer so.
    fn note_weaker(&self, game: GameId, weaker: bool) {
        lock(&self.games).entry(game).or_default().weaker = weaker;
    }
}

impl Host {
    /// What computer players have used of a server's quota in the last hour, in time of the processor.
    pub fn thought(&self, guild: Option<GuildId>) -> Duration {
        self.0.opponents.quotas.used(guild)
    }
}
