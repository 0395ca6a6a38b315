//! The rulebook in a game: its Battalions and pieces as they are played there.

use crate::discord::answer::Answer;
use crate::discord::custom_id::PageRef;
use crate::discord::error::Error;
use crate::discord::features::rules::articles::{item, of_battalion, of_piece, place_of};
use crate::discord::features::rules::chapter::Chapter;
use crate::discord::features::rules::words;
use crate::discord::menu::Item;
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

/// Question which of several pieces is meant. It is for the person who asked.
pub fn which_piece(pieces: Vec<Item>) -> Answer {
    let mut chapter = Chapter::new(PageRef::Battalions, vec![words::which_piece(pieces.len())]);
    chapter.onward = pieces;
    chapter.question = words::WHICH;
    chapter.private_page()
}

/// Page of a piece as it is played in a game, if it is; where several Battalions of the game have one of that name, the
/// question which one.
pub async fn piece_or_which(request: &Request, game: GameId, text: &str) -> Result<Option<Answer>, Error> {
    let found = request.host().rulebook.played_pieces(game, text).await?;
    if found.len() < 2 {
        return Ok(played_piece(request, game, text).await?.map(|chapter| chapter.page(0, false)));
    }
    let place = |found| PageRef::Played(game, Box::new(place_of(found)));
    Ok(Some(which_piece(found.iter().map(|(found, _)| item(found.name(), place(found))).collect())))
}

/// The only piece of this name in a game, as it is played there.
pub async fn played_piece(request: &Request, game: GameId, text: &str) -> Result<Option<Chapter>, Error> {
    let found = request.host().rulebook.played_pieces(game, text).await?;
    let [(one, version)] = found.as_slice() else { return Ok(None) };
    Ok(Some(of_piece(request, one).await?.for_game(game, *version)))
}
