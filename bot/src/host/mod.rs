//! The use cases: everything a person can do, without Discord and without SQL.
//!
//! # Layout
//! * `model`: what goes in and comes out. `error`: why something is refused, and what broke.
//! * `session`: a game that is played: in memory, as it is stored, and how it changes. `clash`: what only Clash asks; `armies`: whole armies in its shop.
//! * `table`: what people do beside playing: takebacks, seats that change hands, other channels.
//! * `lobby`: from an empty channel to a game, what servers allow, and what it is made of. `battalions`: what can be picked.
//! * `views`: what people see of a game, pictures and replays. [`rulebook`]: what they can look up. [`lessons`]: what they can learn
//!   by playing.
//! * `outbox`: what is to be posted, handed to the delivery. `clocks`: time for turns; `holidays`: when it stands still for somebody.
//! * `standing`: ratings and statistics, from the results of finished games. `privacy`: what is kept about a person.
//! * `servers`: where the bot is. `rights`: who may administer; `settings`: what people prefer and servers decide; `log`: what those who administer have changed.
//!
//! Rooms lean on `session` and `model`; `session` on none of the others but `clash` and `table`.
//!
//! # How a game changes
//! Changes of one game wait in its queue; games run side by side. A change makes the next version of a game out of the present one, on a
//! blocking thread; then it is stored, in one transaction with what is to be said about it; only then is it what everybody
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

mod armies;
pub mod art;
mod battalions;
mod battlefields;
mod clash;
mod clocks;
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
pub use opponent::{Analysed, AnalysedTurn, Hint, Mistake, Pace};
#[cfg(test)]
pub(crate) use session::pauses::Pauses;
pub use time::WallClock;
pub use views::replay::Progress;

pub use battalions::alike::{Likeness, likeness};
use battalions::checking::ValidationLimiter;
pub use battalions::judging::{Good, Taken, first_position, judge, warnings};
pub use battalions::packs::{MAX_PACK, is_pack};
use battalions::queue::Queues;
pub use battalions::reports::MAX_NOTE;
use battalions::roster::ReadFiles;
use clocks::Clocks;
use session::games::Games;
pub use views::cards::Card;
use views::pictures::Pictures;

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
    /// Who run this bot.
    operators: OnceLock<BTreeSet<PersonId>>,
    games: Games,
    pictures: Pictures,
    books: standing::Books,
    /// Replays are drawn one after the other.
    replays: Semaphore,
    read_files: ReadFiles,
    validation: ValidationLimiter,
    battalion_queues: Queues,
    servers: servers::Servers,
    /// Wakes the delivery.
    outbox: Notify,
    /// Notices that somebody here is posting.
    leased: Leased,
    clocks: Clocks,
    opponents: opponent::Opponents,
    /// Wakes the clock when deadlines have changed.
    clocks_changed: Notify,
    #[cfg(test)]
    pauses: Option<session::pauses::Pauses>,
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
    /// [`StartError`], a sentence for the person who runs the program.
    pub async fn open(database: &Path, battlefields: Vec<Battlefield>) -> Result<Host, StartError> {
        Self::open_at(database, battlefields, WallClock::System).await
    }

    /// The same with another idea of what time it is.
    ///
    /// # Errors
    /// [`StartError`], a sentence for the person who runs the program.
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

    /// Says who runs this bot: they see what is reported, and can hide it. It can be said once.
    pub fn operated_by(&self, people: impl IntoIterator<Item = PersonId>) {
        let _ = self.0.operators.set(people.into_iter().collect());
    }

    /// Closes the database. What is being stored is finished first.
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

    /// What is open, for the metrics.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn counts(&self) -> Result<Counts, Error> {
        Ok(self.store().counts(self.now()).await?)
    }

    /// Whether the database is read now, was written and read lately, and has not failed since.
    pub async fn is_writing(&self) -> bool {
        self.is_sound() && self.store().is_in_place().await && self.store().last_heartbeat().await.is_ok()
    }

    /// Draws off the async threads.
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

    /// Runs what takes the processor for a while off the async threads.
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

/// A lock whose holder never leaves things half-done, so that it can be used after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The boards for duels, and after them those of the configuration, which comes first where both have the same id.
fn with_duels(configured: Vec<Battlefield>) -> Vec<Battlefield> {
    let known = |id: &str| configured.iter().any(|field| field.id == id);
    let mut all: Vec<Battlefield> = Battlefield::duels().filter(|field| !known(&field.id)).collect();
    all.extend(configured);
    all
}
