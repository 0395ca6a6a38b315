//! Menus of at most 25 options, split into pages if necessary.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::answer::{OPTION_TEXT, OPTIONS};
use super::custom_id::{ComponentContext, CustomId, Intent};
use super::wording::clip;

/// Option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Label of the option.
    pub label: String,
    /// Value sent when the option is chosen.
    pub value: String,
    /// Line below the label; may be empty.
    pub detail: String,
}

impl Item {
    /// Creates an option without a line below the label.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into(), detail: String::new() }
    }
}

/// Converts to Discord's option.
pub fn option(item: &Item) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(clip(&item.label, OPTION_TEXT), &item.value);
    match item.detail.as_str() {
        "" => option,
        detail => option.description(clip(detail, OPTION_TEXT)),
    }
}

impl ComponentContext {
    /// `custom_id` for an intent. An id that is too long is replaced by one that is rejected when pressed.
    pub fn id(self, intent: Intent) -> String {
        CustomId::Game(self, intent).encode().unwrap_or_else(|| "-".to_owned())
    }

    pub fn button(self, label: &str, style: ButtonStyle, intent: impl Into<Intent>) -> CreateButton {
        let id = self.id(intent.into());
        CreateButton::new(id).label(label).style(style)
    }

    /// Menu with one page in which up to `most` options can be chosen at once.
    pub fn menu_of_several(self, placeholder: &str, items: &[Item], most: usize, intent: Intent) -> CreateActionRow {
        let options: Vec<_> = items.iter().take(OPTIONS).map(option).collect();
        let most = most.clamp(1, options.len().max(1));
        let kind = CreateSelectMenuKind::String { options };
        let menu = CreateSelectMenu::new(self.id(intent), kind).placeholder(placeholder);
        CreateActionRow::SelectMenu(menu.max_values(u8::try_from(most).unwrap_or(1)))
    }

    /// Menu, with buttons for turning pages if there is more than one. `intent` creates the intent of a page.
    pub fn menu(
        self,
        placeholder: &str,
        items: &[Item],
        page: u16,
        intent: impl Fn(u16) -> Intent,
    ) -> Vec<CreateActionRow> {
        if items.is_empty() {
            return Vec::new();
        }
        let pages = items.len().div_ceil(OPTIONS);
        let page = usize::from(page).min(pages - 1);
        let number = |page: usize| u16::try_from(page).unwrap_or(u16::MAX);
        let options = items.iter().skip(page * OPTIONS).take(OPTIONS).map(option);
        let kind = CreateSelectMenuKind::String { options: options.collect() };
        let placeholder = match pages {
            1 => placeholder.to_owned(),
            _ => format!("{placeholder} ({} of {pages})", page + 1),
        };
        let menu = CreateSelectMenu::new(self.id(intent(number(page))), kind).placeholder(placeholder);
        let mut rows = vec![CreateActionRow::SelectMenu(menu)];
        if pages > 1 {
            // The component ids in a message must differ.
            let turn = |label: &str, to: Option<usize>| {
                let button = CreateButton::new(
                    self.id(intent(number(to.unwrap_or(page)))) + if to.is_some() { "" } else { "!" },
                );
                button.label(label).style(ButtonStyle::Secondary).disabled(to.is_none())
            };
            rows.push(CreateActionRow::Buttons(vec![
                turn("Previous", page.checked_sub(1)),
                turn("Next", Some(page + 1).filter(|next| *next < pages)),
            ]));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{GameId, Version};

    /// Label of a button, and the page it leads to if it is enabled.
    type Way = (String, Option<u16>);

    /// Values of a page of a menu, its placeholder, and its buttons.
    fn shown(items: usize, page: u16) -> (Vec<usize>, String, Vec<Way>) {
        let of = ComponentContext { game: GameId(7), version: Version(3) };
        let items: Vec<Item> = (0..items).map(|item| Item::new(format!("Item {item}"), item.to_string())).collect();
        let rows = serde_json::to_value(of.menu("Which?", &items, page, |page| Intent::Look { page })).unwrap();
        let menu = &rows[0]["components"][0];
        let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let options = menu["options"].as_array().cloned().unwrap_or_default();
        let values = options.iter().map(|option| word(&option["value"]).parse().unwrap());
        let buttons = rows[1]["components"].as_array().cloned().unwrap_or_default();
        let mut ids: Vec<String> = buttons.iter().map(|button| word(&button["custom_id"])).collect();
        ids.push(word(&menu["custom_id"]));
        ids.sort();
        ids.dedup();
        assert!(options.is_empty() || ids.len() == buttons.len() + 1, "Discord takes each id once: {ids:?}");
        let leads = |button: &serde_json::Value| {
            let to = match CustomId::decode(&word(&button["custom_id"])) {
                Ok(CustomId::Game(known, Intent::Look { page })) if known == of => Some(page),
                _ => None,
            };
            (word(&button["label"]), to.filter(|_| button["disabled"] != true))
        };
        (values.collect(), word(&menu["placeholder"]), buttons.iter().map(leads).collect())
    }

    #[test]
    fn a_menu_is_cut_into_pages_that_lead_to_each_other() {
        // Items, page asked for; items shown, page and pages, ways back and on.
        for (items, asked, range, place, back, on) in [
            (1, 0, 0..1, None, None, None),
            (25, 0, 0..25, None, None, None),
            (25, 1, 0..25, None, None, None),
            (26, 0, 0..25, Some((1, 2)), None, Some(1)),
            (26, 1, 25..26, Some((2, 2)), Some(0), None),
            (26, u16::MAX, 25..26, Some((2, 2)), Some(0), None),
            (50, 1, 25..50, Some((2, 2)), Some(0), None),
            (51, 1, 25..50, Some((2, 3)), Some(0), Some(2)),
            (51, 2, 50..51, Some((3, 3)), Some(1), None),
        ] {
            let (values, placeholder, buttons) = shown(items, asked);
            assert_eq!(values, range.collect::<Vec<_>>(), "{items} items, page {asked}");
            let (text, ways) = match place {
                None => ("Which?".to_owned(), Vec::new()),
                Some((number, of)) => {
                    let ways = vec![("Previous".to_owned(), back), ("Next".to_owned(), on)];
                    (format!("Which? ({number} of {of})"), ways)
                }
            };
            assert_eq!((placeholder, buttons), (text, ways), "{items} items, page {asked}");
        }
        let of = ComponentContext { game: GameId(7), version: Version(3) };
        assert!(of.menu("Which?", &[], 0, |page| Intent::Look { page }).is_empty(), "no menu without items");
    }

    /// Discord rejects a menu with a longer text, or in which more can be chosen than there is.
    #[test]
    fn menus_stay_within_the_limits_of_discord() {
        let of = ComponentContext { game: GameId(7), version: Version(3) };
        let long = "x".repeat(OPTION_TEXT + 1);
        for (number, most, expected) in [(1, 1, 1), (3, 0, 1), (3, 2, 2), (3, 9, 3), (40, 30, 25)] {
            let items: Vec<Item> = (0..number)
                .map(|item| Item { label: long.clone(), value: item.to_string(), detail: long.clone() })
                .collect();
            let menu = of.menu_of_several("Which?", &items, most, Intent::Look { page: 0 });
            let menu = serde_json::to_value(menu).unwrap()["components"][0].clone();
            assert_eq!(menu["max_values"], expected, "{number} items, {most} at once");
            let options = menu["options"].as_array().unwrap();
            assert_eq!(options.len(), number.min(OPTIONS));
            for text in options.iter().flat_map(|option| [&option["label"], &option["description"]]) {
                assert_eq!(text.as_str().unwrap().chars().count(), OPTION_TEXT);
            }
        }
    }
}
