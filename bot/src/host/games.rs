//! Games in memory: a bounded cache, and for each game the queue in which its changes wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::error::{Error, RefusalKind, refuse};
use super::loaded::Loaded;
use super::{GameId, Host, lock};

/// Games kept in memory: half a megabyte each, most of it the tables of its rules. The others are played again from their
/// log when somebody asks for them, which takes milliseconds.
const KEPT: usize = 200;

/// The cache.
#[derive(Debug, Default)]
pub(super) struct Games(Mutex<Shelf>);

#[derive(Debug, Default)]
struct Shelf {
    slots: HashMap<GameId, (u64, Arc<Slot>)>,
    uses: u64,
}

/// A game's place in memory.
#[derive(Debug, Default)]
pub(super) struct Slot {
    /// Held by the change that is being made.
    pub queue: tokio::sync::Mutex<()>,
    /// The game as it is stored; `None` when it must be read again.
    loaded: Mutex<Option<Arc<Loaded>>>,
}

impl Slot {
    /// What everybody sees from now on, unless somebody has put something newer there.
    pub fn put(&self, loaded: Arc<Loaded>) {
        let mut place = lock(&self.loaded);
        if place
            .as_ref()
            .is_none_or(|there| there.version <= loaded.version)
        {
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
        let mut shelf = lock(&self.0);
        shelf.uses += 1;
        let uses = shelf.uses;
        let (used, slot) = shelf.slots.entry(id).or_default();
        *used = uses;
        let slot = Arc::clone(slot);
        if shelf.slots.len() > KEPT {
            // Only places that nobody holds: a queue in use must stay the only one of its game.
            let mut idle: Vec<(u64, GameId)> = shelf
                .slots
                .iter()
                .filter(|(_, (_, slot))| Arc::strong_count(slot) == 1)
                .map(|(id, (used, _))| (*used, *id))
                .collect();
            idle.sort_unstable();
            for (_, id) in idle.into_iter().take(KEPT / 10) {
                shelf.slots.remove(&id);
            }
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

impl Host {
    /// A game, from memory or from the database.
    pub(super) async fn load(&self, id: GameId) -> Result<Arc<Loaded>, Error> {
        let slot = self.0.games.slot(id);
        if let Some(loaded) = lock(&slot.loaded).clone() {
            return Ok(loaded);
        }
        let row = self.store().game(id).await?;
        let Some(row) = row else {
            return Err(refuse(RefusalKind::NoGame, "There is no such game."));
        };
        let loaded = self.blocking(move || Loaded::open(row)).await?;
        let loaded = Arc::new(loaded);
        slot.put(Arc::clone(&loaded));
        Ok(loaded)
    }
}
