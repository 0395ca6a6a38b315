//! Jobs that add the effects of actions to games without them, and that pack the effects of finished games.

use super::effects::{effects, put_effect, put_packed};
use super::{Connection, GameId, Store, StoreError};

/// Finished games queried at once for packing.
const PACKED: i64 = 200;

/// Packs the effects of a game. Skips a game without effects, or with a gap, which makes it unreadable.
async fn pack_game(tx: &mut Connection, game: GameId) -> Result<(), StoreError> {
    let rows = match effects(tx, game).await {
        Ok(rows) if !rows.is_empty() => rows,
        Ok(_) | Err(StoreError::Content(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    put_packed(tx, game, rows).await?;
    sqlx::query("DELETE FROM effects WHERE game = $1").bind(game).execute(tx).await?;
    Ok(())
}

impl Store {
    /// Adds the effects of a game that was stored without them. Does nothing if the game has effects or has received
    /// further actions.
    pub async fn add_effects(&self, game: GameId, effects: Vec<String>) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                let (actions, known): (i64, i64) = sqlx::query_as(
                    "SELECT (SELECT count(*) FROM actions WHERE game = $1),
                            (SELECT count(*) FROM effects WHERE game = $1) + (SELECT count(*) FROM packed_effects WHERE game = $1)",
                )
                .bind(game)
                .fetch_one(&mut *tx)
                .await?;
                if known > 0 || usize::try_from(actions + 1) != Ok(effects.len()) {
                    return Ok(());
                }
                for (seq, content) in (0..).zip(&effects) {
                    put_effect(tx, game, seq, content).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Packs the effects of games finished since the last call, and returns the number of games checked. Each game is a
    /// write of its own, so that other writes can run in between.
    pub async fn pack_finished(&self) -> Result<usize, StoreError> {
        let (mut after, mut count) = (GameId(0), 0);
        loop {
            let games: Vec<GameId> = sqlx::query_scalar(
                "SELECT DISTINCT game FROM effects JOIN games ON games.id = game WHERE game > $1 AND state = 'over'
                 ORDER BY game LIMIT $2",
            )
            .bind(after)
            .bind(PACKED)
            .fetch_all(&self.read)
            .await?;
            let Some(last) = games.last() else {
                return Ok(count);
            };
            after = *last;
            count += games.len();
            for game in games {
                self.note(move |tx| Box::pin(pack_game(tx, game))).await?;
            }
        }
    }
}
