//! What a button, menu or form says when it is used: everything the bot has to know of it, packed into a `custom_id` of at most
//! 100 characters. Nothing about a menu is kept in memory, so that it works after a restart.
//!
//! | form | what for |
//! | --- | --- |
//! | `game.version.intent` | a game: numbers in base 36, and an [`Intent`] |
//! | `book:page.place`, `show:page.place`, `leaf:menu` | the rulebook: a page to read or to show, a menu of places ([`PageRef`]) |
//! | `stats:page.whose`, `statshow:page.whose` | ratings and statistics: a page to read or to show ([`StatsRef`]) |
//! | `mine:view`, `…:list`, `…:hide`, `…:export`, `…:ask`, `…:erase` | what is kept about the person who presses ([`PrivacyAction`]) |
//! | `learn:place` | the lessons ([`Study`]) |
//! | `play:question` | what somebody wants to play ([`Start`]) |
//! | `list:page`, `find:page` | a page of one's own games, of games that want players |
//! | `draft:number:accept`, `…:discard`, `…:page` | the preview of a Battalion file that waits to be accepted |
//! | `gallery:page.order.words` | a page of the gallery ([`GalleryPage`]) |
//! | `army:where.version.what` | a shared Battalion ([`ArmyRef`]) |
//! | `remark:where.version` | a remark about a shared Battalion ([`RemarkRef`]) |
//! | `remarks:page`, `…:delete.number` | remarks, for the server that shares a Battalion ([`RemarksAction`]) |
//! | `reports:page`, `…:hide.number`, `…:unhide.number`, `…:dismiss.number` | reports, for the people who run the bot ([`ReportsAction`]) |
//! | `log:page` | what the people who administer a server have changed |
//! | `thread:number` | a new game that found its channel taken, to be opened in a thread |
//!
//! Messages with these ids stay in channels: forms may be added, but those that exist keep their meaning. There is one
//! way to write each id, and nothing else is read.

mod field;
mod gallery;
mod intent;
mod page;
mod start;
mod stats;
mod study;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

pub use field::{Choices, read_spot, spot_text};
pub use gallery::{ArmyAction, ArmyRef, GalleryPage, RemarkRef, RemarksAction, ReportsAction};
pub use intent::{ClashIntent, ComputerIntent, Intent, TableIntent};
pub use page::PageRef;
pub use start::Start;
pub use stats::StatsRef;
pub use study::{Study, StudyStep};

use crate::store::{DraftId, GameId, OpeningId, Version};
use field::{base36, decimal, number};

/// The most characters Discord takes.
pub const LIMIT: usize = 100;

/// What a component or a form is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// A game.
    Game(ComponentContext, Intent),
    /// A page of the rulebook.
    Page(PageAction),
    /// A Battalion file that waits to be accepted.
    Draft(DraftId, DraftAction),
    /// A new game that found its channel taken, to be opened in a thread.
    Opening(OpeningId),
    /// Ratings and statistics.
    Stats(StatsAction),
    /// What is kept about the person who presses.
    Privacy(PrivacyAction),
    /// A lesson.
    Learn(Study),
    /// What to play, asked of somebody who wants to.
    Play(Start),
    /// A page of a list of games.
    List(ListOf, u16),
    /// A page of the gallery.
    Gallery(GalleryPage),
    /// A shared Battalion.
    Army(ArmyRef),
    /// A remark about a shared Battalion.
    Remark(RemarkRef),
    /// Remarks about the Battalions that a server shares.
    Remarks(RemarksAction),
    /// Reports of shared Battalions.
    Reports(ReportsAction),
    /// A page of what the people who administer a server have changed.
    Log(u16),
}

/// Which games are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListOf {
    /// One's own.
    Mine,
    /// Those that want players.
    Seeks,
}

/// Of which game and version a component is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComponentContext {
    /// The game.
    pub game: GameId,
    /// The version of the game that the component was made for.
    pub version: Version,
}

/// What is asked of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageAction {
    /// To read a page, in private.
    Read(PageRef, u16),
    /// To show a page to everybody here.
    Show(PageRef, u16),
    /// What was chosen in a menu; the number tells menus of one message apart.
    Choose(u16),
}

/// What is asked of the statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatsAction {
    /// To read a page, in private.
    Read(StatsRef, u16),
    /// To show a page to everybody here.
    Show(StatsRef, u16),
}

/// What somebody wants to be done with what is kept about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrivacyAction {
    /// To see what is kept.
    View,
    /// Everyone may see how they fare.
    List,
    /// Nobody else may.
    Hide,
    /// They get it as a file.
    Export,
    /// To be told what deleting it means.
    Ask,
    /// It is deleted.
    Erase,
}

impl PrivacyAction {
    /// Each with its word in an id.
    const WORDS: [(PrivacyAction, &str); 6] = [
        (PrivacyAction::View, "view"),
        (PrivacyAction::List, "list"),
        (PrivacyAction::Hide, "hide"),
        (PrivacyAction::Export, "export"),
        (PrivacyAction::Ask, "ask"),
        (PrivacyAction::Erase, "erase"),
    ];

    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(action, _)| *action == self);
        found.map_or("", |(_, word)| word)
    }

    fn read(word: &str) -> Option<CustomId> {
        let found = Self::WORDS.iter().find(|(_, known)| *known == word);
        found.map(|(action, _)| CustomId::Privacy(*action))
    }
}

/// What is wanted of a file that waits to be accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraftAction {
    /// It becomes a Battalion of the server.
    Accept,
    /// It is forgotten.
    Discard,
    /// A page of its preview.
    Page(u16),
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CustomId::Game(ComponentContext { game, version }, intent) => {
                let n = |number: i64| base36(number.unsigned_abs());
                write!(f, "{}.{}.{}", n(game.0), n(version.0), intent.text())
            }
            CustomId::Page(PageAction::Read(place, page)) => write!(f, "book:{page}.{place}"),
            CustomId::Page(PageAction::Show(place, page)) => write!(f, "show:{page}.{place}"),
            CustomId::Page(PageAction::Choose(menu)) => write!(f, "leaf:{menu}"),
            CustomId::Learn(study) => write!(f, "learn:{study}"),
            CustomId::Play(start) => write!(f, "play:{start}"),
            CustomId::List(ListOf::Mine, page) => write!(f, "list:{page}"),
            CustomId::List(ListOf::Seeks, page) => write!(f, "find:{page}"),
            CustomId::Draft(draft, DraftAction::Accept) => write!(f, "draft:{draft}:accept"),
            CustomId::Draft(draft, DraftAction::Discard) => write!(f, "draft:{draft}:discard"),
            CustomId::Draft(draft, DraftAction::Page(page)) => write!(f, "draft:{draft}:{page}"),
            CustomId::Opening(id) => write!(f, "thread:{id}"),
            CustomId::Gallery(page) => write!(f, "gallery:{page}"),
            CustomId::Army(army) => write!(f, "army:{army}"),
            CustomId::Remark(remark) => write!(f, "remark:{remark}"),
            CustomId::Remarks(action) => write!(f, "remarks:{action}"),
            CustomId::Reports(action) => write!(f, "reports:{action}"),
            CustomId::Log(page) => write!(f, "log:{page}"),
            CustomId::Stats(StatsAction::Read(whose, page)) => write!(f, "stats:{page}.{whose}"),
            CustomId::Stats(StatsAction::Show(whose, page)) => write!(f, "statshow:{page}.{whose}"),
            CustomId::Privacy(action) => write!(f, "mine:{}", action.word()),
        }
    }
}

/// A text that is no id of this bot, or of another version of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownId;

impl FromStr for CustomId {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let read = match text.split_once(':') {
            Some(("book", rest)) => place(rest).map(|(at, page)| PageAction::Read(at, page).into()),
            Some(("show", rest)) => place(rest).map(|(at, page)| PageAction::Show(at, page).into()),
            Some(("leaf", menu)) => decimal(menu).map(|menu| PageAction::Choose(menu).into()),
            Some(("draft", rest)) => draft(rest),
            Some(("stats", rest)) => stats(rest).map(|(at, page)| StatsAction::Read(at, page).into()),
            Some(("statshow", rest)) => stats(rest).map(|(at, page)| StatsAction::Show(at, page).into()),
            Some(("mine", word)) => PrivacyAction::read(word),
            Some(("learn", rest)) => Study::read(rest).map(CustomId::Learn),
            Some(("play", rest)) => Start::read(rest).map(CustomId::Play),
            Some(("list", page)) => decimal(page).map(|page| CustomId::List(ListOf::Mine, page)),
            Some(("find", page)) => decimal(page).map(|page| CustomId::List(ListOf::Seeks, page)),
            Some(("gallery", page)) => GalleryPage::read(page).map(CustomId::Gallery),
            Some(("army", army)) => ArmyRef::read(army).map(CustomId::Army),
            Some(("remark", remark)) => RemarkRef::read(remark).map(CustomId::Remark),
            Some(("remarks", action)) => RemarksAction::read(action).map(CustomId::Remarks),
            Some(("reports", action)) => ReportsAction::read(action).map(CustomId::Reports),
            Some(("log", page)) => decimal(page).map(CustomId::Log),
            Some(("thread", id)) => id.parse().ok().map(CustomId::Opening),
            Some(_) => None,
            None => game(text),
        };
        // Only the one way of writing it is read.
        read.filter(|id| text.len() <= LIMIT && id.to_string() == text).ok_or(UnknownId)
    }
}

fn game(text: &str) -> Option<CustomId> {
    let (game, rest) = text.split_once('.')?;
    let (version, intent) = rest.split_once('.')?;
    let positive = |text| number(text).and_then(|n| i64::try_from(n).ok());
    let context = ComponentContext { game: GameId(positive(game)?), version: Version(positive(version)?) };
    Some(CustomId::Game(context, Intent::read(intent)?))
}

fn place(text: &str) -> Option<(PageRef, u16)> {
    let (page, place) = text.split_once('.')?;
    Some((PageRef::read(place)?, decimal(page)?))
}

fn stats(text: &str) -> Option<(StatsRef, u16)> {
    let (page, whose) = text.split_once('.')?;
    Some((StatsRef::read(whose)?, decimal(page)?))
}

fn draft(text: &str) -> Option<CustomId> {
    let (draft, action) = text.split_once(':')?;
    let action = match action {
        "accept" => DraftAction::Accept,
        "discard" => DraftAction::Discard,
        page => DraftAction::Page(decimal(page)?),
    };
    Some(CustomId::Draft(draft.parse().ok()?, action))
}

impl CustomId {
    /// As Discord takes it; `None` when it would be too long, which takes more choices in one turn than any Battalion makes, or
    /// an id that no file has.
    pub fn encode(&self) -> Option<String> {
        Some(self.to_string()).filter(|text| text.len() <= LIMIT)
    }
}

impl From<PageAction> for CustomId {
    fn from(action: PageAction) -> Self {
        CustomId::Page(action)
    }
}

impl From<StatsAction> for CustomId {
    fn from(action: StatsAction) -> Self {
        CustomId::Stats(action)
    }
}
