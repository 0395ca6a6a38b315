//! Use cases: everything a person can do, independent of Discord and SQL.
//!
//! A [`Host`] is made of services. Each service owns its state and holds the services below it. No service calls one
//! above: signals that go up use the outbox, a channel or a wake-up.
//!
//! | service | use cases | on top of |
//! | --- | --- | --- |
//! | [`Settings`] | settings of people and servers, permissions, log of a server | |
//! | [`Servers`] | servers that the bot is on | |
//! | [`Rosters`], [`Battlefields`] | what can be picked on a server | settings |
//! | [`Battalions`] | administration and sharing of a server's Battalions | rosters, Battlefields, servers |
//! | `Strengths` | scores of armies against each other | rosters |
//! | [`Games`] | loading and changing games, turns, ends, clocks that stop | settings |
//! | [`Lobbies`] | games that have not started | games, rosters, Battlefields, strengths |
//! | [`Tables`] | takebacks, changes of seats, changes of channels | games |
//! | [`Views`] | views of games as data and pictures | games, lobbies, rosters |
//! | [`Clash`] | parts specific to Clash of the Armies | games, views |
//! | [`Computers`] | decisions of computer players, hints, analyses | games, lobbies |
//! | [`Trials`] | tests of armies by games of the computer player | rosters, computers |
//! | [`Fits`] | piece values fitted to games of published Battalions | rosters, computers |
//! | [`Clocks`] | deadlines, holidays, heartbeat | games |
//! | [`Outbox`] | notices to post | games |
//! | [`Standings`] | ratings and statistics of finished games | rosters, strengths |
//! | [`Others`] | changes of games by other processes | games, views, standings |
//! | [`Rulebook`], [`Lessons`] | reference, interactive lessons | games, rosters |
//! | [`Records`] | export and deletion of stored data | games, standings |
//!
//! Modules without a service: `model` has the input and output types, `error` the refusals and internal errors.
//!
//! # Changes of a game
//! Each game has a queue of changes; different games change in parallel. A change computes the next version of the game
//! on a blocking thread. Then one transaction stores that version with its notices. Only after the commit does the new
//! version become visible. Memory never contains uncommitted state.
//!
//! # Notices
//! A use case returns a [`Done`] for the person who asked, shown as an ephemeral message. Everything for other readers
//! goes through the outbox ([`Outbox::take_notices`]), which survives a crash. A notice contains only a game and a
//! version; its text is built at the time of posting.
//!
//! # Secrets
//! Public content is built only from the engine's public view. Private content comes only from use cases that say so,
//! such as [`Views::private`]. Errors and logs contain no more than the ids of games.

mod armies;
pub mod art;
mod battalions;
mod battlefields;
mod clash;
mod clocks;
mod departures;
mod doctor;
mod elsewhere;
mod error;
mod fits;
mod holidays;
pub mod lessons;
mod limits;
mod lobby;
mod lock;
mod log;
mod model;
mod notices;
mod opponent;
mod outbox;
mod privacy;
mod progress;
mod random;
mod rendering;
mod rights;
pub mod rulebook;
mod servers;
mod session;
mod settings;
mod standing;
mod strengths;
mod table;
mod time;
mod trials;
mod views;
mod work;

#[cfg(test)]
pub(crate) mod tests;

use std::ops::Deref;
use std::sync::Arc;

use engine::board::Battlefield;
use render::Renderer;
use tokio::sync::{Notify, Semaphore};

use crate::metrics::Counts;
use crate::store::{Location, Store};

pub use crate::store::{
    BattalionState, Cause, ChannelId, DraftId, GameId, GuildId, InteractionKey, MessageId, NoteKind, NoticeId,
    OpeningId, PersonId, RoleId, Shards, ShareId, StartLock, StoreError, TrialId, Version,
};
pub use battlefields::{FieldsAdded, FieldsFile, MAX_FIELD_FILE};
pub use error::{
    BattalionRefusal, BattlefieldRefusal, ChallengeRefusal, ClockRefusal, ComputerRefusal, ConditionalRefusal, Denied,
    Entry, Error, FileRefusal, HolidayRefusal, InternalError, LobbyRefusal, Missing, NoGame, NotPgn, NotStarted,
    NotYourTurn, NothingToShow, OddsRefusal, OptionRefusal, Over, Refusal, RematchRefusal, SettingsConflict, Stale,
    StandingRefusal, TableRefusal, TrialRefusal, UnknownName,
};
pub use model::*;
pub use opponent::{Computers, Hint, Outlook, Pace};
pub use progress::Progress;
#[cfg(test)]
pub(crate) use session::pauses::Pauses;
pub use time::{WallClock, date};
pub use views::look::as_text;

pub use battalions::Battalions;
pub use battalions::alike::{Likeness, likeness};
use battalions::checking::ValidationLimiter;
pub use battalions::judging::{Good, Taken, Terms, first_position, judge, warnings};
pub use battalions::packs::{MAX_PACK, is_pack};
use battalions::queue::Queues;
pub use battalions::reports::MAX_NOTE;
use battalions::roster::ReadFiles;
pub use battalions::roster::Rosters;
pub use battlefields::Battlefields;
pub use clash::Clash;
use clocks::ClockState;
pub use clocks::Clocks;
pub use doctor::Examined;
pub use elsewhere::Others;
pub use fits::{FitSettings, Fits};
pub use lessons::Lessons;
pub use lobby::Lobbies;
use lock::lock;
use notices::Notices;
use opponent::state::Opponents;
pub use outbox::Outbox;
pub use privacy::Records;
pub use rendering::Rendering;
pub use rulebook::Rulebook;
pub use servers::Servers;
pub use session::clock::CLOCK_INTERVAL;
pub use session::games::Games;
use session::slots::Slots;
pub use settings::Settings;
use standing::Books;
pub use standing::Standings;
use strengths::Strengths;
pub use table::Tables;
pub use trials::Trials;
use trials::plan::Size;
use views::Pictures;
pub use views::Views;
pub use views::cards::Card;
use work::blocking;

/// All services. Clones share the same state.
#[derive(Clone, Debug)]
pub struct Host(Arc<Services>);

/// Services of a host, the lower ones first.
#[derive(Debug)]
pub struct Services {
    store: Store,
    time: WallClock,
    pub settings: Arc<Settings>,
    pub servers: Arc<Servers>,
    pub rosters: Arc<Rosters>,
    pub battlefields: Arc<Battlefields>,
    pub battalions: Battalions,
    pub games: Arc<Games>,
    pub lobbies: Arc<Lobbies>,
    pub tables: Tables,
    pub views: Arc<Views>,
    pub clash: Clash,
    pub computers: Computers,
    pub trials: Trials,
    pub fits: Fits,
    pub clocks: Clocks,
    pub outbox: Outbox,
    pub others: Others,
    pub standings: Arc<Standings>,
    pub rulebook: Rulebook,
    pub lessons: Lessons,
    pub records: Records,
}

/// Parts that the services are built from.
struct Parts {
    store: Store,
    renderer: Arc<Renderer>,
    time: WallClock,
    chance: random::Chance,
    /// Battlefields available on every server.
    battlefields: Arc<[Battlefield]>,
    /// Memory limit of the games, in bytes.
    memory: usize,
    #[cfg(test)]
    pauses: Option<Arc<Pauses>>,
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

impl Deref for Host {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.0
    }
}

impl Services {
    /// Builds the services, each on top of the earlier ones.
    fn new(parts: Parts) -> Self {
        let Parts { store, time, chance, .. } = parts;
        let rendering = Arc::new(Rendering::new(parts.renderer));
        let settings = Arc::new(Settings { store: store.clone(), time: time.clone() });
        let servers = Arc::new(Servers::default());
        let rosters = Arc::new(Rosters {
            store: store.clone(),
            settings: Arc::clone(&settings),
            read_files: Arc::new(ReadFiles::default()),
        });
        let battlefields = Arc::new(Battlefields {
            settings: Arc::clone(&settings),
            rendering: Arc::clone(&rendering),
            configured: parts.battlefields,
        });
        let battalions = Battalions {
            store: store.clone(),
            time: time.clone(),
            chance,
            settings: Arc::clone(&settings),
            servers: Arc::clone(&servers),
            rosters: Arc::clone(&rosters),
            battlefields: Arc::clone(&battlefields),
            rendering: Arc::clone(&rendering),
            validation: Arc::new(ValidationLimiter::default()),
            queues: Arc::new(Queues::default()),
            operators: Arc::default(),
        };
        let size = Arc::new(Size::default());
        let strengths = Arc::new(Strengths::new(store.clone(), Arc::clone(&rosters), Arc::clone(&size)));
        let notices = Arc::new(Notices::default());
        let opponents = Arc::new(Opponents::default());
        let games = Arc::new(Games {
            store: store.clone(),
            time: time.clone(),
            settings: Arc::clone(&settings),
            notices: Arc::clone(&notices),
            slots: Arc::new(Slots::keeping(parts.memory)),
            opponents: Arc::clone(&opponents),
            clocks_changed: Arc::new(Notify::new()),
            #[cfg(test)]
            pauses: parts.pauses,
        });
        let lobbies = Arc::new(Lobbies {
            store: store.clone(),
            time: time.clone(),
            settings: Arc::clone(&settings),
            rosters: Arc::clone(&rosters),
            battlefields: Arc::clone(&battlefields),
            strengths: Arc::clone(&strengths),
            games: Arc::clone(&games),
            chance,
        });
        let tables = Tables { store: store.clone(), settings: Arc::clone(&settings), games: Arc::clone(&games) };
        let pictures = Arc::new(Pictures::default());
        let views = Arc::new(Views {
            store: store.clone(),
            settings: Arc::clone(&settings),
            rosters: Arc::clone(&rosters),
            lobbies: Arc::clone(&lobbies),
            games: Arc::clone(&games),
            rendering: Arc::clone(&rendering),
            pictures: Arc::clone(&pictures),
            replays: Arc::new(Semaphore::new(1)),
        });
        let clash = Clash {
            store: store.clone(),
            games: Arc::clone(&games),
            views: Arc::clone(&views),
            rendering: Arc::clone(&rendering),
        };
        let computers = Computers {
            store: store.clone(),
            settings: Arc::clone(&settings),
            lobbies: Arc::clone(&lobbies),
            games: Arc::clone(&games),
            opponents: Arc::clone(&opponents),
            analyses: Arc::default(),
        };
        let trials = Trials {
            store: store.clone(),
            time: time.clone(),
            settings: Arc::clone(&settings),
            rosters: Arc::clone(&rosters),
            opponents: Arc::clone(&opponents),
            size,
            tests: Arc::default(),
        };
        let fits = Fits { store: store.clone(), time: time.clone(), rosters: Arc::clone(&rosters), opponents };
        let clocks = Clocks {
            store: store.clone(),
            time: time.clone(),
            settings: Arc::clone(&settings),
            games: Arc::clone(&games),
            notices: Arc::clone(&notices),
            state: Arc::new(ClockState::default()),
        };
        let outbox = Outbox {
            store: store.clone(),
            time: time.clone(),
            settings: Arc::clone(&settings),
            games: Arc::clone(&games),
            notices,
            chance,
        };
        let books = Arc::new(Books::new(store.clone(), strengths));
        let others = Others {
            store: store.clone(),
            games: Arc::clone(&games),
            books: Arc::clone(&books),
            pictures: Arc::clone(&pictures),
        };
        let standings = Arc::new(Standings {
            store: store.clone(),
            time: time.clone(),
            settings: Arc::clone(&settings),
            rosters: Arc::clone(&rosters),
            books: Arc::clone(&books),
        });
        let rulebook = Rulebook {
            store: store.clone(),
            settings: Arc::clone(&settings),
            rosters: Arc::clone(&rosters),
            games: Arc::clone(&games),
            rendering: Arc::clone(&rendering),
        };
        let lessons = Lessons { store: store.clone(), rendering };
        let records = Records {
            store: store.clone(),
            time: time.clone(),
            servers: Arc::clone(&servers),
            games: Arc::clone(&games),
            standings: Arc::clone(&standings),
            books,
            pictures,
        };
        Self {
            store,
            time,
            settings,
            servers,
            rosters,
            battlefields,
            battalions,
            games,
            lobbies,
            tables,
            views,
            clash,
            computers,
            trials,
            fits,
            clocks,
            outbox,
            others,
            standings,
            rulebook,
            lessons,
            records,
        }
    }
}

impl Host {
    /// Opens the database and sets up the renderer. Deadlines are extended by the downtime of the program.
    pub async fn open(database: impl Into<Location>, battlefields: Vec<Battlefield>) -> Result<Host, StartError> {
        Self::open_part(database, Shards::ALL, battlefields).await
    }

    /// Same as `open`, for one of several processes.
    pub async fn open_part(
        database: impl Into<Location>,
        shards: Shards,
        battlefields: Vec<Battlefield>,
    ) -> Result<Host, StartError> {
        Self::with_store(Store::open_part(database, shards).await?, battlefields, WallClock::System).await
    }

    /// Same as `open`, with another source of time.
    pub async fn open_at(
        database: impl Into<Location>,
        battlefields: Vec<Battlefield>,
        time: WallClock,
    ) -> Result<Host, StartError> {
        Self::with_store(Store::open(database).await?, battlefields, time).await
    }

    async fn with_store(store: Store, battlefields: Vec<Battlefield>, time: WallClock) -> Result<Host, StartError> {
        let host = Host(Arc::new(Services::new(Parts {
            store,
            renderer: Arc::new(Renderer::new()?),
            time,
            chance: random::Chance::System,
            battlefields: battlefields::with_duels(battlefields).into(),
            memory: session::slots::MEMORY,
            #[cfg(test)]
            pauses: None,
        })));
        host.clocks.first_heartbeat().await?;
        host.store.end_leases(host.time.now()).await?;
        host.outbox.repost_restored().await?;
        host.games.retry_unreadable().await?;
        host.games.add_effects().await?;
        host.games.resume_conditional_moves().await?;
        host.fits.load().await?;
        Ok(host)
    }

    /// Closes the database after pending writes.
    pub async fn close(&self) {
        if let Err(error) = self.store.heartbeat(self.time.now(), 0).await {
            tracing::warn!(%error, "the time of the stop could not be stored");
        }
        self.store.close().await;
    }

    /// Shards of this process.
    pub fn shards(&self) -> Shards {
        self.store.shards()
    }

    /// Waits until no other process connects its shards. `None` for the only process.
    pub async fn start_lock(&self) -> Result<Option<StartLock>, Error> {
        Ok(self.store.start_lock().await?)
    }

    /// Numbers of lobbies, games and waiting notices, for the metrics.
    pub async fn counts(&self) -> Result<Counts, Error> {
        Ok(self.store.counts(self.time.now()).await?)
    }

    /// Health check: returns true if the database is readable now, was recently read and written, and has not failed
    /// since.
    pub async fn is_writing(&self) -> bool {
        self.clocks.is_sound() && self.store.is_in_place().await && self.store.last_heartbeat().await.is_ok()
    }
}
