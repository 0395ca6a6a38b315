//! Open invitations to games that have not started.

use sqlx::SqliteConnection;

use super::ids::{restored, stored};
use super::{GameId, PersonId, StoreError};

/// Replaces the invited people of a game.
pub(super) async fn put_invited(
    tx: &mut SqliteConnection,
    game: GameId,
    people: &[PersonId],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM invited WHERE game = ?").bind(game.0).execute(&mut *tx).await?;
    for person in people {
        sqlx::query("INSERT INTO invited (game, person) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .bind(game.0)
            .bind(stored(person.0))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Returns the invited people of a game, in no particular order.
pub(super) async fn invited(tx: &mut SqliteConnection, game: GameId) -> Result<Vec<PersonId>, StoreError> {
    let people: Vec<i64> =
        sqlx::query_scalar("SELECT person FROM invited WHERE game = ?").bind(game.0).fetch_all(tx).await?;
    let people = people.into_iter();
    Ok(people.map(|person| PersonId(restored(person))).collect())
}
