//! The use cases: everything a person can do, without Discord and without SQL.
//!
//! # Layout
//! * `model`: what goes in and comes out. `error`: why something is refused, and what broke.
//! * `lobby`: from an empty channel to a game; `ending`: from outside; `assemble`, `battalions`: what it is made of; `challenge`: to a match of Clash.
//!   `play`, `take`: every decision in a game; `clash`: what only Clash asks. `clocks`: time for turns.
//! * `rights`: who may administer; `settings`, `allowed`: what servers decide, and what that allows.
//! * `own`, `drafts`: the Battalions that servers bring; `checking`: looking at their files, within bounds.
//! * `look`: what everybody, and what one seat, may see. `acts`: legal acts, completion. `pictures`, `cards`, `replay`; `export`; [`rulebook`].
//! * `outbox`: what is to be posted, handed to whoever posts it. `pauses`: where tests hold things up.
//! * `loaded`: a game in memory, rebuilt from its log. `games`: the cache of these, and the queue of each game.
//! * `change`: the one way in which a game changes.
//!
//! # How a game changes
//! Changes of one game wait in its queue; games run side by side. A change is decided on a copy of the game, on a blocking
//! thread; then it is stored, in one transaction with what is to be said about it; only then is the copy what everybody
//! sees. Nothing is in memory that is not in the database.
//!
//! # What is said
//! Nothing public is an answer to a request. A use case answers the one who asked with a [`Done`], to be shown in private;
//! everything that others read waits in the outbox ([`Host::take_notices`]) and outlives a crash there. A notice names
//! a game and a version; what exactly is said is looked up when it is said.
//!
//! # Secrets
//! What is public is built from the engine's public view alone. Only [`Host::private`] and [`Host::moves_picture`] show what
//! one person may see. Neither errors nor logs hold more than numbers of games.

mod acts;
mod allowed;
mod assemble;
mod battalions;
mod cards;
mod challenge;
mod change;
mod checking;
mod clash;
mod clocks;
mod course;
mod drafts;
mod ending;
mod error;
mod export;
mod games;
mod loaded;
mod lobby;
mod look;
mod model;
mod outbox;
mod own;
mod pauses;
mod pictures;
mod play;
mod random;
mod replay;
mod rights;
pub mod rulebook;
mod secret;
mod seed;
mod settings;
mod take;
mod time;

#[cfg(test)]
pub(crate) mod tests;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::board::Battlefield;
use render::Renderer;
use tokio::sync::{Notify, Semaphore};

use crate::store::Store;

pub use crate::store::{
    BattalionState, Cause, ChannelId, DraftId, GameId, GuildId, InteractionKey, MessageId,
    NoticeId, PersonId, RoleId, StoreError, Version,
};
pub use error::{
    BattalionRefusal, ChallengeRefusal, Denied, Entry, Error, Fault, FileRefusal, LobbyRefusal,
    NoGame, NotStarted, NotYourTurn, NothingToShow, OptionRefusal, Over, Refusal, SettingsConflict,
    Stale, UnknownName,
};
use model::Leased;
pub use model::*;
#[cfg(test)]
pub(crate) use pauses::Pauses;
pub use replay::Progress;
pub use time::WallClock;

use battalions::Shelf;
pub use cards::Card;
use checking::Bench;
use clocks::Clocks;
use games::Games;
use pictures::Pictures;

/// The host of all games. Clones are handles to the same.
#[derive(Clone, Debug)]
pub struct Host(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    renderer: Renderer,
    time: WallClock,
    chance: random::Chance,
    battlefields: Vec<Battlefield>,
    games: Games,
    pictures: Pictures,
    /// Replays are drawn one after the other.
    replays: Semaphore,
    shelf: Shelf,
    bench: Bench,
    /// Wakes whoever posts notices.
    outbox: Notify,
    /// Notices that somebody here is posting.
    leased: Leased,
    clocks: Clocks,
    /// Wakes the clock when deadlines have changed.
    clocks_changed: Notify,
    #[cfg(test)]
    pauses: Option<pauses::Pauses>,
}

/// Why the host cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The renderer cannot be prepared.
    #[error(transparent)]
    Render(#[from] render::RenderError),
}

impl Host {
    /// Opens the database, making it if need be, and prepares the renderer. Deadlines move by the time the program was down.
    ///
    /// # Errors
    /// [`StartError`], a sentence for whoever runs the program.
    pub async fn open(database: &Path, battlefields: Vec<Battlefield>) -> Result<Host, StartError> {
        Self::open_at(database, battlefields, WallClock::System).await
    }

    /// The same with another idea of what time it is.
    ///
    /// # Errors
    /// [`StartError`], a sentence for whoever runs the program.
    pub async fn open_at(
        database: &Path,
        battlefields: Vec<Battlefield>,
        time: WallClock,
    ) -> Result<Host, StartError> {
        let store = Store::open(database).await?;
        let host = Host(Arc::new(Inner {
            store,
            renderer: Renderer::new()?,
            time,
            chance: random::Chance::System,
            battlefields,
            games: Games::default(),
            pictures: Pictures::default(),
            replays: Semaphore::new(1),
            shelf: Shelf::default(),
            bench: Bench::default(),
            outbox: Notify::new(),
            leased: Leased::default(),
            clocks: Clocks::default(),
            clocks_changed: Notify::new(),
            #[cfg(test)]
            pauses: None,
        }));
        host.first_heartbeat().await?;
        host.store().end_leases(host.now()).await?;
        host.retry_unreadable().await?;
        host.add_effects().await?;
        Ok(host)
    }

    /// Closes the database. What is being stored is finished first.
    pub async fn close(&self) {
        if let Err(error) = self.0.store.heartbeat(self.0.time.now(), 0).await {
            tracing::warn!(%error, "the time of the stop could not be stored");
        }
        self.0.store.close().await;
    }

    /// The Battlefields of the configuration, beside the usual ones (T-4).
    pub fn battlefields(&self) -> &[Battlefield] {
        &self.0.battlefields
    }

    fn store(&self) -> &Store {
        &self.0.store
    }

    fn now(&self) -> i64 {
        self.0.time.now()
    }

    /// Runs what takes the processor for a while off the async threads.
    async fn blocking<T, F>(&self, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, Error> + Send + 'static,
    {
        match tokio::task::spawn_blocking(work).await {
            Ok(done) => done,
            Err(_) => {
                Err(Fault::plain("working on a game", "the work panicked or was stopped").into())
            }
        }
    }
}

/// A lock whose holder never leaves things half-done, so that it can be used after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
