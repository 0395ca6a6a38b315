//! Opening a game of any kind, and storing a request whose channel was occupied.

use crate::host::error::{Error, InternalError, Stale, refuse};
use crate::host::lobby::Lobbies;
use crate::host::model::{Done, Opening, Place, Who};
use crate::host::{OpeningId, PersonId};

/// Stored form of a request.
fn written(opening: &Opening) -> Result<String, Error> {
    Ok(serde_json::to_string(opening).map_err(|error| InternalError::new("writing a new game", &error))?)
}

impl Lobbies {
    /// Opens a game in a channel without an open game.
    pub async fn open_game(&self, who: &Who, place: Place, opening: Opening) -> Result<Done, Error> {
        match opening {
            Opening::Lobby { options, battalion, against: None } => {
                self.open_lobby(who, place, options, battalion.as_deref()).await
            }
            Opening::Lobby { options, battalion, against: Some(wish) } => {
                self.open_against(who, place, options, battalion.as_deref(), &wish).await
            }
            Opening::Duel(challenge) => self.challenge_to_duel(who, place, challenge).await,
            Opening::Clash { opponent, options } => self.challenge(who, place, opponent, options).await,
        }
    }

    /// Stores a request to open a game, for a later button.
    pub async fn keep_opening(&self, by: PersonId, opening: &Opening) -> Result<OpeningId, Error> {
        Ok(self.store.put_opening(by, written(opening)?, self.time.now()).await?)
    }

    /// Stores a request again that was taken and could not be fulfilled, so that its button works again.
    pub async fn put_back_opening(&self, id: OpeningId, by: PersonId, opening: &Opening) -> Result<(), Error> {
        Ok(self.store.put_back_opening(id, by, written(opening)?, self.time.now()).await?)
    }

    /// Removes and returns a stored request of this person.
    ///
    /// # Errors
    /// Refused if the request no longer exists.
    pub async fn take_opening(&self, id: OpeningId, by: PersonId) -> Result<Opening, Error> {
        let content = self.store.take_opening(id, by).await?;
        let content = content.ok_or_else(|| refuse(Stale::Opening))?;
        serde_json::from_str(&content).map_err(|error| InternalError::new("reading a new game", &error).into())
    }
}
