//! Rulebook: rules of the games, Battalions and pieces, in words and pictures. Pages are private. People who may write
//! in a channel can show a page to everyone there.

pub mod commands;
pub mod manual;
pub mod words;

mod articles;
mod changed;
mod chapter;
mod played;
mod preview;

use crate::discord::answer::{Answer, OPTION_TEXT, OPTIONS};
use crate::discord::custom_id::{PageAction, PageRef};
use crate::discord::error::Error;
use crate::discord::features::lobby::words as lobby_words;
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request, refuse};
use crate::host::Who;
use crate::host::rulebook::{LawPlace, Rule, find_rule, heading, search, topics};
use articles::{item, of_piece, place_of, which_piece};
use changed::{of_battalion_here, what_changed};
use chapter::Chapter;
pub use played::game_here;
use played::{piece_or_which, played_battalion, played_piece};
pub use preview::Preview;

/// `/rules game`: a topic or a rule by its name or number, else the rules about what was typed; the contents if nothing was.
pub async fn game(request: &Request, topic: Option<&str>) -> Outcome {
    request.hold().await;
    let Some(text) = topic.map(str::trim).filter(|text| !text.is_empty()) else {
        return read(request, PageRef::Contents, 0).await;
    };
    if let Some(found) = find_rule(text) {
        return read(request, page_of(found), 0).await;
    }
    let places = if names_a_rule(text) { Vec::new() } else { search(text) };
    match places.as_slice() {
        [] => Err(refuse(words::no_topic(text))),
        [only] => read(request, page_of(*only), 0).await,
        several => {
            request.say(results(text, several)).await;
            Ok(())
        }
    }
}

/// Returns true for the number of a rule, such as "T-12", whether or not there is one.
fn names_a_rule(text: &str) -> bool {
    let is = |part: &str, kind: fn(&char) -> bool| !part.is_empty() && part.chars().all(|letter| kind(&letter));
    text.split_once('-')
        .is_some_and(|(book, number)| is(book, char::is_ascii_alphabetic) && is(number, char::is_ascii_digit))
}

/// Shows the best result, with a menu of all results.
fn results(text: &str, places: &[LawPlace]) -> Answer {
    let rules: Vec<(&Rule, PageRef)> =
        places.iter().take(OPTIONS).filter_map(|place| Some((rule_at(*place)?, page_of(*place)))).collect();
    let told: Vec<&Rule> = rules.iter().map(|(rule, _)| *rule).collect();
    let mut chapter = Chapter::new(PageRef::Contents, vec![words::found(text, &told)]);
    chapter.onward = rules.into_iter().map(|(rule, page)| item(words::choice(rule, OPTION_TEXT), page)).collect();
    chapter.question = words::WHICH_RULE;
    chapter.private_page()
}

fn rule_at(place: LawPlace) -> Option<&'static Rule> {
    topics().get(place.topic)?.rules.get(place.rule?)
}

/// Place of a rule or topic in the rulebook.
fn page_of(place: LawPlace) -> PageRef {
    match rule_at(place) {
        Some(rule) => PageRef::Rule(rule.number.to_lowercase()),
        None => PageRef::Topic(u16::try_from(place.topic).unwrap_or(u16::MAX)),
    }
}

/// `/battalions show`, `/battalions show`.
pub async fn battalion(request: &Request, text: &str) -> Outcome {
    request.hold().await;
    let chapter = match game_here(request).await {
        Some(game) => played_battalion(request, game, text).await?,
        None => None,
    };
    let chapter = match chapter {
        Some(chapter) => chapter,
        None => {
            let definition = request.host().rulebook.definition(&request.who(), request.guild, text).await?;
            of_battalion_here(request, definition).await?
        }
    };
    request.say(chapter.page(0, false)).await;
    Ok(())
}

/// `/rules piece`.
pub async fn piece(request: &Request, text: &str) -> Outcome {
    request.hold().await;
    if let Some(game) = game_here(request).await
        && let Some(answer) = piece_or_which(request, game, text).await?
    {
        request.say(answer).await;
        return Ok(());
    }
    let found = request.host().rulebook.piece(&request.who(), request.guild, text).await?;
    let answer = match found.as_slice() {
        [one] => of_piece(request, one).await?.page(0, false),
        several => {
            let items = several.iter().map(|found| item(found.name(), place_of(found)));
            which_piece(items.collect())
        }
    };
    request.say(answer).await;
    Ok(())
}

/// `/battalions icons`.
pub async fn icons(request: &Request, search: Option<&str>) -> Outcome {
    let place = PageRef::icons(search.unwrap_or_default());
    read(request, place, 0).await
}

/// Shows a page of icons that match the search.
async fn of_icons(request: &Request, place: PageRef, wanted: &str, page: u16) -> Result<Chapter, Error> {
    let found = render::find_icons(wanted);
    if found.is_empty() {
        let near = render::nearest_icon(wanted);
        return Err(refuse(words::no_icon(&wanted.replace('-', " "), near)));
    }
    let pages: Vec<&[&str]> = found.chunks(render::cards::ICONS).collect();
    let number = usize::from(page).min(pages.len() - 1);
    let shown = pages[number].to_vec();
    let theme = request.theme().await.into();
    let title = words::icons_title(wanted);
    let picture = request.host().battalions.icon_page(title, shown, theme).await?;
    let texts = pages.iter().map(|icons| words::icons(icons, found.len()));
    let mut chapter = Chapter::new(place, texts.collect());
    chapter.pictures = vec![picture];
    chapter.pictured = u16::try_from(number).unwrap_or(u16::MAX);
    Ok(chapter)
}

/// `/battalions list`.
pub async fn battalions(request: &Request) -> Outcome {
    read(request, PageRef::Battalions, 0).await
}

/// Shows a page in private.
pub async fn read(request: &Request, place: PageRef, page: u16) -> Outcome {
    request.hold().await;
    let chapter = tell(request, place, page).await?;
    request.say(chapter.page(page, false)).await;
    Ok(())
}

/// Handles a press in the rulebook.
pub async fn press(request: &Request, action: PageAction, value: Option<&str>) -> Outcome {
    match action {
        PageAction::Read(place, page) => read(request, place, page).await,
        PageAction::Choose(_) => match value.and_then(PageRef::read) {
            Some(place) => read(request, place, 0).await,
            None => Err(refuse(words::GONE)),
        },
        PageAction::Show(place, page) => show(request, place, page).await,
    }
}

/// Shows a page to everyone in the channel. Refuses people who may not write there.
async fn show(request: &Request, place: PageRef, page: u16) -> Outcome {
    request.hold().await;
    let everyone = request.to_everyone()?;
    // Content for administrators is not for the channel.
    let chapter = match place {
        PageRef::Battalions => list_of_battalions(request, &request.who().without_rights()).await?,
        place => tell(request, place, page).await?,
    };
    everyone.show(chapter.page(page, true)).await;
    Ok(())
}

/// Content of a place, with the pictures beside one of its pages.
async fn tell(request: &Request, place: PageRef, page: u16) -> Result<Chapter, Error> {
    match &place {
        PageRef::Contents => Ok(contents(place)),
        PageRef::Icons(wanted) => {
            let wanted = wanted.clone();
            of_icons(request, place, &wanted, page).await
        }
        PageRef::Topic(number) => {
            let mut chapter = law(place.clone(), usize::from(*number))?;
            let topic = topics().get(usize::from(*number));
            if topic.is_some_and(|topic| topic.rules.iter().any(|rule| rule.number == PLACEMENT)) {
                chapter.note = placement_here(request).await;
            }
            Ok(chapter)
        }
        PageRef::Rule(number) => {
            let mut chapter = one_rule(&place, number)?;
            if number.eq_ignore_ascii_case(PLACEMENT) {
                chapter.note = placement_here(request).await;
            }
            Ok(chapter)
        }
        PageRef::Battalions => list_of_battalions(request, &request.who()).await,
        PageRef::Battalion(id) => {
            let definition = request.host().rulebook.definition(&request.who(), request.guild, id).await?;
            of_battalion_here(request, definition).await
        }
        PageRef::Changes(id) => what_changed(request, place.clone(), id).await,
        PageRef::Played(game, inner) => {
            request.ensure_can_view(*game).await?;
            let chapter = match &**inner {
                PageRef::Battalion(id) => played_battalion(request, *game, id).await?,
                PageRef::Piece(battalion, piece) => {
                    let key = format!("{battalion}/{piece}");
                    played_piece(request, *game, &key).await?
                }
                _ => None,
            };
            chapter.ok_or_else(|| refuse(words::GONE))
        }
        PageRef::Piece(battalion, piece) => {
            let found =
                request.host().rulebook.piece(&request.who(), request.guild, &format!("{battalion}/{piece}")).await?;
            match found.first() {
                Some(found) => of_piece(request, found).await,
                None => Err(refuse(words::GONE)),
            }
        }
    }
}

/// List of the Battalions that a person can pick here.
async fn list_of_battalions(request: &Request, who: &Who) -> Result<Chapter, Error> {
    let all = request.host().rulebook.definitions(who, request.guild).await?;
    let mut chapter = Chapter::new(PageRef::Battalions, words::battalions(&all));
    chapter.onward = all.iter().map(|one| item(one.name.clone(), PageRef::Battalion(one.id.clone()))).collect();
    chapter.question = words::WHICH_BATTALION;
    Ok(chapter)
}

/// Number of the rule about placing Territories.
const PLACEMENT: &str = "T-15";

/// Placement of Territories in the game of the channel; empty without a game.
async fn placement_here(request: &Request) -> String {
    let Ok(game) = request.find_game(None).await else { return String::new() };
    match request.host().lobbies.placement_of(game).await {
        Ok(Some(style)) => words::in_this_game(lobby_words::placement(style)),
        Ok(None) | Err(_) => String::new(),
    }
}

fn topic_items() -> Vec<Item> {
    let place = |number: usize| PageRef::Topic(u16::try_from(number).unwrap_or(u16::MAX));
    let items = topics().iter().enumerate();
    items.map(|(number, topic)| item(heading(topic), place(number))).collect()
}

fn contents(place: PageRef) -> Chapter {
    let mut chapter = Chapter::new(place, words::contents(topics()));
    chapter.onward = topic_items();
    chapter.question = words::WHICH_TOPIC;
    chapter
}

/// Chapter of one rule; its menu begins with the rest of the topic.
fn one_rule(place: &PageRef, number: &str) -> Result<Chapter, Error> {
    let gone = || refuse(words::GONE);
    let found = find_rule(number).ok_or_else(gone)?;
    let (topic, rule) = (topics().get(found.topic), rule_at(found));
    let (topic, rule) = topic.zip(rule).ok_or_else(gone)?;
    let mut whole = law(page_of(LawPlace { rule: None, ..found }), found.topic)?;
    let alone = words::topic(&heading(topic), std::slice::from_ref(rule));
    Ok(Chapter::new(place.clone(), alone).with_way_back(&mut whole))
}

fn law(place: PageRef, number: usize) -> Result<Chapter, Error> {
    let Some(topic) = topics().get(number) else {
        return Err(refuse(words::GONE));
    };
    let mut chapter = Chapter::new(place, words::topic(&heading(topic), &topic.rules));
    chapter.onward = topic_items();
    chapter.question = words::WHICH_TOPIC;
    Ok(chapter)
}
