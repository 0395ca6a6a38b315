//! Pages about a Battalion and about a piece, and the menu entries that lead to them.

use std::sync::Arc;

use engine::battalion::Definition;

use crate::discord::answer::Answer;
use crate::discord::custom_id::PageRef;
use crate::discord::error::Error;
use crate::discord::features::rules::chapter::Chapter;
use crate::discord::features::rules::words;
use crate::discord::menu::Item;
use crate::discord::request::{Request, refuse};
use crate::host::rulebook::Found;

/// Menu entry that leads to a place in the rulebook.
pub fn item(label: String, place: PageRef) -> Item {
    Item::new(label, place.to_string())
}

/// Place of a piece in the rulebook.
pub fn place_of(found: &Found) -> PageRef {
    let piece = found.definition.pieces.get(found.piece);
    let id = piece.map_or("", |piece| &piece.id);
    PageRef::Piece(found.definition.id.clone(), id.to_owned())
}

/// Question which of several pieces is meant. It is for the person who asked.
pub fn which_piece(pieces: Vec<Item>) -> Answer {
    let mut chapter = Chapter::new(PageRef::Battalions, vec![words::which_piece(pieces.len())]);
    chapter.onward = pieces;
    chapter.question = words::WHICH;
    chapter.private_page()
}

/// Menu entries of the pieces of a Battalion.
pub fn piece_items(definition: &Definition) -> Vec<Item> {
    let place = |id: &str| PageRef::Piece(definition.id.clone(), id.to_owned());
    let items = definition.pieces.iter();
    items.map(|piece| item(piece.name.clone(), place(&piece.id))).collect()
}

/// Chapter about a Battalion: its sheet and its text.
pub async fn of_battalion(request: &Request, definition: Arc<Definition>) -> Result<Chapter, Error> {
    let theme = request.theme().await;
    let sheet = request.host().rulebook.sheet(Arc::clone(&definition), theme.into()).await?;
    let place = PageRef::Battalion(definition.id.clone());
    let mut chapter = Chapter::of(place, &definition.name, &words::battalion(&definition));
    chapter.pictures = vec![sheet];
    chapter.onward = piece_items(&definition);
    chapter.question = words::WHICH_PIECE;
    Ok(chapter)
}

/// Chapter about a piece: its pictures and its text.
pub async fn of_piece(request: &Request, found: &Found) -> Result<Chapter, Error> {
    let theme = request.theme().await;
    let definition = &found.definition;
    let Some(piece) = definition.pieces.get(found.piece) else {
        return Err(refuse(words::GONE));
    };
    let pictures = request.host().rulebook.piece_pictures(found, theme.into()).await?;
    let mut chapter = Chapter::of(place_of(found), &found.name(), &words::piece(definition, piece));
    chapter.pictures = pictures;
    chapter.onward = piece_items(definition);
    chapter.question = words::WHICH_PIECE;
    Ok(chapter)
}
