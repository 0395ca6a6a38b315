//! Lists that are shown page by page.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::answer::Answer;
use crate::discord::custom_id::CustomId;

/// A part of a list.
pub struct Page<'a, T> {
    /// What stands on it.
    pub items: &'a [T],
    /// Its number, from 0.
    pub number: usize,
    of: usize,
}

impl<'a, T> Page<'a, T> {
    /// A page of so many entries; the last one for a number that is too large.
    pub fn of(all: &'a [T], number: u16, size: usize) -> Self {
        let of = all.len().div_ceil(size).max(1);
        let number = usize::from(number).min(of - 1);
        let items = all.chunks(size).nth(number).unwrap_or_default();
        Self { items, number, of }
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
