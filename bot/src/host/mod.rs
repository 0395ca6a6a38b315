//! Use cases: everything a person can do, independent of Discord and SQL.
//!
//! # Layout
//! * `model`: input and output types. `error`: refusals and internal errors.
//! * `session`: a running game in memory and in the database, and its changes. `clash`: parts specific to Clash of the
//!   Armies; `armies`: complete armies in its shop.
//! * `table`: actions beside the moves, such as takebacks, changes of seats and changes of channels.
//! * `lobby`: creation of games, with the limits of servers. `battalions`: the Battalions that can be picked.
//! * `views`: views of a game, pictures and replays. [`rulebook`]: reference. [`lessons`]: interactive lessons.
//! * `doctor`: examination of all stored games.
//! * `outbox`: notices to post. `clocks`: deadlines; `holidays`: periods in which a person's clocks are stopped.
//! * `standing`: ratings and statistics of finished games. `privacy`: access to and deletion of personal data.
//! * `servers`: servers that the bot is on. `departures`: deletion of their data after the bot was removed. `rights`: permissions; `settings`: settings of people and servers; `log`:
//!   changes by administrators.
//!
//! All modules depend on `session` and `model`. `session` depends only on `clash` and `table`.
//!
//! # Changes of a game
//! Each game has a queue of changes; different games change in parallel. A change computes the next version of the game
//! on a blocking thread. Then one transaction stores that version with its notices. Only after the commit does the new
//! version become visible. Memory never contains uncommitted state.
//!
//! # Notices
//! A use case returns a [`Done`] for the person who asked, shown as an ephemeral message. Everything for other readers
//! goes through the outbox ([`Host::take_notices`]), which survives a crash. A notice contains only a game and a
//! version; its text is built at the time of posting.
//!
//! # Secrets
//! Public content is built only from the engine's public view. Private content comes only from use
//! Public content is built only from the engine's public view. Private content comes only from use cases that say so,
//! such as [`Host::private`]. Errors and logs contain no more than the ids of games.
mod armies;
pub mod art;
mod battalions;
mod battlefields;
mod clash;
mod clocks;
mod departures;
mod doctor;
mod error;
mod holidays;
pub mod lessons;
mod lobby;
mod log;
mod model;
mod opponent;
mod outbox;
mod privacy;
mod random;
mod rights;
pub mod rulebook;
mod servers;
mod session;
mod settings;
mod standing;
mod table;
mod time;
mod views;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use engine::board::Battlefield;
use render::Renderer;
use tokio::sync::{Notify, Semaphore};

use crate::metrics::{self, Counts};
use crate::store::Store;

pub use crate::store::{
    BattalionState, Cause, ChannelId, DraftId, GameId, GuildId, InteractionKey, MessageId, NoteKind, NoticeId,
    OpeningId, PersonId, RoleId, ShareId, StoreError, Version,
};
pub use battlefields::{FieldsAdded, MAX_FIELD_FILE};
pub use error::{
    BattalionRefusal, BattlefieldRefusal, ChallengeRefusal, ClockRefusal, ComputerRefusal, ConditionalRefusal, Denied,
    Entry, Error, FileRefusal, HolidayRefusal, InternalError, LobbyRefusal, NoGame, NotPgn, NotStarted, NotYourTurn,
    NothingToShow, OptionRefusal, Over, Refusal, RematchRefusal, SettingsConflict, Stale, StandingRefusal,
    TableRefusal, UnknownName,
};
use model::Leased;
pub use model::*;
pub use opponent::{Analysed, AnalysedTurn, Grade, Hint, Mistake, Outlook, Pace};
#[cfg(test)]
pub(crate) use session::pauses::Pauses;
pub use time::WallClock;
pub use views::look::as_text;
pub use views::replay::Progress;

pub use battalions::alike::{Likeness, likeness};
use battalions::checking::ValidationLimiter;
pub use battalions::judging::{Good, Taken, Terms, first_position, judge, warnings};
pub use battalions::packs::{MAX_PACK, is_pack};
use battalions::queue::Queues;
pub use battalions::reports::MAX_NOTE;
use battalions::roster::ReadFiles;
use clocks::Clocks;
pub use doctor::Examined;
use session::games::Games;
pub use views::cards::Card;
use views::pictures::Pictures;

/// Host of all games. Clones share the same state.
#[derive(Clone, Debug)]
pub struct Host(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    renderer: Renderer,
    time: WallClock,
    chance: random::Chance,
    battlefields: Vec<Battlefield>,
    /// Operators of the bot.
    operators: OnceLock<BTreeSet<PersonId>>,
    games: Games,
    pictures: Pictures,
    books: standing::Books,
    /// Limits replays to one at a time.
    replays: Semaphore,
    read_files: ReadFiles,
    validation: ValidationLimiter,
    battalion_queues: Queues,
    servers: servers::Servers,
    /// Wakes the delivery task.
    outbox: Notify,
    /// Notices leased by this process.
    leased: Leased,
    clocks: Clocks,
    opponents: opponent::Opponents,
    /// Wakes the clock task when deadlines change.
    clocks_changed: Notify,
    #[cfg(test)]
    pauses: Option<session::pauses::Pauses>,
}

/// Reason why the host cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database is unusable.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The renderer could not be set up.
    #[error(transparent)]
    Render(#[from] render::RenderError),
}

impl Host {
    /// Opens or creates the database and sets up the renderer. Deadlines are extended by the downtime of the program.
    pub async fn open(database: &Path, battlefields: Vec<Battlefield>) -> Result<Host, StartError> {
        Self::open_at(database, battlefields, WallClock::System).await
    }

    /// Same as `open`, with another source of time.
    pub async fn open_at(database: &Path, battlefields: Vec<Battlefield>, time: WallClock) -> Result<Host, StartError> {
        let store = Store::open(database).await?;
        let host = Host(Arc::new(Inner {
            store,
            renderer: Renderer::new()?,
            time,
            chance: random::Chance::System,
            battlefields: with_duels(battlefields),
            operators: OnceLock::new(),
            games: Games::default(),
            pictures: Pictures::default(),
            books: standing::Books::default(),
            replays: Semaphore::new(1),
            read_files: ReadFiles::default(),
            validation: ValidationLimiter::default(),
            battalion_queues: Queues::default(),
            servers: servers::Servers::default(),
            outbox: Notify::new(),
            leased: Leased::default(),
            clocks: Clocks::default(),
            opponents: opponent::Opponents::default(),
            clocks_changed: Notify::new(),
            #[cfg(test)]
            pauses: None,
        }));
        host.first_heartbeat().await?;
        host.store().end_leases(host.now()).await?;
        host.repost_restored().await?;
        host.retry_unreadable().await?;
        host.add_effects().await?;
        host.resume_conditional_moves().await?;
        Ok(host)
    }

    /// Sets the operators of the bot, who see reports and can hide shared Battalions. Only the first call has an
    /// effect.
    pub fn operated_by(&self, people: impl IntoIterator<Item = PersonId>) {
        let _ = self.0.operators.set(people.into_iter().collect());
    }

    /// Closes the database after pending writes.
    pub async fn close(&self) {
        if let Err(error) = self.0.store.heartbeat(self.0.time.now(), 0).await {
            tracing::warn!(%error, "the time of the stop could not be stored");
        }
        self.0.store.close().await;
    }

    fn store(&self) -> &Store {
        &self.0.store
    }

    fn now(&self) -> i64 {
        self.0.time.now()
    }

    /// Numbers of lobbies, games and waiting notices, for the metrics.
    pub async fn counts(&self) -> Result<Counts, Error> {
        Ok(self.store().counts(self.now()).await?)
    }

    /// Health check: returns true if the database is readable now, was recently read and written, and has not failed
    /// since.
    pub async fn is_writing(&self) -> bool {
        self.is_sound() && self.store().is_in_place().await && self.store().last_heartbeat().await.is_ok()
    }

    /// Renders on a blocking thread.
    async fn draw<T, F>(&self, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&Renderer) -> Result<T, Error> + Send + 'static,
    {
        let host = self.clone();
        self.blocking(move || {
            let began = Instant::now();
            let drawn = work(&host.0.renderer);
            metrics::drawn(began.elapsed());
            drawn
        })
        .await
    }

    /// Runs CPU-bound work on a blocking thread.
    async fn blocking<T, F>(&self, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, Error> + Send + 'static,
    {
        match tokio::task::spawn_blocking(work).await {
            Ok(done) => done,
            Err(_) => Err(InternalError::plain("working on a game", "the work panicked or was stopped").into()),
        }
    }
}

/// Locks a mutex and ignores poisoning. The protected data is consistent even after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Battlefields for duels, followed by the configured ones. A configured one replaces one with the same id.
fn with_duels(configured: Vec<Battlefield>) -> Vec<Battlefield> {
    let known = |id: &str| configured.iter().any(|field| field.id == id);
    let mut all: Vec<Battlefield> = Battlefield::duels().filter(|field| !known(&field.id)).collect();
    all.extend(configured);
    all
}
