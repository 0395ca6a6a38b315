//! Games that several processes change: the process of a game follows what the others do with it.
//!
//! Each process plays the games of its own shards ([`Shards`](crate::store::Shards)), but direct messages reach shard 0, whose process therefore changes
//! games of all others. The stored version decides which of two changes comes first; the other one is decided
//! again. After a change, PostgreSQL notifies the process of the game, which wakes its clock, its computer players and
//! the delivery.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::host::error::Error;
use crate::host::session::games::Games;
use crate::host::standing::Books;
use crate::host::views::Pictures;
use crate::host::{GameId, StoreError};
use crate::store::{Elsewhere, Listener, Store};

/// Pause after a failure.
const RETRY: Duration = Duration::from_secs(1);

/// Changes by other processes.
#[derive(Clone, Debug)]
pub struct Others {
    pub(super) store: Store,
    pub(super) games: Arc<Games>,
    pub(super) books: Arc<Books>,
    pub(super) pictures: Arc<Pictures>,
}

impl Others {
    /// Follows the other processes until shutdown. Returns at once if there are none.
    pub async fn follow(&self, shutdown: CancellationToken) {
        let mut listener = None;
        loop {
            let next = tokio::select! {
                next = self.next(&mut listener) => next,
                () = shutdown.cancelled() => return,
            };
            let done = match next {
                Ok(None) => return,
                Ok(Some(Elsewhere::Game(game))) => self.changed(game).await,
                Ok(Some(Elsewhere::Anything)) => self.read_all_again().await.map_err(Error::from),
                Err(error) => Err(error.into()),
            };
            if let Err(Error::Internal(fault)) = done {
                tracing::warn!(fault = fault.number(), "changes by other processes cannot be followed; trying again");
                listener = None;
                tokio::time::sleep(RETRY).await;
            }
        }
    }

    /// Next change; `None` if there are no other processes. A new listener begins with a change of anything, because
    /// it has missed earlier ones.
    async fn next(&self, listener: &mut Option<Listener>) -> Result<Option<Elsewhere>, StoreError> {
        match listener {
            Some(open) => open.next().await.map(Some),
            None => {
                *listener = self.store.listen().await?;
                Ok(listener.is_some().then_some(Elsewhere::Anything))
            }
        }
    }

    /// Another process has changed a game.
    async fn changed(&self, game: GameId) -> Result<(), Error> {
        self.games.slots.slot(game).forget();
        let loaded = match self.games.load(game).await {
            Ok(loaded) if self.store.shards().has(loaded.place.guild) => loaded,
            Ok(_) | Err(Error::Refused(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        self.games.opponents.changed(&loaded);
        self.games.notices.wake();
        self.games.clocks_changed.notify_one();
        self.games.play_conditional_moves_soon(game);
        Ok(())
    }

    async fn read_all_again(&self) -> Result<(), StoreError> {
        self.games.slots.forget_all();
        self.books.forget();
        self.pictures.forget();
        self.games.notices.wake();
        self.games.clocks_changed.notify_one();
        for game in self.store.games_of_computers().await? {
            self.games.opponents.ask(game);
        }
        self.games.resume_conditional_moves().await
    }
}
