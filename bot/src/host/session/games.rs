//! Bounded cache of games in memory, with a queue of changes for each game.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use crate::store::{GameRow, NewNotice, To};

use crate::host::error::{Error, NoGame, NotStarted, Refusal, refuse};
use crate::host::model::NoticeKind;
use crate::host::session::course::Course;
use crate::host::session::game::{GameSession, RunningGame};
use crate::host::{GameId, Host, StoreError, Version, lock};

/// Memory limit of the cache, in bytes. Other games are loaded on demand, which takes milliseconds.
const KEPT: usize = 48 << 20;
/// Memory use of compiled rules, in bytes; shared by games with the same board and armies. Measured by `cargo bench -p
/// engine --bench memory` and rounded up.
const RULES: usize = 1536 << 10;
/// Number of added games between two checks of the memory use.
const LOOK: u64 = 16;
/// Number of accesses between two checks. Games grow while they are played.
const LOOK_AGAIN: u64 = 1024;

/// Cache of games.
#[derive(Debug)]
pub(in crate::host) struct Games(Mutex<Cache>);

#[derive(Debug)]
struct Cache {
    slots: HashMap<GameId, (u64, Arc<Slot>)>,
    /// Memory limit, in bytes.
    most: usize,
    uses: u64,
    added: u64,
}

impl Default for Games {
    fn default() -> Self {
        Self::keeping(KEPT)
    }
}

/// Cache slot of a game.
#[derive(Debug, Default)]
pub(in crate::host) struct Slot {
    /// Queue of changes; locked by the change in progress.
    pub queue: tokio::sync::Mutex<()>,
    /// The stored game; `None` if it must be loaded again.
    loaded: Mutex<Option<Arc<GameSession>>>,
}

impl Slot {
    /// The game, if it is in memory with at least this version.
    fn get(&self, version: Version) -> Option<Arc<GameSession>> {
        let loaded = lock(&self.loaded).clone();
        loaded.filter(|loaded| loaded.version >= version)
    }

    /// Publishes a version of the game, unless a newer one is already there.
    pub fn put(&self, loaded: Arc<GameSession>) {
        let mut place = lock(&self.loaded);
        if place.as_ref().is_none_or(|there| there.version <= loaded.version) {
            *place = Some(loaded);
        }
    }

    /// Drops the game from memory, so that it is loaded again.
    pub fn forget(&self) {
        *lock(&self.loaded) = None;
    }
}

impl Games {
    /// Cache with this memory limit, in bytes.
    pub fn keeping(most: usize) -> Self {
        Self(Mutex::new(Cache { slots: HashMap::new(), most, uses: 0, added: 0 }))
    }

    /// Slot of a game. The least recently used games are evicted if necessary.
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

    /// Drops all games from memory.
    pub fn forget_all(&self) {
        for (_, slot) in lock(&self.0).slots.values() {
            slot.forget();
        }
    }
}

impl Cache {
    /// Games, the most recently used first, each with the memory use up to it.
    fn sums(&self) -> Vec<(GameId, usize)> {
        let mut newest: Vec<_> = self.slots.iter().map(|(id, (used, slot))| (*used, *id, slot)).collect();
        newest.sort_unstable_by_key(|(used, ..)| Reverse(*used));
        let (mut total, mut rules) = (0, HashSet::new());
        let sum = |(_, id, slot): (u64, GameId, &Arc<Slot>)| {
            total += size_of::<Slot>();
            if let Some(loaded) = lock(&slot.loaded).as_ref() {
                let shared = loaded.rules_id().is_none_or(|id| !rules.insert(id));
                total += loaded.bytes() + if shared { 0 } else { RULES };
            }
            (id, total)
        };
        newest.into_iter().map(sum).collect()
    }

    /// Evicts the least recently used games until the others fit.
    fn make_room(&mut self) {
        for (id, _) in self.sums().into_iter().filter(|(_, total)| *total > self.most) {
            // Evict only slots without other references. A queue in use must stay the only one of its game.
            if self.slots.get(&id).is_some_and(|(_, slot)| Arc::strong_count(slot) == 1) {
                self.slots.remove(&id);
            }
        }
    }
}

impl Host {
    /// Loads a game from memory or from the database.
    pub(in crate::host) async fn load(&self, id: GameId) -> Result<Arc<GameSession>, Error> {
        self.load_since(id, Version(0)).await
    }

    /// Loads a game with at least this version. Memory lags behind the database while a change completes, and the
    /// delivery reads the outbox from the database. In that case, waits for the change.
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

    /// Creates a game from its database row.
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

    /// Reads a game from the database. An unreadable game is marked as such, with a log entry and a notice in its
    /// channel, and its clock stops.
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

    /// Course of a started game.
    pub(in crate::host) async fn course(&self, id: GameId) -> Result<Course, Error> {
        let row = self.store().game(id).await?.ok_or_else(|| refuse(NoGame::Numbered))?;
        self.blocking(move || Course::read(&row)?.ok_or_else(|| refuse(NotStarted::Game))).await
    }

    /// Game at a version.
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

    /// Adds effects to games that an older version of the program stored without them.
    pub(in crate::host) async fn add_effects(&self) -> Result<(), StoreError> {
        for id in self.store().games_without_effects().await? {
            // Failures are already handled by `read`.
            let _ = self.read(id).await;
        }
        Ok(())
    }

    /// Retries unreadable games at the start, because a newer version of the program may be able to read them.
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

/// Refusal for an unreadable game.
pub(in crate::host) fn unreadable() -> Error {
    refuse(Refusal::Unreadable)
}

#[cfg(test)]
mod tests {
    use engine::titans::GameMode;

    use super::*;
    use crate::host::ChannelId;
    use crate::host::model::{LobbyOptions, Place, SeatOrder};
    use crate::host::tests::{Folder, PLACE, host, play, scene, who, with};

    /// The limit holds however many games are played and however long each of them becomes.
    #[tokio::test]
    async fn memory_is_bounded_while_games_grow_and_none_of_them_is_lost() {
        // Enough for the rules and about five of eighteen games.
        const MOST: usize = RULES + 300 * 1024;
        let folder = Folder::new();
        let mut host = host(&folder).await;
        Arc::get_mut(&mut host.0).unwrap().games = Games::keeping(MOST);
        let mut games = Vec::new();
        for number in 0..18 {
            let place = Place { channel: ChannelId(1_000 + number), ..PLACE };
            let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
            let game = host.open_lobby(&who(1), place, options, None).await.unwrap().game;
            for person in [1, 2] {
                host.join(&who(person), game, with("medieval")).await.unwrap();
            }
            games.push(game);
        }
        // Accesses after which the next check of the memory use is certain.
        let settled = |host: &Host| {
            for game in games.iter().cycle().take(2 * LOOK_AGAIN as usize) {
                drop(host.0.games.slot(*game));
            }
            let cache = lock(&host.0.games.0);
            let loaded = cache.slots.values().filter(|(_, slot)| lock(&slot.loaded).is_some()).count();
            (cache.sums().last().map_or(0, |(_, total)| *total), loaded)
        };
        let mut kept = Vec::new();
        for ranks in [("3", "6"), ("4", "5")] {
            for file in ["a", "b", "c", "d", "e", "f", "g", "h"] {
                for game in &games {
                    play(&host, *game, 1, &format!("{file}{}", ranks.0)).await;
                    play(&host, *game, 2, &format!("{file}{}", ranks.1)).await;
                }
            }
            let (total, number) = settled(&host);
            // Games that were evicted and accessed again take an empty slot.
            assert!(total <= MOST + games.len() * size_of::<Slot>(), "{total} bytes in {number} games");
            kept.push(number);
        }
        assert!(kept.iter().all(|number| (1..games.len()).contains(number)), "{kept:?}");
        for game in games {
            assert_eq!(scene(&host, game).await.view.turns, 32);
        }
    }
}
