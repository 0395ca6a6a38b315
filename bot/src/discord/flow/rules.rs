//! The rulebook: what the games' rules say, and what a Battalion and its pieces do, in words and pictures. Read in private; whoever
//! may write in a channel may show a page to everybody there.

use std::sync::Arc;

use engine::battalion::Definition;
use render::Picture;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, Permissions,
};

use super::{Outcome, guild, person, refuse, who};
use crate::discord::answer::{Answer, CONTENT, OPTION_TEXT, OPTIONS};
use crate::discord::app::Shared;
use crate::discord::custom_id::{CustomId, PageAction, PageRef};
use crate::discord::error::Error;
use crate::discord::menu::Item;
use crate::discord::responder::Responder;
use crate::discord::wording::{cards, clean, clip, rules as words};
use crate::host::ThemeName;
use crate::host::rulebook::{Found, find_rule, heading, topics};

/// Characters of a preview's page; the rest is for what stands around it.
const PREVIEW: usize = CONTENT - 400;
/// Rows of menus that fit beside the row of buttons.
const MENUS: usize = 4;

/// What stands at a place of the rulebook.
struct Told {
    place: PageRef,
    pages: Vec<String>,
    /// Beside the first page.
    pictures: Vec<Picture>,
    /// Where one can go from here.
    onward: Vec<Item>,
    /// "Which piece?"
    question: &'static str,
}

impl Told {
    fn new(place: PageRef, pages: Vec<String>) -> Self {
        Self {
            place,
            pages,
            pictures: Vec::new(),
            onward: Vec::new(),
            question: words::ONWARD,
        }
    }

    /// A page as it is read, or shown to everybody.
    fn page(&self, page: u16, shown: bool) -> Answer {
        let last = self.pages.len().saturating_sub(1);
        let number = usize::from(page).min(last);
        let text = self.pages.get(number).map_or("", String::as_str);
        let mut answer = Answer::text(text);
        if number == 0 {
            answer = illustrated(answer, &self.pictures);
        }
        if shown {
            return answer;
        }
        let mut buttons = Vec::new();
        let mut button = |label: &str, action: PageAction, disabled: bool| {
            if let Some(id) = CustomId::from(action).encode() {
                let button = CreateButton::new(id)
                    .label(label)
                    .style(ButtonStyle::Secondary);
                buttons.push(button.disabled(disabled));
            }
        };
        let at = |page: usize| u16::try_from(page).unwrap_or(u16::MAX);
        if last > 0 {
            // Around the ends, so that no two buttons share an id.
            let before = number.checked_sub(1).unwrap_or(last);
            let after = if number == last { 0 } else { number + 1 };
            if before != after {
                button(
                    "Previous",
                    PageAction::Read(self.place.clone(), at(before)),
                    false,
                );
            }
            let label = format!("Next ({} of {})", number + 1, last + 1);
            button(
                &label,
                PageAction::Read(self.place.clone(), at(after)),
                false,
            );
        }
        button(
            "Show Everyone",
            PageAction::Show(self.place.clone(), at(number)),
            false,
        );
        answer.rows(self.menus()).buttons(buttons)
    }

    fn menus(&self) -> Vec<CreateActionRow> {
        let menu = |(number, items): (u16, &[Item])| {
            let options = items.iter().map(|item| {
                let option =
                    CreateSelectMenuOption::new(clip(&item.label, OPTION_TEXT), &item.value);
                match item.detail.as_str() {
                    "" => option,
                    detail => option.description(clip(detail, OPTION_TEXT)),
                }
            });
            let kind = CreateSelectMenuKind::String {
                options: options.collect(),
            };
            let id = CustomId::from(PageAction::Choose(number)).encode()?;
            let menu = CreateSelectMenu::new(id, kind).placeholder(self.question);
            Some(CreateActionRow::SelectMenu(menu))
        };
        let chunks = self.onward.chunks(OPTIONS).take(MENUS);
        (0..).zip(chunks).filter_map(menu).collect()
    }
}

fn illustrated(mut answer: Answer, pictures: &[Picture]) -> Answer {
    for (number, picture) in (1..).zip(pictures) {
        answer = answer.picture_named(picture, &format!("picture-{number}.png"));
    }
    answer
}

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
    let mut told = law(&place, found.topic)?;
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
                Told::new(place, alone)
                    .with_way_back(&mut told)
                    .page(0, false),
            )
            .await;
        return Ok(());
    }
    responder.say(told.page(0, false)).await;
    Ok(())
}

impl Told {
    /// The menu of another place, with that place itself in front.
    fn with_way_back(mut self, whole: &mut Told) -> Self {
        self.onward = std::mem::take(&mut whole.onward);
        let all = self
            .onward
            .iter()
            .position(|item| item.value == self.place.to_string());
        if let Some(all) = all {
            let item = self.onward.remove(all);
            self.onward.insert(0, item);
        }
        self
    }
}

/// `/rules battalion`, `/battalions show`.
pub async fn battalion(app: &Shared, responder: &Responder, text: &str) -> Outcome {
    responder.hold().await;
    let definition = app
        .host
        .definition(&who(responder), guild(responder), text)
        .await?;
    let told = of_battalion(app, responder, definition).await?;
    responder.say(told.page(0, false)).await;
    Ok(())
}

/// `/rules piece`.
pub async fn piece(app: &Shared, responder: &Responder, text: &str) -> Outcome {
    responder.hold().await;
    let found = app
        .host
        .piece(&who(responder), guild(responder), text)
        .await?;
    let told = match found.as_slice() {
        [one] => of_piece(app, responder, one).await?,
        several => {
            let mut told = Told::new(PageRef::Battalions, vec![words::which_piece(several.len())]);
            told.onward = several
                .iter()
                .map(|found| item(found.name(), place_of(found)))
                .collect();
            told.question = words::WHICH;
            told
        }
    };
    responder.say(told.page(0, false)).await;
    Ok(())
}

/// `/battalions list`.
pub async fn battalions(app: &Shared, responder: &Responder) -> Outcome {
    read(app, responder, PageRef::Battalions, 0).await
}

/// A page, in private.
pub async fn read(app: &Shared, responder: &Responder, place: PageRef, page: u16) -> Outcome {
    responder.hold().await;
    let told = tell(app, responder, place).await?;
    responder.say(told.page(page, false)).await;
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
    let told = tell(app, responder, place).await?;
    let shown = told
        .page(page, true)
        .also(&words::shown_by(&clean(&responder.name)));
    responder.show(shown).await;
    Ok(())
}

async fn tell(app: &Shared, responder: &Responder, place: PageRef) -> Result<Told, Error> {
    match &place {
        PageRef::Contents => Ok(contents(place)),
        PageRef::Topic(number) => law(&place, usize::from(*number)),
        PageRef::Battalions => {
            let all = app
                .host
                .definitions(&who(responder), guild(responder))
                .await?;
            let mut told = Told::new(place, words::battalions(&all));
            told.onward = all
                .iter()
                .map(|one| item(one.name.clone(), PageRef::Battalion(one.id.clone())))
                .collect();
            told.question = words::WHICH_BATTALION;
            Ok(told)
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

fn contents(place: PageRef) -> Told {
    let mut told = Told::new(place, words::contents(topics()));
    told.onward = topic_items();
    told.question = words::WHICH_TOPIC;
    told
}

fn law(place: &PageRef, number: usize) -> Result<Told, Error> {
    let Some(topic) = topics().get(number) else {
        return Err(refuse(words::GONE));
    };
    let mut told = Told::new(place.clone(), words::topic(&heading(topic), &topic.rules));
    told.onward = topic_items();
    told.question = words::WHICH_TOPIC;
    Ok(told)
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
) -> Result<Told, Error> {
    let theme = theme(app, responder).await;
    let sheet = app
        .host
        .sheet(
            Arc::clone(&definition),
            cards::sheet(&definition),
            theme.into(),
        )
        .await?;
    let pages = words::messages(&definition.name, &words::battalion(&definition), CONTENT);
    let mut told = Told::new(PageRef::Battalion(definition.id.clone()), pages);
    told.pictures = vec![sheet];
    told.onward = piece_items(&definition);
    told.question = words::WHICH_PIECE;
    Ok(told)
}

async fn of_piece(app: &Shared, responder: &Responder, found: &Found) -> Result<Told, Error> {
    let theme = theme(app, responder).await;
    let definition = &found.definition;
    let Some(piece) = definition.pieces.get(found.piece) else {
        return Err(refuse(words::GONE));
    };
    let pictures = app.host.piece_pictures(found, theme.into()).await?;
    let pages = words::messages(&found.name(), &words::piece(definition, piece), CONTENT);
    let mut told = Told::new(place_of(found), pages);
    told.pictures = pictures;
    told.onward = piece_items(definition);
    told.question = words::WHICH_PIECE;
    Ok(told)
}

/// Pages of a preview, of a Battalion that is not to be found in any list: itself with its sheet, then each piece with its pictures.
pub struct Preview {
    definition: Arc<Definition>,
    /// The text of each page, and the piece it is about.
    pages: Vec<(Option<usize>, String)>,
}

impl Preview {
    /// Of a Battalion.
    pub fn new(definition: Arc<Definition>) -> Self {
        let whole = words::messages(&definition.name, &words::battalion(&definition), PREVIEW);
        let mut pages: Vec<_> = whole.into_iter().map(|text| (None, text)).collect();
        for (index, piece) in definition.pieces.iter().enumerate() {
            let texts = words::messages(&piece.name, &words::piece(&definition, piece), PREVIEW);
            pages.extend(texts.into_iter().map(|text| (Some(index), text)));
        }
        Self { definition, pages }
    }

    /// How many pages there are.
    pub fn len(&self) -> u16 {
        u16::try_from(self.pages.len()).unwrap_or(u16::MAX)
    }

    /// A page, drawn as the person likes it.
    pub async fn page(
        &self,
        app: &Shared,
        responder: &Responder,
        number: u16,
    ) -> Result<Answer, Error> {
        let number = number.min(self.len().saturating_sub(1));
        let Some((piece, text)) = self.pages.get(usize::from(number)) else {
            return Err(refuse(words::GONE));
        };
        let theme = theme(app, responder).await.into();
        let definition = Arc::clone(&self.definition);
        let pictures = match *piece {
            None => {
                let words = cards::sheet(&definition);
                vec![app.host.sheet(definition, words, theme).await?]
            }
            Some(piece) => {
                app.host
                    .piece_pictures(&Found { definition, piece }, theme)
                    .await?
            }
        };
        Ok(illustrated(Answer::text(text), &pictures))
    }
}
