//! Battalions of a game, as stored with the game. The server may have changed them since.

use std::sync::Arc;

use engine::battalion::Definition;
use engine::game::Game;

use super::found::{Found, same};
use crate::host::GameId;
use crate::host::error::Error;
use crate::host::rulebook::Rulebook;
use crate::store::State;

/// A Battalion of a game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Definition stored with the game.
    pub definition: Arc<Definition>,
    /// Version, for a server's own Battalion.
    pub version: Option<i64>,
}

impl Rulebook {
    /// Returns true if a game is in progress. The rulebook then uses its Battalions in its channel.
    pub async fn is_running(&self, game: GameId) -> Result<bool, Error> {
        Ok(self.games.load(game).await?.state == State::Running)
    }

    /// Distinct Battalions of a started game. Empty for Clash of the Armies, where Players build their armies.
    pub async fn played_in(&self, game: GameId) -> Result<Vec<Played>, Error> {
        let session = self.games.load(game).await?;
        let Some(play) = &session.play else {
            return Ok(Vec::new());
        };
        let Game::Titans(titans) = &play.game else {
            return Ok(Vec::new());
        };
        let mut found: Vec<Played> = Vec::new();
        for (definition, seat) in titans.setup().armies.iter().zip(&session.seats) {
            let key = seat.battalion.as_deref().unwrap_or_default();
            let version = key.rsplit_once('@').map(|(_, version)| version.parse());
            if !found.iter().any(|known| known.definition.id == definition.id) {
                found.push(Played { definition: Arc::clone(definition), version: version.and_then(Result::ok) });
            }
        }
        Ok(found)
    }

    /// A Battalion of a game, by id or name.
    pub async fn played_battalion(&self, game: GameId, text: &str) -> Result<Option<Played>, Error> {
        let all = self.played_in(game).await?;
        Ok(all.into_iter().find(|one| {
            let Definition { id, name, .. } = &*one.definition;
            same(id, text) || same(name, text)
        }))
    }

    /// Pieces of this name in a game, each with the version of its Battalion. Accepts `baroque/withdrawer`, `Withdrawer
    /// (Baroque Battalion)` and `withdrawer`.
    pub async fn played_pieces(&self, game: GameId, text: &str) -> Result<Vec<(Found, Option<i64>)>, Error> {
        let all = self.played_in(game).await?;
        let pieces = all.iter().flat_map(|one| {
            let found = |piece| Found { definition: Arc::clone(&one.definition), piece };
            (0..one.definition.pieces.len()).map(move |piece| (found(piece), one.version))
        });
        let pieces: Vec<(Found, Option<i64>)> = pieces.collect();
        let exact = pieces.iter().find(|(piece, _)| piece.is_exactly(text));
        Ok(match exact {
            Some(one) => vec![one.clone()],
            None => {
                let called = |(piece, _): &(Found, Option<i64>)| piece.is_called(text);
                pieces.into_iter().filter(called).collect()
            }
        })
    }
}
