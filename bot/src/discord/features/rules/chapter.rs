//! Pages of the rulebook as messages, with buttons and menus to other pages.

use render::Picture;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::answer::{Answer, CONTENT, OPTION_TEXT, OPTIONS};
use crate::discord::custom_id::{CustomId, PageAction, PageRef, RemarkRef};
use crate::discord::features::gallery::remarks;
use crate::discord::features::rules::words::{self, Paragraph};
use crate::discord::menu::Item;
use crate::discord::wording::clip;
use crate::host::GameId;

/// Rows of menus that fit beside the row of buttons.
const MENUS: usize = 4;

/// Characters of a note, with what divides it from the text.
const NOTE: usize = 120;

/// Content of a place in the rulebook.
pub struct Chapter {
    /// Place in the rulebook.
    pub place: PageRef,
    /// Text of each page.
    pub pages: Vec<String>,
    /// Beside one page.
    pub pictures: Vec<Picture>,
    /// Number of the page; the first by default.
    pub pictured: u16,
    /// Further places.
    pub onward: Vec<Item>,
    /// "Which piece?"
    pub question: &'static str,
    /// Below each page; may be empty.
    pub note: String,
    /// Shared Battalion with a button for remarks to its designer.
    pub shared: Option<RemarkRef>,
}

impl Chapter {
    /// Pages alone.
    pub fn new(place: PageRef, pages: Vec<String>) -> Self {
        Self {
            place,
            pages,
            pictures: Vec::new(),
            pictured: 0,
            onward: Vec::new(),
            question: words::ONWARD,
            note: String::new(),
            shared: None,
        }
    }

    /// Pages of a text, each short enough for a note below it.
    pub fn of(place: PageRef, title: &str, text: &[Paragraph]) -> Self {
        Self::new(place, words::messages(title, text, CONTENT - NOTE))
    }

    /// Page for one reader, or for everyone.
    pub fn page(&self, page: u16, shown: bool) -> Answer {
        let last = self.pages.len().saturating_sub(1);
        let number = usize::from(page).min(last);
        let text = self.pages.get(number).map_or("", String::as_str);
        let mut answer = Answer::text(text);
        if !self.note.is_empty() {
            answer = answer.also(&self.note);
        }
        if number == usize::from(self.pictured) {
            answer = answer.pictures(&self.pictures);
        }
        if shown {
            return answer;
        }
        let mut buttons = Vec::new();
        let mut button = |label: &str, action: PageAction, disabled: bool| {
            if let Some(id) = CustomId::from(action).encode() {
                let button = CreateButton::new(id).label(label).style(ButtonStyle::Secondary);
                buttons.push(button.disabled(disabled));
            }
        };
        let at = |page: usize| u16::try_from(page).unwrap_or(u16::MAX);
        if last > 0 {
            // Around the ends, so that no two buttons share an id.
            let before = number.checked_sub(1).unwrap_or(last);
            let after = if number == last { 0 } else { number + 1 };
            if before != after {
                button("Previous", PageAction::Read(self.place.clone(), at(before)), false);
            }
            let label = format!("Next ({} of {})", number + 1, last + 1);
            button(&label, PageAction::Read(self.place.clone(), at(after)), false);
        }
        button(words::SHOW, PageAction::Show(self.place.clone(), at(number)), false);
        buttons.extend(self.shared.map(remarks::button));
        answer.rows(self.menus()).buttons(buttons)
    }

    /// First page with its menus, for results of a search, which cannot be shown to everyone.
    pub fn private_page(&self) -> Answer {
        let text = self.pages.first().map_or("", String::as_str);
        Answer::text(text).rows(self.menus())
    }

    fn menus(&self) -> Vec<CreateActionRow> {
        let menu = |(number, items): (u16, &[Item])| {
            let options = items.iter().map(|item| {
                let option = CreateSelectMenuOption::new(clip(&item.label, OPTION_TEXT), &item.value);
                match item.detail.as_str() {
                    "" => option,
                    detail => option.description(clip(detail, OPTION_TEXT)),
                }
            });
            let kind = CreateSelectMenuKind::String { options: options.collect() };
            let id = CustomId::from(PageAction::Choose(number)).encode()?;
            let menu = CreateSelectMenu::new(id, kind).placeholder(self.question);
            Some(CreateActionRow::SelectMenu(menu))
        };
        let chunks = self.onward.chunks(OPTIONS).take(MENUS);
        (0..).zip(chunks).filter_map(menu).collect()
    }

    /// As it is played in a game: all ways on lead to that as well.
    pub fn for_game(mut self, game: GameId, version: Option<i64>) -> Self {
        let played = |place: PageRef| PageRef::Played(game, Box::new(place));
        self.place = played(self.place);
        for item in &mut self.onward {
            if let Some(place) = PageRef::read(&item.value) {
                item.value = played(place).to_string();
            }
        }
        self.note = words::as_played(version);
        self
    }

    /// Menu of another place, with that place itself first.
    pub fn with_way_back(mut self, whole: &mut Chapter) -> Self {
        self.onward = std::mem::take(&mut whole.onward);
        let place = whole.place.to_string();
        let all = self.onward.iter().position(|item| item.value == place);
        if let Some(all) = all {
            let item = self.onward.remove(all);
            self.onward.insert(0, item);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// A message has at most 2,000 characters; what is longer is cut off.
    #[test]
    fn a_full_page_has_room_for_its_note() {
        let mut army = (*engine::battalion::load_builtin("medieval").unwrap()).clone();
        army.prose = "Slow and steady. ".repeat(1_000);
        let mut chapter = Chapter::of(PageRef::Contents, &army.name, &words::battalion(&army));
        chapter = chapter.for_game(GameId(i64::MAX), Some(i64::MAX));
        let pages = u16::try_from(chapter.pages.len()).unwrap();
        assert!(pages > 5, "{pages}");
        for page in 0..pages {
            let answer = chapter.page(page, true);
            assert!(answer.content().ends_with(&chapter.note), "{}", answer.content());
        }
    }

    /// Discord shows at most 25 options in a menu, and five rows of components.
    #[test]
    fn many_further_places_are_divided_into_several_menus() {
        for (places, options) in [(25, vec![25]), (26, vec![25, 1]), (130, vec![25; 4])] {
            let mut chapter = Chapter::new(PageRef::Contents, vec!["Pieces".to_owned()]);
            let piece = |number| Item::new(format!("Piece {number}"), PageRef::Rule(format!("m-{number}")).to_string());
            chapter.onward = (0..places).map(piece).collect();
            let message = serde_json::to_value(chapter.page(0, false).message()).unwrap();
            let rows = message["components"].as_array().unwrap();
            let menus = rows.iter().filter_map(|row| row["components"][0]["options"].as_array().map(Vec::len));
            assert_eq!(menus.collect::<Vec<_>>(), options, "{places}");
            let ids = rows.iter().filter_map(|row| row["components"][0]["custom_id"].as_str());
            assert_eq!(ids.collect::<std::collections::BTreeSet<_>>().len(), rows.len(), "{places}");
            assert!(rows.iter().all(Value::is_object) && rows.len() <= 5, "{places}");
        }
    }
}
