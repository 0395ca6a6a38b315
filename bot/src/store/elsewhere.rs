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
        let notification = self.0.try_recv().await?;
        let game = notification.and_then(|notification| notification.payload().parse().ok());
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
}

/// Notifies the process of a game that another one has changed it, when the transaction commits.
pub(super) async fn notify_owner(
    tx: &mut Connection,
    shards: Shards,
    game: GameId,
    guild: Option<GuildId>,
) -> Result<(), StoreError> {
    if shards.has(guild) { Ok(()) } else { notify(tx, &game.to_string()).await }
}

/// Notifies all other processes that personal data or games were deleted, when the transaction commits.
pub(super) async fn notify_all(tx: &mut Connection, shards: Shards) -> Result<(), StoreError> {
    if shards.is_all() { Ok(()) } else { notify(tx, ALL).await }
}

async fn notify(tx: &mut Connection, payload: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(payload).execute(tx).await?;
    Ok(())
}
