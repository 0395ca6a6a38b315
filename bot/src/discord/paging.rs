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

    /// Page of at most this many entries, and fewer if they are too long for a message. `length`: characters of an
    /// entry.
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
    use std::fmt::Debug;

    use engine::titans::GameMode;
    use engine::view::Played;

    use super::*;
    use crate::discord::custom_id::ListOf;
    use crate::discord::features::{games, log};
    use crate::host::{
        AdminChange, ChannelId, GameId, GuildId, ListedGame, Listing, LogEntry, Member, MessageId, PersonId, Place,
        SettingChange,
    };

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

    /// Indices of the entries on each page, of up to five, for entries of these lengths.
    fn fitted(lengths: &[usize]) -> Vec<Vec<usize>> {
        let all: Vec<(usize, usize)> = lengths.iter().copied().enumerate().collect();
        let page = |number| Page::fitting(&all, number, 5, |(_, length)| *length);
        let of = u16::try_from(page(0).of).unwrap();
        (0..of).map(|number| page(number).items.iter().map(|(index, _)| *index).collect()).collect()
    }

    #[test]
    fn entries_too_long_for_a_message_are_on_more_pages() {
        let half = ENTRIES / 2;
        for (lengths, expected) in [
            (vec![], vec![vec![]]),
            // Short entries: only their number counts.
            (vec![10; 5], vec![vec![0, 1, 2, 3, 4]]),
            (vec![10; 12], vec![vec![0, 1, 2, 3, 4], vec![5, 6, 7, 8, 9], vec![10, 11]]),
            // Each entry has a line of its own.
            (vec![half - 1; 4], vec![vec![0, 1], vec![2, 3]]),
            (vec![half; 3], vec![vec![0], vec![1], vec![2]]),
            // An entry that is too long for any page stands alone.
            (vec![5_000], vec![vec![0]]),
            (vec![5_000, 10, 10], vec![vec![0], vec![1, 2]]),
            (vec![10, 5_000, 10], vec![vec![0], vec![1], vec![2]]),
        ] {
            assert_eq!(fitted(&lengths), expected, "{lengths:?}");
        }
        let lengths: Vec<usize> = (0..40).map(|index| index * 397 % 2_500).collect();
        let pages = fitted(&lengths);
        assert_eq!(pages.concat(), (0..40).collect::<Vec<usize>>(), "each entry is on one page");
        for page in pages {
            let characters: usize = page.iter().map(|index| lengths[*index] + 1).sum();
            assert!(page.len() == 1 || (page.len() <= 5 && characters <= ENTRIES), "{page:?}: {characters}");
        }
    }

    /// Asserts that a list is too long for one message, that each of its pages fits in one with its number at the end,
    /// and that each entry is on one page.
    fn assert_pages_fit<T: Clone + Debug + PartialEq>(
        all: &[T],
        size: usize,
        length: fn(&T) -> usize,
        text: impl Fn(&[T]) -> String,
    ) {
        assert!(all.len() <= size && text(all).chars().count() > CONTENT, "{}", text(all));
        let of = Page::fitting(all, 0, size, length).of;
        let mut found = Vec::new();
        for number in 0..of {
            let page = Page::fitting(all, u16::try_from(number).unwrap(), size, length);
            let said = page.numbered(text(page.items));
            assert!(said.chars().count() <= CONTENT, "{} characters: {said}", said.chars().count());
            assert!(said.ends_with(&format!("\nPage {} of {of}", number + 1)), "{said}");
            found.extend_from_slice(page.items);
        }
        assert_eq!(found, all);
    }

    /// Person with the longest name that is shown. Each of its characters is escaped.
    fn long_name(person: u64) -> Member {
        Member { person: PersonId(person), name: "_".repeat(32) }
    }

    #[test]
    fn ten_games_with_long_names_and_ids_are_on_pages_that_fit_a_message() {
        let id = 1_234_567_890_123_456_789;
        let game = |number| ListedGame {
            game: GameId(number),
            place: Place { guild: Some(GuildId(id)), channel: ChannelId(id), parent: None },
            message: Some(MessageId(id)),
            what: Listing::Playing(Played::Titans(GameMode::Assassin)),
            others: (2..=6).map(long_name).collect(),
            waiting: false,
            to_act: vec![long_name(2)],
            deadline: Some(1_800_000_000),
            standing: None,
        };
        let all: Vec<ListedGame> = (1..=10).map(game).collect();
        assert_pages_fit(&all, 10, games::words::length, |page| games::words::mine(page, true));
    }

    #[test]
    fn five_long_entries_of_a_log_are_on_pages_that_fit_a_message() {
        let role = || serde_json::json!({"id": 5, "name": "_".repeat(100)});
        let change = |key: &str| SettingChange { key: key.to_owned(), from: role(), to: role() };
        let entry = |at| LogEntry {
            at,
            by: Some(long_name(1)),
            what: Some(AdminChange::Settings(vec![change("admins"), change("makers")])),
        };
        let all: Vec<LogEntry> = (1..=5).map(entry).collect();
        assert_pages_fit(&all, 5, log::words::length, log::words::page);
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
