//! What private menus need besides views: whether a press still means the present position, and where an Instant Reinforcement
//! may stand.

use engine::board::Space;
use engine::game::Game;

use crate::host::error::Error;
use crate::host::{GameId, Host, PersonId, Version};

impl Host {
    /// Whether something drawn for a version still means the position as it is now.
    ///
    /// # Errors
    /// A refusal when the game has not begun, or a fault.
    pub async fn is_current(&self, game: GameId, version: Version) -> Result<bool, Error> {
        let loaded = self.load(game).await?;
        let since = loaded.play()?.position_since;
        Ok((since..=loaded.version).contains(&version))
    }

    /// Where a person may place one more Instant Reinforcement along with a placement and those placed already (T-18).
    ///
    /// # Errors
    /// A refusal when they have no seat or the game has not begun, or a fault.
    pub async fn instant_spaces(
        &self,
        game: GameId,
        person: PersonId,
        placement: (u8, bool),
        placed: &[(String, Space)],
        piece: &str,
    ) -> Result<Vec<Space>, Error> {
        let loaded = self.load(game).await?;
        let (placed, piece) = (placed.to_vec(), piece.to_owned());
        self.blocking(move || {
            let seat = loaded.own_seat(person)?;
            let Game::Titans(game) = &loaded.play()?.game else {
                return Ok(Vec::new());
            };
            Ok(game.instant_spaces(seat, placement, &placed, &piece))
        })
        .await
    }
}
