//! Examination of every stored game for `battalion doctor`.

use crate::store::State;

use super::GameId;
use super::error::Error;
use super::session::game::GameSession;
use crate::host::blocking;
use crate::host::session::games::Games;

/// Number of games listed at a time.
const LISTED: i64 = 500;

/// Stored games that were examined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Examined {
    /// Number of lobbies, running games and finished games that can be opened.
    pub lobbies: u64,
    /// Number of running games that can be opened.
    pub running: u64,
    /// Number of finished games that can be opened.
    pub over: u64,
    /// Games that cannot be opened, with the number of the log line about the cause.
    pub broken: Vec<(GameId, String)>,
    /// Games whose actions have other effects under the rules of this version of the program. Their stored effects
    /// stay in force.
    pub judged_otherwise: Vec<GameId>,
}

impl Examined {
    /// Number of all games.
    pub fn games(&self) -> u64 {
        self.lobbies + self.running + self.over + self.broken.len() as u64
    }
}

impl Games {
    /// Opens every stored game and replays its actions. `progress` receives the number of games examined so far.
    pub async fn examine(&self, mut progress: impl FnMut(u64)) -> Result<Examined, Error> {
        let mut found = Examined::default();
        let mut last = GameId(0);
        loop {
            let ids = self.store.games_after(last, LISTED).await?;
            let Some(newest) = ids.last() else {
                return Ok(found);
            };
            last = *newest;
            for id in ids {
                match self.examine_game(id).await {
                    Ok(Some((state, as_stored))) => {
                        match state {
                            State::Lobby => found.lobbies += 1,
                            State::Running => found.running += 1,
                            State::Over => found.over += 1,
                        }
                        if !as_stored {
                            found.judged_otherwise.push(id);
                        }
                    }
                    Ok(None) => {}
                    Err(Error::Internal(fault)) => found.broken.push((id, fault.number().to_owned())),
                    Err(error) => return Err(error),
                }
            }
            progress(found.games());
        }
    }

    /// Opens and replays a game. Returns its state, and whether the replay has the stored effects.
    async fn examine_game(&self, id: GameId) -> Result<Option<(State, bool)>, Error> {
        let row = match self.store.game(id).await {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        blocking(move || {
            let state = row.state;
            let mut again = row.clone();
            GameSession::open(row)?;
            let stored = std::mem::take(&mut again.effects);
            let as_stored = matches!(GameSession::open(again), Ok((_, effects)) if effects == stored);
            Ok(Some((state, as_stored)))
        })
        .await
    }
}
