//! Data for private menus: validity of their buttons, and Spaces for Instant Reinforcements.

use engine::board::Space;
use engine::game::Game;

use crate::host::blocking;
use crate::host::error::Error;
use crate::host::views::Views;
use crate::host::{GameId, PersonId, Version};

impl Views {
    /// Returns true if a view of this version still shows the current position.
    pub async fn is_current(&self, game: GameId, version: Version) -> Result<bool, Error> {
        let loaded = self.games.load(game).await?;
        let since = loaded.play()?.position_since;
        Ok((since..=loaded.version).contains(&version))
    }

    /// Spaces for one more Instant Reinforcement, given a placement and those already placed (T-18).
    pub async fn instant_spaces(
        &self,
        game: GameId,
        person: PersonId,
        placement: (u8, bool),
        placed: &[(String, Space)],
        piece: &str,
    ) -> Result<Vec<Space>, Error> {
        let loaded = self.games.load(game).await?;
        let (placed, piece) = (placed.to_vec(), piece.to_owned());
        blocking(move || {
            let seat = loaded.own_seat(person)?;
            let Game::Titans(game) = &loaded.play()?.game else {
                return Ok(Vec::new());
            };
            Ok(game.instant_spaces(seat, placement, &placed, &piece))
        })
        .await
    }
}
