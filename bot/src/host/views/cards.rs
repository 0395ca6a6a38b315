//! Cards beside the games, drawn off the async threads. What they say is for the caller to put into words.

use std::sync::Arc;

use render::cards::{Auction, Bid, Chances, Lobby as LobbyCard, RatingChart, Shop, Summary, Targets};
use render::{Picture, Theme};

use crate::host::error::Error;
use crate::host::model::Lobby;
use crate::host::{GameId, Host, PersonId};

/// A card, ready to be drawn.
#[derive(Clone, Debug)]
pub enum Card {
    /// The Targets of a Player, for their eyes only.
    Targets(Targets),
    /// An unfinished army with the price list, for its buyer's eyes only.
    Shop(Shop),
    /// A sealed bid, for the bidder's eyes only.
    Bid(Bid),
    /// An auction whose bids are shown.
    Auction(Auction),
    /// How a game, a round or a match ended.
    Summary(Summary),
    /// How somebody's rating has gone.
    Rating(RatingChart),
    /// The win chances of a duel.
    Chances(Chances),
}

impl Host {
    /// A card as a picture.
    ///
    /// # Errors
    /// A fault if it cannot be drawn.
    pub async fn card(&self, card: Card, theme: Theme) -> Result<Picture, Error> {
        self.draw(move |renderer| {
            Ok(match &card {
                Card::Targets(card) => renderer.targets(card, theme)?,
                Card::Shop(card) => renderer.shop(card, theme)?,
                Card::Bid(card) => renderer.bid(card, theme)?,
                Card::Auction(card) => renderer.auction(card, theme)?,
                Card::Summary(card) => renderer.summary(card, theme)?,
                Card::Rating(card) => renderer.rating(card, theme)?,
                Card::Chances(card) => renderer.chances(card, theme)?,
            })
        })
        .await
    }

    /// The colours of pictures that a person alone sees of a game.
    ///
    /// # Errors
    /// A refusal if there is no such game, or a fault.
    pub async fn own_theme(&self, game: GameId, person: PersonId) -> Result<Theme, Error> {
        let loaded = self.load(game).await?;
        let own = self.person_settings(person).await?.theme;
        Ok(own.unwrap_or(loaded.options.theme()).into())
    }

    /// The card of a lobby, drawn once for each version.
    ///
    /// # Errors
    /// A fault if it cannot be drawn.
    pub async fn lobby_picture(&self, lobby: &Lobby, card: LobbyCard) -> Result<Arc<Picture>, Error> {
        let draw = async {
            let theme = lobby.options.theme.into();
            self.draw(move |renderer| Ok(Arc::new(renderer.lobby(&card, theme)?))).await
        };
        self.0.pictures.get((lobby.game, lobby.version), draw).await
    }
}
