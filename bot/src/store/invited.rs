//! Open invitations to games that have not started.

use super::{Connection, GameId, PersonId, StoreError};

/// Replaces the invited people of a game.
pub(super) async fn put_invited(tx: &mut Connection, game: GameId, people: &[PersonId]) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM invited WHERE game = $1").bind(game).execute(&mut *tx).await?;
    for person in people {
        sqlx::query("INSERT INTO invited (game, person) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(game)
            .bind(person)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Returns the invited people of a game, in no particular order.
pub(super) async fn invited(tx: &mut Connection, game: GameId) -> Result<Vec<PersonId>, StoreError> {
    Ok(sqlx::query_scalar("SELECT person FROM invited WHERE game = $1").bind(game).fetch_all(tx).await?)
}
