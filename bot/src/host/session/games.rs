//! Games in memory: a bounded cache, and for each game the queue in which its changes wait.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use crate::store::{GameRow, NewNotice, To};

use crate::host::error::{Error, NoGame, NotStarted, Refusal, refuse};
use crate::host::model::NoticeKind;
use crate::host::session::course::Course;
use crate::host::session::game::{GameSession, RunningGame};
use crate::host::{GameId, Host, StoreError, Version, lock};

/// What the games in memory may take, in bytes. The others are opened again when somebody asks for them, which takes milliseconds.
const KEPT: usize = 48 << 20;
/// What the compiled rules take that games of the same board and armies share, in bytes: measured by `cargo bench -p engine --bench
/// memory`, rounded up.
const RULES: usize = 1536 << 10;
/// Games added between two looks at what all of them take.
const LOOK: u64 = 16;
/// Uses between two looks: games grow while they are played.
const LOOK_AGAIN: u64 = 1024;

/// The cache.
#[derive(Debug, Default)]
pub(in crate::host) struct Games(Mutex<Cache>);

#[derive(Debug, Default)]
struct Cache {
    slots: HashMap<GameId, (u64, Arc<Slot>)>,
    uses: u64,
    added: u64,
}

/// A game's place in memory.
#[derive(Debug, Default)]
pub(in crate::host) struct Slot {
    /// Held by the change that is being made.
    pub queue: tokio::sync::Mutex<()>,
    /// The game as it is stored; `None` when it must be read again.
    loaded: Mutex<Option<Arc<GameSession>>>,
}

impl Slot {
    /// The game, if it is in memory and has come at least to this version.
    fn get(&self, version: Version) -> Option<Arc<GameSession>> {
        let loaded = lock(&self.loaded).clone();
        loaded.filter(|loaded| loaded.version >= version)
    }

    /// What everybody sees from now on, unless somebody has put something newer there.
    pub fn put(&self, loaded: Arc<GameSession>) {
        let mut place = lock(&self.loaded);
        if place.as_ref().is_none_or(|there| there.version <= loaded.version) {
            *place = Some(loaded);
        }
    }

    /// To be read again.
    pub fn forget(&self) {
        *lock(&self.loaded) = None;
    }
}

impl Games {
    /// The place of a game. Those that nobody has asked for longest make room.
    pub fn slot(&self, id: GameId) -> Arc<Slot> {
        let mut cache = lock(&self.0);
        cache.uses += 1;
        let uses = cache.uses;
        if let Some((used, slot)) = cache.slots.get_mut(&id) {
            *used = uses;
            let slot = Arc::clone(slot);
            if uses.is_multiple_of(LOOK_AGAIN) {
                cache.make_room();
            }
            return slot;
        }
        let slot = Arc::new(Slot::default());
        cache.slots.insert(id, (uses, Arc::clone(&slot)));
        cache.added += 1;
        if cache.added.is_multiple_of(LOOK) {
            cache.make_room();
        }
        slot
    }

    /// Everything is to be read again.
    pub fn forget_all(&self) {
        for (_, slot) in lock(&self.0).slots.values() {
            slot.forget();
        }
    }
}

impl Cache {
    /// Lets go of the games that nobody has asked for longest until the others fit.
    fn make_room(&mut self) {
        let mut newest: Vec<(u64, GameId)> = self.slots.iter().map(|(id, (used, _))| (*used, *id)).collect();
        newest.sort_unstable_by(|a, b| b.cmp(a));
        let (mut total, mut rules) = (0, HashSet::new());
        for (_, id) in newest {
            let Some((_, slot)) = self.slots.get(&id) else {
                continue;
            };
            total += size_of::<Slot>();
            if let Some(loaded) = lock(&slot.loaded).as_ref() {
                let shared = loaded.rules_id().is_none_or(|id| !rules.insert(id));
                total += loaded.bytes() + if shared { 0 } else { RULES };
            }
            // Only places that nobody holds: a queue in use must stay the only one of its game.
            if total > KEPT && Arc::strong_count(slot) == 1 {
                self.slots.remove(&id);
            }
        }
    }
}

impl Host {
    /// A game, from memory or from the database.
    pub(in crate::host) async fn load(&self, id: GameId) -> Result<Arc<GameSession>, Error> {
        self.load_since(id, Version(0)).await
    }

    /// A game that has come at least to this version. Memory is a moment behind the database while a change is being made
    /// (and the delivery reads the outbox in the database): then the change is waited for.
    pub(in crate::host) async fn load_since(&self, id: GameId, version: Version) -> Result<Arc<GameSession>, Error> {
        let slot = self.0.games.slot(id);
        if let Some(loaded) = slot.get(version) {
            return Ok(loaded);
        }
        if version > Version(0) {
            let _change = slot.queue.lock().await;
            if let Some(loaded) = slot.get(version) {
                return Ok(loaded);
            }
        }
        let loaded = Arc::new(self.read(id).await?);
        slot.put(Arc::clone(&loaded));
        Ok(loaded)
    }

    /// Opens a game as it is stored.
    async fn open_row(&self, row: GameRow) -> Result<GameSession, Error> {
        let id = row.id;
        let (loaded, effects) = self.blocking(move || GameSession::open(row)).await?;
        if !effects.is_empty()
            && let Err(error) = self.store().add_effects(id, effects).await
        {
            tracing::warn!(game = %id, %error, "the effects of an old game could not be stored");
        }
        Ok(loaded)
    }

    /// Reads a game. One that cannot be opened is set aside: that is said once, in the log and in its
    /// channel, and its clock stands still.
    async fn read(&self, id: GameId) -> Result<GameSession, Error> {
        let opened = match self.store().game(id).await {
            Ok(None) => return Err(refuse(NoGame::Numbered)),
            Ok(Some(row)) if row.unreadable => return Err(unreadable()),
            Ok(Some(row)) => self.open_row(row).await,
            Err(error @ StoreError::Content(_)) => match self.store().head(id).await? {
                Some(head) if head.unreadable => return Err(unreadable()),
                _ => Err(error.into()),
            },
            Err(error) => return Err(error.into()),
        };
        let Err(Error::Internal(fault)) = opened else {
            return opened;
        };
        let Some(head) = self.store().head(id).await? else {
            return Err(fault.into());
        };
        let notice = NewNotice { to: To::Channel(head.place.channel), kind: NoticeKind::Unreadable.word().to_owned() };
        let now = self.now();
        if self.store().mark_unreadable(id, notice, now).await? {
            tracing::error!(game = %id, fault = fault.number(), "a game cannot be opened and is set aside");
            self.0.outbox.notify_one();
        }
        Err(unreadable())
    }

    /// The course of a game that has begun.
    pub(in crate::host) async fn course(&self, id: GameId) -> Result<Course, Error> {
        let row = self.store().game(id).await?.ok_or_else(|| refuse(NoGame::Numbered))?;
        self.blocking(move || Course::read(&row)?.ok_or_else(|| refuse(NotStarted::Game))).await
    }

    /// A game as it was at a version.
    pub(in crate::host) async fn play_at(
        &self,
        game: &GameSession,
        version: Version,
    ) -> Result<Arc<RunningGame>, Error> {
        let play = game.play()?;
        if play.version <= version {
            return Ok(Arc::clone(play));
        }
        let course = self.course(game.id).await?;
        self.blocking(move || course.at(version).map(Arc::new)).await
    }

    /// Opens the games that an older program stored without their effects, so that they have them from now on.
    pub(in crate::host) async fn add_effects(&self) -> Result<(), StoreError> {
        for id in self.store().games_without_effects().await? {
            // What cannot be opened is set aside and said.
            let _ = self.read(id).await;
        }
        Ok(())
    }

    /// Tries the games again that could not be opened: the program may have become a newer one.
    pub(in crate::host) async fn retry_unreadable(&self) -> Result<(), StoreError> {
        for id in self.store().unreadable_games().await? {
            let opened = match self.store().game(id).await {
                Ok(Some(row)) => self.open_row(row).await.is_ok(),
                _ => false,
            };
            if opened {
                tracing::info!(game = %id, "a game that was set aside can be opened again");
                self.store().mark_readable(id).await?;
            }
        }
        Ok(())
    }
}

/// What everybody is told who asks for a game that cannot be opened.
pub(in crate::host) fn unreadable() -> Error {
    refuse(Refusal::Unreadable)
}
