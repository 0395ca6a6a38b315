//! Opening a game of any kind, and keeping what somebody wanted to open where the channel was taken.

use crate::host::error::{Error, InternalError, Stale, refuse};
use crate::host::model::{Done, Opening, Place, Who};
use crate::host::{Host, OpeningId, PersonId};

impl Host {
    /// Opens what somebody wants in a place that has no open game.
    ///
    /// # Errors
    /// [`Refusal`](crate::host::Refusal) or [`InternalError`].
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

    /// Keeps what somebody wanted to open, for a button.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn keep_opening(&self, by: PersonId, opening: &Opening) -> Result<OpeningId, Error> {
        let content =
            serde_json::to_string(opening).map_err(|error| InternalError::new("writing a new game", &error))?;
        Ok(self.store().put_opening(by, content, self.now()).await?)
    }

    /// Takes what this person wanted to open; it is kept no longer.
    ///
    /// # Errors
    /// A refusal when it is no longer there, or a fault.
    pub async fn take_opening(&self, id: OpeningId, by: PersonId) -> Result<Opening, Error> {
        let content = self.store().take_opening(id, by).await?;
        let content = content.ok_or_else(|| refuse(Stale::Opening))?;
        serde_json::from_str(&content).map_err(|error| InternalError::new("reading a new game", &error).into())
    }
}
