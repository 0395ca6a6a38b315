//! Bounded cache of games in memory, with a queue of changes for each game.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use crate::host::session::game::GameSession;
use crate::host::{GameId, Version, lock};

/// Memory limit of the cache, in bytes. Other games are loaded on demand, which takes milliseconds.
pub(in crate::host) const MEMORY: usize = 48 << 20;
/// Memory use of compiled rules, in bytes; shared by games with the same board and armies. Measured by `cargo bench -p
/// engine --bench memory` and rounded up.
const RULES: usize = 1536 << 10;
/// Number of added games between two checks of the memory use.
const LOOK: u64 = 16;
/// Number of accesses between two checks. Games grow while they are played.
const LOOK_AGAIN: u64 = 1024;

/// Cache of games.
#[derive(Debug)]
pub(in crate::host) struct Slots(Mutex<Cache>);

#[derive(Debug)]
struct Cache {
    slots: HashMap<GameId, (u64, Arc<Slot>)>,
    /// Memory limit, in bytes.
    most: usize,
    uses: u64,
    added: u64,
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
    pub fn get(&self, version: Version) -> Option<Arc<GameSession>> {
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

impl Slots {
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

#[cfg(test)]
mod tests {
    use engine::titans::GameMode;

    use super::*;
    use crate::host::ChannelId;
    use crate::host::model::{LobbyOptions, Place, SeatOrder};
    use crate::host::tests::{Folder, PLACE, host, play, scene, who, with};

    /// The queue of a game that is being changed stays the only one of its game, however many others are accessed.
    #[test]
    fn a_game_in_use_is_not_evicted() {
        let slots = Slots::keeping(0);
        let held = slots.slot(GameId(1));
        for id in 2..=40 {
            drop(slots.slot(GameId(id)));
        }
        assert!(lock(&slots.0).slots.len() < 40, "others are evicted");
        assert!(Arc::ptr_eq(&held, &slots.slot(GameId(1))));
    }

    /// The limit allows twenty games. A check keeps those that were accessed last.
    #[test]
    fn games_that_were_accessed_last_are_kept() {
        let slots = Slots::keeping(20 * size_of::<Slot>());
        for id in (1..=31).chain([1, 32]) {
            drop(slots.slot(GameId(id)));
        }
        let mut kept: Vec<GameId> = lock(&slots.0).slots.keys().copied().collect();
        kept.sort_unstable();
        let expected: Vec<GameId> = [1].into_iter().chain(14..=32).map(GameId).collect();
        assert_eq!(kept, expected);
    }

    /// The limit holds however many games are played and however long each of them becomes.
    #[tokio::test]
    async fn memory_is_bounded_while_games_grow_and_none_of_them_is_lost() {
        // Enough for the rules and about five of eighteen games.
        const MOST: usize = RULES + 300 * 1024;
        let folder = Folder::new();
        let host = host(&folder).await.with(|parts| parts.memory = MOST);
        let mut games = Vec::new();
        for number in 0..18 {
            let place = Place { channel: ChannelId(1_000 + number), ..PLACE };
            let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
            let game = host.lobbies.open_lobby(&who(1), place, options, None).await.unwrap().game;
            for person in [1, 2] {
                host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
            }
            games.push(game);
        }
        // Accesses after which the next check of the memory use is certain.
        let settled = |host: &crate::host::Host| {
            for game in games.iter().cycle().take(2 * LOOK_AGAIN as usize) {
                drop(host.games.slots.slot(*game));
            }
            let cache = lock(&host.games.slots.0);
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
