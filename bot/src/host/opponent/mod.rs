//! Computer players: their requests, decisions and actions.
//!
//! * `state`: requests, decisions in progress and memory of all games.
//! * `requests`: pending requests to computer players in a game. `play`: handles these requests one by one.
//! * `think`: computes a decision on a thread of the `pool`, in the order of the `queue`. `quota`: limit of processor
//!   time per server.
//! * `knowledge`: piece values. `memories`: search results kept between the turns of a game.
//! * `pace`: delay of answers. `series`: consecutive turns in one message. `playout`: games without a person.
//! * `hint`: suggested move in a game against computers. `analysis`: analysis of a finished duel.
//!
//! Only the actions of computer players are stored. After a crash, the pending requests are derived from the games
//! again.

mod analysis;
mod hint;
mod knowledge;
mod memories;
mod pace;
mod play;
pub(super) mod playout;
mod pool;
mod queue;
mod quota;
mod requests;
pub(super) mod series;
pub(super) mod state;
mod think;

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;

use crate::host::lobby::Lobbies;
use crate::host::model::Analysed;
use crate::host::session::games::Games;
use crate::host::settings::Settings;
use crate::host::{GameId, GuildId};
use crate::store::Store;

pub use hint::{Hint, Outlook};
#[cfg(test)]
pub(super) use knowledge::KnowledgeCache;
pub use pace::Pace;
pub(super) use pool::{Stop, threads};
use state::Opponents;

/// Maximum number of cached analyses. Finished games do not change.
const KEPT: usize = 64;

/// Computer players of all games.
#[derive(Clone, Debug)]
pub struct Computers {
    pub(super) store: Store,
    pub(super) settings: Arc<Settings>,
    pub(super) lobbies: Arc<Lobbies>,
    pub(super) games: Arc<Games>,
    pub(super) opponents: Arc<Opponents>,
    pub(super) analyses: Arc<Kept>,
}

/// Cache of analyses.
pub(super) struct Kept(pub(super) Cache<GameId, Arc<Analysed>>);

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

impl Default for Kept {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

impl Computers {
    /// Processor time used on a server by computer players in the last hour.
    pub fn thought(&self, guild: Option<GuildId>) -> Duration {
        self.opponents.quotas.used(guild)
    }
}
