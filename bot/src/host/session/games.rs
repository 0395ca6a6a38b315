//! Loading of games, from memory or from the database.

use std::sync::Arc;

use tokio::sync::Notify;

use crate::host::error::{Error, NoGame, NotStarted, Refusal, refuse};
use crate::host::model::NoticeKind;
use crate::host::notices::Notices;
use crate::host::opponent::state::Opponents;
use crate::host::session::course::Course;
use crate::host::session::game::GameSession;
use crate::host::session::running::RunningGame;
use crate::host::session::slots::Slots;
use crate::host::settings::Settings;
use crate::host::time::WallClock;
use crate::host::{GameId, StoreError, Version, blocking};
use crate::store::{GameRow, NewNotice, Store, To};

/// Games in progress and finished games, and the only way to change one. Clones share the same state.
#[derive(Clone, Debug)]
pub struct Games {
    pub(in crate::host) store: Store,
    pub(in crate::host) time: WallClock,
    pub(in crate::host) settings: Arc<Settings>,
    pub(in crate::host) notices: Arc<Notices>,
    pub(in crate::host) slots: Arc<Slots>,
    pub(in crate::host) opponents: Arc<Opponents>,
    /// Wakes the clock task when a deadline or reminder comes before its next look.
    pub(in crate::host) clocks_changed: Arc<Notify>,
    #[cfg(test)]
    pub(in crate::host) pauses: Option<Arc<crate::host::session::pauses::Pauses>>,
}

impl Games {
    /// Wakes the tasks that handle a new game, or one that may have changed: delivery and computer players.
    pub(in crate::host) fn opened(&self, game: GameId) {
        self.notices.wake();
        self.opponents.ask(game);
    }

    /// Loads at least this version of the game. A notice can be leased before the new version is in memory.
    pub async fn caught_up(&self, game: GameId, version: Version) -> Result<(), Error> {
        self.load_since(game, version).await.map(drop)
    }

    /// Loads a game from memory or from the database.
    pub(in crate::host) async fn load(&self, id: GameId) -> Result<Arc<GameSession>, Error> {
        self.load_since(id, Version(0)).await
    }

    /// Loads a game with at least this version. Memory lags behind the database while a change completes, and the
    /// delivery reads the outbox from the database. In that case, waits for the change.
    pub(in crate::host) async fn load_since(&self, id: GameId, version: Version) -> Result<Arc<GameSession>, Error> {
        let slot = self.slots.slot(id);
        if let Some(loaded) = slot.get(version)
            && self.is_newest(&loaded).await?
        {
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

    /// Returns whether no other process has changed the game since.
    pub(in crate::host) async fn is_newest(&self, game: &GameSession) -> Result<bool, StoreError> {
        Ok(self.store.shards().is_all() || self.store.version_of(game.id).await? == Some(game.version))
    }

    /// Creates a game from its database row.
    async fn open_row(&self, row: GameRow) -> Result<GameSession, Error> {
        let id = row.id;
        let (loaded, effects) = blocking(move || GameSession::open(row)).await?;
        if !effects.is_empty()
            && let Err(error) = self.store.add_effects(id, effects).await
        {
            tracing::warn!(game = %id, %error, "the effects of an old game could not be stored");
        }
        Ok(loaded)
    }

    /// Reads a game from the database. An unreadable game is marked as such, with a log entry and a notice in its
    /// channel, and its clock stops.
    async fn read(&self, id: GameId) -> Result<GameSession, Error> {
        let opened = match self.store.game(id).await {
            Ok(None) => return Err(refuse(NoGame::Numbered)),
            Ok(Some(row)) if row.unreadable => return Err(unreadable()),
            Ok(Some(row)) => self.open_row(row).await,
            Err(error @ StoreError::Content(_)) => match self.store.head(id).await? {
                Some(head) if head.unreadable => return Err(unreadable()),
                _ => Err(error.into()),
            },
            Err(error) => return Err(error.into()),
        };
        let Err(Error::Internal(fault)) = opened else {
            return opened;
        };
        let Some(head) = self.store.head(id).await? else {
            return Err(fault.into());
        };
        let notice = NewNotice { to: To::Channel(head.place.channel), kind: NoticeKind::Unreadable.word().to_owned() };
        let now = self.time.now();
        if self.store.mark_unreadable(id, notice, now).await? {
            tracing::error!(game = %id, fault = fault.number(), "a game cannot be opened and is set aside");
            self.notices.wake();
        }
        Err(unreadable())
    }

    /// Course of a started game.
    pub(in crate::host) async fn course(&self, id: GameId) -> Result<Course, Error> {
        let row = self.store.game(id).await?.ok_or_else(|| refuse(NoGame::Numbered))?;
        blocking(move || Course::read(&row)?.ok_or_else(|| refuse(NotStarted::Game))).await
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
        blocking(move || course.at(version).map(Arc::new)).await
    }

    /// Adds effects to games that an older version of the program stored without them.
    pub(in crate::host) async fn add_effects(&self) -> Result<(), StoreError> {
        for id in self.store.games_without_effects().await? {
            // Failures are already handled by `read`.
            let _ = self.read(id).await;
        }
        Ok(())
    }

    /// Retries unreadable games at the start, because a newer version of the program may be able to read them.
    pub(in crate::host) async fn retry_unreadable(&self) -> Result<(), StoreError> {
        for id in self.store.unreadable_games().await? {
            let opened = match self.store.game(id).await {
                Ok(Some(row)) => self.open_row(row).await.is_ok(),
                _ => false,
            };
            if opened {
                tracing::info!(game = %id, "a game that was set aside can be opened again");
                self.store.mark_readable(id, self.time.now()).await?;
            }
        }
        Ok(())
    }
}

/// Refusal for an unreadable game.
pub(in crate::host) fn unreadable() -> Error {
    refuse(Refusal::Unreadable)
}
