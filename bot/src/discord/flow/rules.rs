//! The rulebook: what the games' rules say, and what a Battalion and its pieces do, in words and pictures. Read in private; whoever
//! may write in a channel may show a page to everybody there.

mod chapter;
mod preview;

use std::sync::Arc;

use engine::battalion::Definition;
use serenity::all::Permissions;

use super::{Outcome, guild, person, refuse, who};
use crate::discord::answer::CONTENT;
use crate::discord::app::Shared;
use crate::discord::custom_id::{PageAction, PageRef};
use crate::discord::error::Error;
use crate::discord::menu::Item;
use crate::discord::responder::Responder;
use crate::discord::wording::{clean, rules as words};
use crate::host::ThemeName;
use crate::host::rulebook::{Found, find_rule, heading, topics};
use chapter::Chapter;
pub use preview::Preview;

async fn theme(app: &Shared, responder: &Responder) -> ThemeName {
    let settings = app.host.person_settings(person(responder)).await;
    settings
        .ok()
        .and_then(|settings| settings.theme)
        .unwrap_or_default()
}

/// `/rules game`: a topic or a rule by its number; the contents if nothing is asked for.
pub async fn game(app: &Shared, responder: &Responder, topic: Option<&str>) -> Outcome {
    responder.hold().await;
    let Some(text) = topic.map(str::trim).filter(|text| !text.is_empty()) else {
        return read(app, responder, PageRef::Contents, 0).await;
    };
    let Some(found) = find_rule(text) else {
        return Err(refuse(words::no_topic(text)));
    };
    let place = PageRef::Topic(u16::try_from(found.topic).unwrap_or(u16::MAX));
    let mut chapter = law(&place, found.topic)?;
    if let (Some(topic), Some(rule)) = (topics().get(found.topic), found.rule) {
        // The rule alone; the buttons lead to the rest.
        let one = topic
            .rules
            .get(rule)
            .map(std::slice::from_ref)
            .unwrap_or_default();
        let alone = words::topic(&heading(topic), one);
        responder
            .say(
                Chapter::new(place, alone)
                    .with_way_back(&mut chapter)
                    .page(0, false),
            )
            .await;
        return Ok(());
    }
    responder.say(chapter.page(0, false)).await;
    Ok(())
}

/// `/rules battalion`, `/battalions show`.
pub async fn battalion(app: &Shared, responder: &Responder, text: &str) -> Outcome {
    responder.hold().await;
    let definition = app
        .host
        .definition(&who(responder), guild(responder), text)
        .await?;
    let chapter = of_battalion(app, responder, definition).await?;
    responder.say(chapter.page(0, false)).await;
    Ok(())
}

/// `/rules piece`.
pub async fn piece(app: &Shared, responder: &Responder, text: &str) -> Outcome {
    responder.hold().await;
    let found = app
        .host
        .piece(&who(responder), guild(responder), text)
        .await?;
    let chapter = match found.as_slice() {
        [one] => of_piece(app, responder, one).await?,
        several => {
            let mut chapter =
                Chapter::new(PageRef::Battalions, vec![words::which_piece(several.len())]);
            chapter.onward = several
                .iter()
                .map(|found| item(found.name(), place_of(found)))
                .collect();
            chapter.question = words::WHICH;
            chapter
        }
    };
    responder.say(chapter.page(0, false)).await;
    Ok(())
}

/// `/battalions list`.
pub async fn battalions(app: &Shared, responder: &Responder) -> Outcome {
    read(app, responder, PageRef::Battalions, 0).await
}

/// A page, in private.
pub async fn read(app: &Shared, responder: &Responder, place: PageRef, page: u16) -> Outcome {
    responder.hold().await;
    let chapter = tell(app, responder, place).await?;
    responder.say(chapter.page(page, false)).await;
    Ok(())
}

/// A press in the rulebook.
pub async fn press(
    app: &Shared,
    responder: &Responder,
    action: PageAction,
    value: Option<&str>,
) -> Outcome {
    match action {
        PageAction::Read(place, page) => read(app, responder, place, page).await,
        PageAction::Choose(_) => match value.and_then(PageRef::read) {
            Some(place) => read(app, responder, place, 0).await,
            None => Err(refuse(words::GONE)),
        },
        PageAction::Show(place, page) => show(app, responder, place, page).await,
    }
}

/// A page for everybody in the channel, from somebody who may write there.
async fn show(app: &Shared, responder: &Responder, place: PageRef, page: u16) -> Outcome {
    responder.hold().await;
    ensure_may_write(responder)?;
    let chapter = tell(app, responder, place).await?;
    let shown = chapter
        .page(page, true)
        .also(&words::shown_by(&clean(&responder.name)));
    responder.show(shown).await;
    Ok(())
}

/// Refused to those who may not write here themselves.
pub(super) fn ensure_may_write(responder: &Responder) -> Outcome {
    let needed = match responder.in_thread() {
        true => Permissions::SEND_MESSAGES_IN_THREADS,
        false => Permissions::SEND_MESSAGES,
    };
    let may = responder.guild.is_none()
        || responder.may.administrator()
        || responder.may.contains(needed);
    if !may {
        return Err(refuse(words::NOT_HERE));
    }
    Ok(())
}

async fn tell(app: &Shared, responder: &Responder, place: PageRef) -> Result<Chapter, Error> {
    match &place {
        PageRef::Contents => Ok(contents(place)),
        PageRef::Topic(number) => law(&place, usize::from(*number)),
        PageRef::Battalions => {
            let all = app
                .host
                .definitions(&who(responder), guild(responder))
                .await?;
            let mut chapter = Chapter::new(place, words::battalions(&all));
            chapter.onward = all
                .iter()
                .map(|one| item(one.name.clone(), PageRef::Battalion(one.id.clone())))
                .collect();
            chapter.question = words::WHICH_BATTALION;
            Ok(chapter)
        }
        PageRef::Battalion(id) => {
            let definition = app
                .host
                .definition(&who(responder), guild(responder), id)
                .await?;
            of_battalion(app, responder, definition).await
        }
        PageRef::Piece(battalion, piece) => {
            let found = app
                .host
                .piece(
                    &who(responder),
                    guild(responder),
                    &format!("{battalion}/{piece}"),
                )
                .await?;
            match found.first() {
                Some(found) => of_piece(app, responder, found).await,
                None => Err(refuse(words::GONE)),
            }
        }
    }
}

fn item(label: String, place: PageRef) -> Item {
    Item::new(label, place.to_string())
}

fn place_of(found: &Found) -> PageRef {
    let piece = found.definition.pieces.get(found.piece);
    let id = piece.map_or("", |piece| &piece.id);
    PageRef::Piece(found.definition.id.clone(), id.to_owned())
}

fn topic_items() -> Vec<Item> {
    let place = |number: usize| PageRef::Topic(u16::try_from(number).unwrap_or(u16::MAX));
    let items = topics().iter().enumerate();
    items
        .map(|(number, topic)| item(heading(topic), place(number)))
        .collect()
}

fn contents(place: PageRef) -> Chapter {
    let mut chapter = Chapter::new(place, words::contents(topics()));
    chapter.onward = topic_items();
    chapter.question = words::WHICH_TOPIC;
    chapter
}

fn law(place: &PageRef, number: usize) -> Result<Chapter, Error> {
    let Some(topic) = topics().get(number) else {
        return Err(refuse(words::GONE));
    };
    let mut chapter = Chapter::new(place.clone(), words::topic(&heading(topic), &topic.rules));
    chapter.onward = topic_items();
    chapter.question = words::WHICH_TOPIC;
    Ok(chapter)
}

fn piece_items(definition: &Definition) -> Vec<Item> {
    let place = |id: &str| PageRef::Piece(definition.id.clone(), id.to_owned());
    let items = definition.pieces.iter();
    items
        .map(|piece| item(piece.name.clone(), place(&piece.id)))
        .collect()
}

async fn of_battalion(
    app: &Shared,
    responder: &Responder,
    definition: Arc<Definition>,
) -> Result<Chapter, Error> {
    let theme = theme(app, responder).await;
    let sheet = app
        .host
        .sheet(Arc::clone(&definition), theme.into())
        .await?;
    let pages = words::messages(&definition.name, &words::battalion(&definition), CONTENT);
    let mut chapter = Chapter::new(PageRef::Battalion(definition.id.clone()), pages);
    chapter.pictures = vec![sheet];
    chapter.onward = piece_items(&definition);
    chapter.question = words::WHICH_PIECE;
    Ok(chapter)
}

async fn of_piece(app: &Shared, responder: &Responder, found: &Found) -> Result<Chapter, Error> {
    let theme = theme(app, responder).await;
    let definition = &found.definition;
    let Some(piece) = definition.pieces.get(found.piece) else {
        return Err(refuse(words::GONE));
    };
    let pictures = app.host.piece_pictures(found, theme.into()).await?;
    let pages = words::messages(&found.name(), &words::piece(definition, piece), CONTENT);
    let mut chapter = Chapter::new(place_of(found), pages);
    chapter.pictures = pictures;
    chapter.onward = piece_items(definition);
    chapter.question = words::WHICH_PIECE;
    Ok(chapter)
}
