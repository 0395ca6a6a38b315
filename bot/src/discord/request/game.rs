//! Game of a request, and access to it.

use engine::board::Space;

use super::visible::ChannelVisibility;
use super::{Outcome, Request, refuse};
use crate::discord::answer::Answer;
use crate::discord::error::Error;
use crate::discord::wording::refusal;
use crate::host::{self, GameId, Refusal};

impl Request {
    /// Game of the request: the named game, else the game in this channel. In direct messages, the person's only game.
    pub async fn find_game(&self, named: Option<&str>) -> Result<GameId, Error> {
        if let Some(text) = named {
            let game = text.trim().parse::<GameId>().map_err(|_| refuse(refusal::CHOOSE_GAME))?;
            return if self.can_view(game).await? { Ok(game) } else { Err(refuse(refusal::NOT_YOURS)) };
        }
        match self.host().views.game_in(self.channel).await {
            Err(host::Error::Refused(why @ Refusal::NoGame(_))) => {
                let games = self.host().views.games_of(self.person()).await?;
                match (self.guild, games.as_slice()) {
                    (None, [only]) => Ok(only.game),
                    (Some(_), [only]) => Err(refuse(refusal::elsewhere(only.place.channel))),
                    (_, []) => Err(why.into()),
                    (_, [_, _, ..]) => Err(refuse(refusal::SEVERAL_GAMES)),
                }
            }
            other => Ok(other?),
        }
    }

    /// Acknowledges a command and finds its game.
    pub async fn resolve_game(&self, named: Option<String>) -> Result<GameId, Error> {
        self.hold().await;
        self.find_game(named.as_deref()).await
    }

    /// Refuses a button of a game that the person cannot view.
    pub async fn ensure_can_view(&self, game: GameId) -> Outcome {
        if self.can_view(game).await? { Ok(()) } else { Err(refuse(refusal::BUTTON_OF_OTHERS)) }
    }

    /// Returns true for people who are in a game or in its channel. The number of a game can be guessed.
    async fn can_view(&self, game: GameId) -> Result<bool, Error> {
        let audience = self.host().views.audience(game).await?;
        if audience.place.channel == self.channel || audience.people.contains(&self.person()) {
            return Ok(true);
        }
        // People who can see the channel of a game that needs players can view the game.
        Ok(self.host().views.is_seek(game).await? && ChannelVisibility::of(self).can_see(audience.place).await)
    }

    /// Adds the text board to a private picture, if the person's settings ask for it. With a Space, the text begins
    /// with the targets of the piece there.
    pub async fn with_text_board(&self, game: GameId, piece: Option<Space>, answer: Answer) -> Result<Answer, Error> {
        if !self.host().settings.person_settings(self.person()).await?.text_board {
            return Ok(answer);
        }
        Ok(answer.text_board(&self.host().views.text_board(game, piece).await?))
    }
}
