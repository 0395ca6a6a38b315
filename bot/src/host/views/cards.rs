//! Cards: pictures other than boards, rendered on a blocking thread. The caller supplies the text.

use std::sync::Arc;

use render::cards::{Auction, Bid, Chances, Lobby as LobbyCard, RatingChart, Scores, Shop, Summary, Targets};
use render::{Picture, Theme};

use crate::host::error::Error;
use crate::host::model::Lobby;
use crate::host::views::Views;
use crate::host::{GameId, PersonId};

/// Content of a card.
#[derive(Clone, Debug)]
pub enum Card {
    /// Targets of a Player. Only for that Player.
    Targets(Targets),
    /// Unfinished army with the price list. Only for its buyer.
    Shop(Shop),
    /// Sealed bid. Only for the bidder.
    Bid(Bid),
    /// Auction with its revealed bids.
    Auction(Auction),
    /// Result of a game, round or match.
    Summary(Summary),
    /// History of a person's rating.
    Rating(RatingChart),
    /// Win chances during a duel.
    Chances(Chances),
    /// Scores of an army. Only for the people who administer its server.
    Scores(Scores),
}

impl Views {
    /// Renders a card.
    pub async fn card(&self, card: Card, theme: Theme) -> Result<Picture, Error> {
        self.rendering
            .draw(move |renderer| {
                Ok(match &card {
                    Card::Targets(card) => renderer.targets(card, theme)?,
                    Card::Shop(card) => renderer.shop(card, theme)?,
                    Card::Bid(card) => renderer.bid(card, theme)?,
                    Card::Auction(card) => renderer.auction(card, theme)?,
                    Card::Summary(card) => renderer.summary(card, theme)?,
                    Card::Rating(card) => renderer.rating(card, theme)?,
                    Card::Chances(card) => renderer.chances(card, theme)?,
                    Card::Scores(card) => renderer.scores(card, theme)?,
                })
            })
            .await
    }

    /// Theme of a person's private pictures of a game.
    pub async fn own_theme(&self, game: GameId, person: PersonId) -> Result<Theme, Error> {
        let loaded = self.games.load(game).await?;
        let own = self.settings.person_settings(person).await?.theme;
        Ok(own.unwrap_or(loaded.options.theme()).into())
    }

    /// Card of a lobby, rendered once per version.
    pub async fn lobby_picture(&self, lobby: &Lobby, card: LobbyCard) -> Result<Arc<Picture>, Error> {
        let draw = async {
            let theme = lobby.options.theme.into();
            self.rendering.draw(move |renderer| Ok(Arc::new(renderer.lobby(&card, theme)?))).await
        };
        self.pictures.get((lobby.game, lobby.version), draw).await
    }
}
