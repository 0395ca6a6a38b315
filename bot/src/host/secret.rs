//! What private menus need besides views: whether a press still means the present position, the drawn Target card, and where
//! an Instant Reinforcement may stand.

use engine::action::Action;
use engine::board::Space;
use engine::view::{SeatState, Viewer};
use render::Picture;
use render::cards::{Target, Targets};

use super::error::{Error, NothingToShow, refuse};
use super::{GameId, Host, PersonId, Version};

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

    /// The Target card of a person, drawn. For their eyes only.
    ///
    /// # Errors
    /// A refusal when they have no seat or no Targets, or a fault.
    pub async fn target_picture(&self, game: GameId, person: PersonId) -> Result<Picture, Error> {
        let loaded = self.load(game).await?;
        let own = self.person_settings(person).await?.theme;
        let theme = own.unwrap_or(loaded.options.theme()).into();
        let host = self.clone();
        self.blocking(move || {
            let seat = loaded.own_seat(person)?;
            let view = loaded.play()?.game.view(Viewer::Seat(seat));
            let own = view.own.as_ref().map(|own| own.targets.as_slice());
            let targets: Vec<Target> = own
                .unwrap_or_default()
                .iter()
                .filter_map(|seat| view.seats.get(seat.index()))
                .map(|target| Target {
                    seat: target.seat,
                    name: loaded.names(target.seat),
                    battalion: target.battalion.clone(),
                    defeated: target.state != SeatState::Playing,
                })
                .collect();
            if targets.is_empty() {
                return Err(refuse(NothingToShow::Targets));
            }
            let card = Targets {
                holder: loaded.names(seat),
                players: view.seats.len(),
                targets,
            };
            Ok(host.0.renderer.targets(&card, theme)?)
        })
        .await
    }

    /// Where a person may place one more Instant Reinforcement along with a placement and those placed already (T-18).
    ///
    /// # Errors
    /// A refusal when they have no seat or the game has not begun, or a fault.
    pub async fn instant_spaces(
        &self,
        game: GameId,
        person: PersonId,
        (offset, mirrored): (u8, bool),
        placed: &[(String, Space)],
        piece: &str,
    ) -> Result<Vec<Space>, Error> {
        let loaded = self.load(game).await?;
        let (placed, piece) = (placed.to_vec(), piece.to_owned());
        self.blocking(move || {
            let seat = loaded.own_seat(person)?;
            let game = &loaded.play()?.game;
            let board = game.view(Viewer::Public).board;
            let cells = (0..board.height)
                .flat_map(|rank| (0..board.width).map(move |file| Space::new(file, rank)));
            let fits = |space: &Space| {
                let mut instant = placed.clone();
                instant.push((piece.clone(), *space));
                let action = Action::Place {
                    offset,
                    mirrored,
                    instant,
                };
                game.clone().apply(seat, &action).is_ok()
            };
            Ok(cells.filter(fits).collect())
        })
        .await
    }
}
