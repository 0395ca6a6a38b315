//! Component ids of the gallery of shared Battalions. `gallery:0.r.dragon` is the first page of results for "dragon",
//! best rated first; `army:g12.3.p0` is the first page about version 3 of number 12; `army:cABCDEFGHJK.3.add` copies
//! the Battalion with that code.

use std::fmt;

use super::field::decimal;
use crate::host::{GalleryOrder, ShareId, SharedBy};

/// Maximum length of the search words in an id, in bytes.
pub const WORDS: usize = 60;

/// Page of the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryPage {
    /// Page number.
    pub number: u16,
    /// Sort order.
    pub order: GalleryOrder,
    /// Search words.
    pub words: String,
}

const ORDERS: [(&str, GalleryOrder); 3] =
    [("r", GalleryOrder::Rating), ("p", GalleryOrder::Played), ("n", GalleryOrder::Newest)];

impl fmt::Display for GalleryPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = ORDERS.iter().find(|(_, order)| *order == self.order);
        let order = order.map_or("", |(letter, _)| letter);
        write!(f, "{}.{order}.{}", self.number, self.words)
    }
}

impl GalleryPage {
    /// First page of results for these words. Words beyond the limit of an id are dropped.
    pub fn first(order: GalleryOrder, words: &str) -> Self {
        let mut end = words.len().min(WORDS);
        while !words.is_char_boundary(end) {
            end -= 1;
        }
        Self { number: 0, order, words: words[..end].to_owned() }
    }

    /// Another page of the same results.
    pub fn at(&self, number: u16) -> Self {
        Self { number, ..self.clone() }
    }

    /// Parses the text of a page.
    pub fn read(text: &str) -> Option<Self> {
        let (number, rest) = text.split_once('.')?;
        let (order, words) = rest.split_once('.')?;
        let (_, order) = ORDERS.iter().find(|(letter, _)| *letter == order)?;
        Some(Self { number: decimal(number)?, order: *order, words: (words.len() <= WORDS).then(|| words.to_owned())? })
    }
}

/// Action on a shared Battalion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmyAction {
    /// Shows a page about the Battalion.
    Page(u16),
    /// Copies the Battalion to this server.
    Add,
    /// As a button, opens the form for a report; as a form, sends the report.
    Report,
}

/// Version of a shared Battalion, and the action on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyRef {
    /// Number or code of the shared Battalion.
    pub by: SharedBy,
    /// The version that was shown.
    pub version: i64,
    pub action: ArmyAction,
}

impl fmt::Display for ArmyRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.by {
            SharedBy::Gallery(id) => write!(f, "g{id}"),
            SharedBy::Code(code) => write!(f, "c{code}"),
        }?;
        write!(f, ".{}.", self.version)?;
        match self.action {
            ArmyAction::Page(page) => write!(f, "p{page}"),
            ArmyAction::Add => f.write_str("add"),
            ArmyAction::Report => f.write_str("report"),
        }
    }
}

impl ArmyRef {
    /// Parses the text of a reference.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (by, version, action) = (parts.next()?, parts.next()?, parts.next()?);
        let (letter, rest) = by.split_at_checked(1)?;
        let is_code = |code: &str| (1..=20).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_uppercase());
        let by = match letter {
            "g" => SharedBy::Gallery(rest.parse().ok().filter(|id: &ShareId| id.0 > 0)?),
            "c" if is_code(rest) => SharedBy::Code(rest.to_owned()),
            _ => return None,
        };
        let action = match action {
            "add" => ArmyAction::Add,
            "report" => ArmyAction::Report,
            page => ArmyAction::Page(decimal(page.strip_prefix('p')?)?),
        };
        let version = version.parse().ok().filter(|version| *version > 0)?;
        let read = Self { by, version, action };
        parts.next().is_none().then_some(read)
    }
}

/// Remark about a shared Battalion, as a button or a form: `remark:12.3` is about version 3 of number 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemarkRef {
    pub share: ShareId,
    /// The version that was shown.
    pub version: i64,
}

impl fmt::Display for RemarkRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.share, self.version)
    }
}

impl RemarkRef {
    /// Parses the text of a reference.
    pub fn read(text: &str) -> Option<Self> {
        let (share, version) = text.split_once('.')?;
        let share = share.parse().ok().filter(|share: &ShareId| share.0 > 0)?;
        let version = version.parse().ok().filter(|version| *version > 0)?;
        Some(Self { share, version })
    }
}

/// Action on remarks, for the people who manage the server that shares a Battalion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarksAction {
    /// Shows a page of the remarks.
    Page(u16),
    /// Deletes the remarks about a Battalion.
    Delete(ShareId),
}

impl fmt::Display for RemarksAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RemarksAction::Page(page) => write!(f, "{page}"),
            RemarksAction::Delete(share) => write!(f, "delete.{share}"),
        }
    }
}

impl RemarksAction {
    /// Parses the text of an action.
    pub fn read(text: &str) -> Option<Self> {
        match text.strip_prefix("delete.") {
            None => decimal(text).map(RemarksAction::Page),
            Some(share) => share.parse().ok().filter(|share: &ShareId| share.0 > 0).map(RemarksAction::Delete),
        }
    }
}

/// Action on reports, for the people who run the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportsAction {
    /// Shows a page of the reports.
    Page(u16),
    /// Hides a Battalion.
    Hide(ShareId),
    /// Shows a hidden Battalion again.
    Unhide(ShareId),
    /// Deletes the reports about a Battalion.
    Dismiss(ShareId),
}

impl fmt::Display for ReportsAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportsAction::Page(page) => write!(f, "{page}"),
            ReportsAction::Hide(share) => write!(f, "hide.{share}"),
            ReportsAction::Unhide(share) => write!(f, "unhide.{share}"),
            ReportsAction::Dismiss(share) => write!(f, "dismiss.{share}"),
        }
    }
}

impl ReportsAction {
    /// Parses the text of an action.
    pub fn read(text: &str) -> Option<Self> {
        let Some((word, share)) = text.split_once('.') else {
            return decimal(text).map(ReportsAction::Page);
        };
        let share = share.parse().ok().filter(|share: &ShareId| share.0 > 0)?;
        match word {
            "hide" => Some(ReportsAction::Hide(share)),
            "unhide" => Some(ReportsAction::Unhide(share)),
            "dismiss" => Some(ReportsAction::Dismiss(share)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_pages_have_the_same_order_and_words() {
        for (_, order) in ORDERS {
            let first = GalleryPage::first(order, "red. riders");
            let third = first.at(3);
            assert_eq!(third, GalleryPage { number: 3, ..first });
            assert_eq!(GalleryPage::read(&third.to_string()), Some(third));
        }
    }
}
