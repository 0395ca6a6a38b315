//! Data of buttons, menus and forms, encoded in a `custom_id` of at most 100 characters. The bot keeps no state about
//! components in memory, so they work after a restart.
//!
//! | form | what for |
//! | --- | --- |
//! | `game.version.intent` | a game: numbers in base 36, and an [`Intent`]; Discord gets game and version encrypted ([`sealed`]) |
//! | `book:page.place`, `show:page.place`, `leaf:menu` | rulebook: a page to read or to show, a menu of places ([`PageRef`]) |
//! | `stats:page.whose`, `statshow:page.whose` | ratings and statistics: a page to read or to show ([`StatsRef`]) |
//! | `mine:view`, `…:list`, `…:hide`, `…:export`, `…:ask`, `…:erase` | stored data of the person who presses ([`PrivacyAction`]) |
//! | `learn:place` | lessons ([`Study`]) |
//! | `play:question` | questions of `/play` ([`Start`]) |
//! | `list:page`, `find:page` | a page of the person's games, of games that need players |
//! | `draft:number:accept`, `…:discard`, `…:page` | the preview of an uploaded Battalion file |
//! | `test:number` | a test of an army, to be cancelled |
//! | `gallery:page.order.words` | a page of the gallery ([`GalleryPage`]) |
//! | `army:where.version.what` | a shared Battalion ([`ArmyRef`]) |
//! | `remark:where.version` | a remark about a shared Battalion ([`RemarkRef`]) |
//! | `remarks:page`, `…:delete.number` | remarks, for the server that shares a Battalion ([`RemarksAction`]) |
//! | `reports:page`, `…:hide.number`, `…:unhide.number`, `…:dismiss.number` | reports, for the people who run the bot ([`ReportsAction`]) |
//! | `log:page` | changes made by the people who manage the bot on a server |
//! | `thread:number` | a new game whose channel was occupied, to be opened in a thread |
//!
//! Messages with these ids stay in channels: forms may be added, but existing forms keep their meaning. Each id has
//! exactly one spelling; every other text is rejected.

mod context;
mod field;
mod gallery;
mod intent;
mod page;
mod sealed;
mod start;
mod stats;
mod study;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use strum::{EnumString, IntoStaticStr};

pub use context::{ComponentContext, UnknownId};
pub use field::{Choices, read_spot, spot_text};
pub use gallery::{ArmyAction, ArmyRef, GalleryPage, RemarkRef, RemarksAction, ReportsAction};
pub use intent::{ClashIntent, ComputerIntent, Intent, TableIntent};
pub use page::PageRef;
pub use sealed::use_token;
pub use start::Start;
pub use stats::StatsRef;
pub use study::{Study, StudyStep};

use crate::store::{DraftId, GameId, OpeningId, TrialId, Version};
use field::{base36, decimal, number};

/// Discord's limit in characters.
pub const LIMIT: usize = 100;

/// Decoded id of a component or form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// Action in a game.
    Game(ComponentContext, Intent),
    /// Page of the rulebook.
    Page(PageAction),
    /// Uploaded Battalion file, not yet accepted.
    Draft(DraftId, DraftAction),
    /// Test of an army, to be cancelled.
    Test(TrialId),
    /// New game whose channel was occupied, to be opened in a thread.
    Opening(OpeningId),
    /// Ratings and statistics.
    Stats(StatsAction),
    /// Stored data of the person who presses.
    Privacy(PrivacyAction),
    /// Lesson.
    Learn(Study),
    /// Question of `/play`.
    Play(Start),
    /// Page of a list of games.
    List(ListOf, u16),
    /// Page of the gallery.
    Gallery(GalleryPage),
    /// Shared Battalion.
    Army(ArmyRef),
    /// Remark about a shared Battalion.
    Remark(RemarkRef),
    /// Remarks about the Battalions shared by a server.
    Remarks(RemarksAction),
    /// Reports about shared Battalions.
    Reports(ReportsAction),
    /// Page of the log of changes by the people who manage the bot on a server.
    Log(u16),
}

/// List of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListOf {
    /// The person's own games.
    Mine,
    /// Games that need players.
    Seeks,
}

/// Action in the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageAction {
    /// Shows a page to the person alone.
    Read(PageRef, u16),
    /// Posts a page in the channel.
    Show(PageRef, u16),
    /// Choice in a menu. The number distinguishes menus of one message.
    Choose(u16),
}

/// Action in the statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatsAction {
    /// Shows a page to the person alone.
    Read(StatsRef, u16),
    /// Posts a page in the channel.
    Show(StatsRef, u16),
}

/// Action on a person's stored data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum PrivacyAction {
    /// Shows the stored data.
    View,
    /// Makes the person's statistics visible to everyone.
    List,
    /// Makes the person's statistics visible to the person alone.
    Hide,
    /// Sends the data as a file.
    Export,
    /// Explains what deletion means and asks for confirmation.
    Ask,
    /// Deletes the data.
    Erase,
}

/// Action on an uploaded file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraftAction {
    /// Adds the Battalion to the server.
    Accept,
    /// Discards the file.
    Discard,
    /// Shows a page of the preview.
    Page(u16),
    /// Menu of pages.
    Jump,
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
            CustomId::Draft(draft, DraftAction::Jump) => write!(f, "draft:{draft}:jump"),
            CustomId::Draft(draft, DraftAction::Page(page)) => write!(f, "draft:{draft}:{page}"),
            CustomId::Test(id) => write!(f, "test:{id}"),
            CustomId::Opening(id) => write!(f, "thread:{id}"),
            CustomId::Gallery(page) => write!(f, "gallery:{page}"),
            CustomId::Army(army) => write!(f, "army:{army}"),
            CustomId::Remark(remark) => write!(f, "remark:{remark}"),
            CustomId::Remarks(action) => write!(f, "remarks:{action}"),
            CustomId::Reports(action) => write!(f, "reports:{action}"),
            CustomId::Log(page) => write!(f, "log:{page}"),
            CustomId::Stats(StatsAction::Read(whose, page)) => write!(f, "stats:{page}.{whose}"),
            CustomId::Stats(StatsAction::Show(whose, page)) => write!(f, "statshow:{page}.{whose}"),
            CustomId::Privacy(action) => write!(f, "mine:{}", <&str>::from(*action)),
        }
    }
}

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
            Some(("mine", word)) => word.parse().ok().map(CustomId::Privacy),
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
            Some(("test", id)) => id.parse().ok().map(CustomId::Test),
            Some(("thread", id)) => id.parse().ok().map(CustomId::Opening),
            Some(_) => None,
            None => game(text),
        };
        // Only the canonical spelling is accepted.
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
        "jump" => DraftAction::Jump,
        page => DraftAction::Page(decimal(page)?),
    };
    Some(CustomId::Draft(draft.parse().ok()?, action))
}

impl CustomId {
    /// Encodes the id for Discord. `None` if it exceeds Discord's limit, which no turn of a Battalion and no id of a
    /// file reaches.
    pub fn encode(&self) -> Option<String> {
        let text = match self {
            CustomId::Game(of, intent) => format!("{}.{}", sealed::seal(*of)?, intent.text()),
            other => other.to_string(),
        };
        Some(text).filter(|text| text.len() <= LIMIT)
    }

    /// Inverse of [`encode`](Self::encode).
    pub fn decode(text: &str) -> Result<Self, UnknownId> {
        match text.split_once('.') {
            Some((of, intent)) if !text.contains(':') => {
                let ComponentContext { game, version } = sealed::open(of)?;
                format!("{}.{}.{intent}", base36(game.0.unsigned_abs()), base36(version.0.unsigned_abs())).parse()
            }
            _ => text.parse(),
        }
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
