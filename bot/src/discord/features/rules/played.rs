//! The rulebook in a game: its Battalions and pieces as they are played there.

use crate::discord::answer::Answer;
use crate::discord::custom_id::PageRef;
use crate::discord::error::Error;
use crate::discord::features::rules::articles::{item, of_battalion, of_piece, place_of, which_piece};
use crate::discord::features::rules::chapter::Chapter;
use crate::discord::request::Request;
use crate::host::GameId;
use crate::host::rulebook::Played;

/// The game that is played where somebody asks, or their only one in direct messages: the rulebook answers for that first.
pub async fn game_here(request: &Request) -> Option<GameId> {
    let game = request.find_game(None).await.ok()?;
    let running = request.host().rulebook.is_running(game).await;
    running.is_ok_and(|running| running).then_some(game)
}

/// A Battalion as it is played in a game, if it is.
pub async fn played_battalion(request: &Request, game: GameId, text: &str) -> Result<Option<Chapter>, Error> {
    let Some(Played { definition, version }) = request.host().rulebook.played_battalion(game, text).await? else {
        return Ok(None);
    };
    let chapter = of_battalion(request, definition).await?;
    Ok(Some(chapter.for_game(game, version)))
}

/// Page of a piece as it is played in a game, if it is; where several Battalions of the game have one of that name, the
/// question which one.
pub async fn piece_or_which(request: &Request, game: GameId, text: &str) -> Result<Option<Answer>, Error> {
    let found = request.host().rulebook.played_pieces(game, text).await?;
    Ok(match found.as_slice() {
        [] => None,
        [(one, version)] => Some(of_piece(request, one).await?.for_game(game, *version).page(0, false)),
        several => {
            let place = |found| PageRef::Played(game, Box::new(place_of(found)));
            Some(which_piece(several.iter().map(|(found, _)| item(found.name(), place(found))).collect()))
        }
    })
}

/// The only piece of this name in a game, as it is played there.
pub async fn played_piece(request: &Request, game: GameId, text: &str) -> Result<Option<Chapter>, Error> {
    let found = request.host().rulebook.played_pieces(game, text).await?;
    let [(one, version)] = found.as_slice() else { return Ok(None) };
    Ok(Some(of_piece(request, one).await?.for_game(game, *version)))
}
