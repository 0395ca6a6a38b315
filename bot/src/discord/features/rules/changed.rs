//! Changes in the newest version of a server's own Battalion.

use std::sync::Arc;

use engine::battalion::Definition;

use crate::discord::custom_id::{PageRef, RemarkRef};
use crate::discord::error::Error;
use crate::discord::features::rules::articles::{item, of_battalion, piece_items};
use crate::discord::features::rules::chapter::Chapter;
use crate::discord::features::rules::words;
use crate::discord::request::{Request, refuse};

/// Movements that are drawn beside what a version has changed: as many pictures as a message takes.
const DRAWN: usize = 9;

/// Adds a button for the changes of the newest version, if there is an older one.
pub async fn of_battalion_here(request: &Request, definition: Arc<Definition>) -> Result<Chapter, Error> {
    let id = definition.id.clone();
    let mut chapter = of_battalion(request, definition).await?;
    let shared = request.host().battalions.shared_origin(&request.who(), request.guild, &id).await?;
    chapter.shared = shared.map(|(share, version)| RemarkRef { share, version });
    let versions = request.host().rulebook.versions(&request.who(), request.guild, &id).await?;
    if versions.is_some() {
        let changes = item(words::CHANGES.to_owned(), PageRef::Changes(id));
        chapter.onward.insert(0, changes);
    }
    Ok(chapter)
}

/// Changes in the newest version of a Battalion.
pub async fn what_changed(request: &Request, place: PageRef, id: &str) -> Result<Chapter, Error> {
    let found = request.host().rulebook.versions(&request.who(), request.guild, id).await?;
    let versions = found.ok_or_else(|| refuse(words::GONE))?;
    let ((from, old), (to, new)) = (&versions.from, &versions.to);
    let title = words::between(&new.name, *from, *to);
    let told = words::changes(old, new, &versions.changes());
    let drawn = versions.drawn().into_iter().take(DRAWN);
    let drawn = drawn.map(|(_, compared)| compared).collect();
    let theme = request.theme().await;
    let mut chapter = Chapter::of(place, &title, &told);
    chapter.pictures = request.host().rulebook.compared(drawn, theme.into()).await?;
    let whole = PageRef::Battalion(new.id.clone());
    chapter.onward = vec![item(new.name.clone(), whole)];
    chapter.onward.extend(piece_items(new));
    Ok(chapter)
}
