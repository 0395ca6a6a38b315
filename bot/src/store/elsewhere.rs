//! Changes that other processes make to games of this one: notifications of PostgreSQL.

use sqlx::postgres::{PgListener, PgPoolOptions};

use super::database::Database;
use super::{Connection, GameId, GuildId, Shards, Store, StoreError};

/// Channel of the notifications.
const CHANNEL: &str = "battalion";
/// Content of a notification about all games.
const ALL: &str = "*";

/// Change by another process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elsewhere {
    /// One game.
    Game(GameId),
    /// Anything: personal data were deleted, or notifications were lost.
    Anything,
}

/// Receiver of notifications. It reconnects by itself.
#[derive(Debug)]
pub struct Listener(PgListener);

impl Listener {
    /// Waits for the next change. A lost connection counts as a change of anything.
    ///
    /// # Errors
    /// [`StoreError`] while the server cannot be reached.
    pub async fn next(&mut self) -> Result<Elsewhere, StoreError> {
        let heard = self.0.try_recv().await?;
        let game = heard.and_then(|heard| heard.payload().parse().ok());
        Ok(game.map_or(Elsewhere::Anything, Elsewhere::Game))
    }
}

impl Store {
    /// Starts to listen to other processes; `None` if this is the only one.
    ///
    /// # Errors
    /// [`StoreError`] if the server cannot be reached.
    pub async fn listen(&self) -> Result<Option<Listener>, StoreError> {
        let Database::Postgres(postgres) = &self.database else {
            return Ok(None);
        };
        if self.shards.is_all() {
            return Ok(None);
        }
        let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(postgres.listening()?);
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Some(Listener(listener)))
    }

    /// Tells the other processes to read all games again.
    pub async fn tell_all(&self) -> Result<(), StoreError> {
        if self.shards.is_all() {
            return Ok(());
        }
        self.note(|tx| Box::pin(async move { notify(tx, ALL).await })).await
    }

    /// Tells the process of a game that its conditional moves have changed.
    pub async fn tell_of(&self, game: GameId, guild: Option<GuildId>) -> Result<(), StoreError> {
        let shards = self.shards;
        if shards.has(guild) {
            return Ok(());
        }
        self.note(move |tx| Box::pin(async move { tell(tx, shards, game, guild).await })).await
    }
}

/// Tells the process of a game about a change, when the transaction commits.
pub(super) async fn tell(
    tx: &mut Connection,
    shards: Shards,
    game: GameId,
    guild: Option<GuildId>,
) -> Result<(), StoreError> {
    if shards.has(guild) { Ok(()) } else { notify(tx, &game.to_string()).await }
}

async fn notify(tx: &mut Connection, what: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(what).execute(tx).await?;
    Ok(())
}
