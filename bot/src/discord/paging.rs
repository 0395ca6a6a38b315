//! Lists that are shown page by page.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::answer::{Answer, CONTENT};
use crate::discord::custom_id::CustomId;

/// A part of a list.
pub struct Page<'a, T> {
    /// Entries of the page.
    pub items: &'a [T],
    /// Its number, from 0.
    pub number: usize,
    of: usize,
}

/// Maximum characters of the entries of a page; the rest of the message is for a heading and the number of the page.
const ENTRIES: usize = CONTENT - 200;

impl<'a, T> Page<'a, T> {
    /// Page of this many entries; the last page if the number is too large.
    pub fn of(all: &'a [T], number: u16, size: usize) -> Self {
        Self::fitting(all, number, size, |_| 0)
    }

    /// Page of at most this many entries, and fewer if they are too long for a message. `length`: characters of an entry.
    pub fn fitting(all: &'a [T], number: u16, size: usize, length: impl Fn(&T) -> usize) -> Self {
        let mut pages: Vec<&[T]> = Vec::new();
        let (mut begin, mut used) = (0, 0);
        for (index, entry) in all.iter().enumerate() {
            let more = length(entry) + 1;
            if index > begin && (index - begin == size || used + more > ENTRIES) {
                pages.push(&all[begin..index]);
                (begin, used) = (index, 0);
            }
            used += more;
        }
        pages.push(&all[begin..]);
        let number = usize::from(number).min(pages.len() - 1);
        Self { items: pages[number], number, of: pages.len() }
    }

    /// The text with the number of the page, where there is more than one.
    pub fn numbered(&self, text: String) -> String {
        match self.of {
            1 => text,
            of => format!("{text}\nPage {} of {of}", self.number + 1),
        }
    }

    /// With buttons to turn it, where there is more than one; `id` is that of a page.
    pub fn turned(&self, answer: Answer, id: impl Fn(u16) -> CustomId) -> Answer {
        if self.of == 1 {
            return answer;
        }
        let turn = |label: &str, to: Option<usize>| {
            let page = to.and_then(|to| u16::try_from(to).ok()).unwrap_or(u16::MAX);
            let id = id(page).encode().unwrap_or_default();
            // Disabled buttons lead nowhere, each by an id of its own.
            let id = if to.is_some() { id } else { format!("{id}!{label}") };
            CreateButton::new(id).label(label).style(ButtonStyle::Secondary).disabled(to.is_none())
        };
        let next = Some(self.number + 1).filter(|next| *next < self.of);
        answer.rows(vec![CreateActionRow::Buttons(vec![
            turn("Previous", self.number.checked_sub(1)),
            turn("Next", next),
        ])])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::custom_id::ListOf;

    /// Page of up to five entries out of `entries`: their indices, the text, and the buttons with their targets.
    fn shown(entries: usize, number: u16) -> (Vec<usize>, String, Vec<(String, bool, String)>) {
        let all: Vec<usize> = (0..entries).collect();
        let page = Page::of(&all, number, 5);
        let id = |page| CustomId::List(ListOf::Mine, page);
        let answer = page.turned(Answer::text(page.numbered("List".to_owned())), id);
        let text = answer.content().to_owned();
        let message = serde_json::to_value(answer.message()).unwrap();
        let rows = message["components"].as_array().cloned().unwrap_or_default();
        let buttons = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        let button = |button: serde_json::Value| {
            let word = |key: &str| button[key].as_str().unwrap_or_default().to_owned();
            (word("label"), button["disabled"] != true, word("custom_id"))
        };
        (page.items.to_vec(), text, buttons.map(button).collect())
    }

    #[test]
    fn a_list_is_cut_into_pages_that_lead_to_each_other() {
        // Entries, page asked for; entries shown, page and pages (none where there is one), ways back and on.
        for (entries, asked, items, place, back, on) in [
            (0, 0, 0..0, None, None, None),
            (0, 7, 0..0, None, None, None),
            (1, 0, 0..1, None, None, None),
            (5, 0, 0..5, None, None, None),
            (5, 1, 0..5, None, None, None),
            (6, 0, 0..5, Some((1, 2)), None, Some("list:1")),
            (6, 1, 5..6, Some((2, 2)), Some("list:0"), None),
            (6, 2, 5..6, Some((2, 2)), Some("list:0"), None),
            (10, 1, 5..10, Some((2, 2)), Some("list:0"), None),
            (11, 1, 5..10, Some((2, 3)), Some("list:0"), Some("list:2")),
            (11, u16::MAX, 10..11, Some((3, 3)), Some("list:1"), None),
        ] {
            let (found, text, buttons) = shown(entries, asked);
            assert_eq!(found, items.collect::<Vec<_>>(), "{entries} entries, page {asked}");
            let Some((number, of)) = place else {
                assert_eq!((text.as_str(), buttons.len()), ("List", 0), "{entries} entries, page {asked}");
                continue;
            };
            assert_eq!(text, format!("List\nPage {number} of {of}"));
            let ways = [("Previous", back), ("Next", on)];
            for ((label, enabled, id), (expected, to)) in buttons.iter().zip(ways) {
                assert_eq!((label.as_str(), *enabled), (expected, to.is_some()), "{entries} entries, page {asked}");
                assert!(to.is_none_or(|to| id == to), "{id}");
            }
            assert_ne!(buttons[0].2, buttons[1].2, "Discord takes each id once");
        }
    }
}
