//! A place in the rulebook, as buttons and menus carry it: `pbaroque/withdrawer` is the Withdrawer. It has nothing to do with any
//! game.

use std::fmt;

use super::field::{base36, decimal, number};
use crate::store::GameId;

/// A place in the rulebook. Its text is also the value of a menu's option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageRef {
    /// The table of contents.
    Contents,
    /// A topic of the law, by its number.
    Topic(u16),
    /// A rule, by its number in small letters: `t-20`.
    Rule(String),
    /// The list of Battalions.
    Battalions,
    /// A Battalion, by id.
    Battalion(String),
    /// A piece, by the ids of its Battalion and itself.
    Piece(String, String),
    /// Icons, those about what is looked for; all of them if that is empty.
    Icons(String),
    /// What the newest version of a Battalion, by id, has changed.
    Changes(String),
    /// A Battalion or a piece as it is played in a game.
    Played(GameId, Box<PageRef>),
}

impl fmt::Display for PageRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageRef::Contents => f.write_str("c"),
            PageRef::Topic(number) => write!(f, "t{number}"),
            PageRef::Rule(number) => write!(f, "r{number}"),
            PageRef::Battalions => f.write_str("l"),
            PageRef::Battalion(id) => write!(f, "b{id}"),
            PageRef::Changes(id) => write!(f, "d{id}"),
            PageRef::Played(game, place) => {
                write!(f, "g{}.{place}", base36(game.0.unsigned_abs()))
            }
            PageRef::Piece(battalion, piece) => write!(f, "p{battalion}/{piece}"),
            PageRef::Icons(wanted) => write!(f, "i{wanted}"),
        }
    }
}

impl PageRef {
    /// Icons about what somebody typed.
    pub fn icons(typed: &str) -> Self {
        let plain = |c: char| match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => c,
            _ => '-',
        };
        let wanted: String = typed.trim().chars().map(plain).take(SEARCH).collect();
        PageRef::Icons(wanted)
    }

    /// Reads that text.
    pub fn read(text: &str) -> Option<Self> {
        let (letter, rest) = text.split_at_checked(1)?;
        Some(match letter {
            "c" if rest.is_empty() => PageRef::Contents,
            "l" if rest.is_empty() => PageRef::Battalions,
            "t" => PageRef::Topic(decimal(rest)?),
            "r" if is_number(rest) => PageRef::Rule(rest.to_owned()),
            "i" if is_search(rest) => PageRef::Icons(rest.to_owned()),
            "b" if is_id(rest) => PageRef::Battalion(rest.to_owned()),
            "d" if is_id(rest) => PageRef::Changes(rest.to_owned()),
            "g" => {
                let (game, place) = rest.split_once('.')?;
                let game = number(game).and_then(|game| i64::try_from(game).ok())?;
                let place = PageRef::read(place)?;
                let played = matches!(place, PageRef::Battalion(_) | PageRef::Piece(..));
                PageRef::Played(GameId(game), Box::new(played.then_some(place)?))
            }
            "p" => {
                let (battalion, piece) = rest.split_once('/')?;
                if !is_id(battalion) || !is_id(piece) {
                    return None;
                }
                PageRef::Piece(battalion.to_owned(), piece.to_owned())
            }
            _ => return None,
        })
    }
}

/// The most characters of what icons are looked for by.
pub const SEARCH: usize = 50;

/// What icons are looked for by: small letters, digits and hyphens.
fn is_search(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    text.len() <= SEARCH && text.bytes().all(fits)
}

/// Numbers of rules.
fn is_number(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (2..=8).contains(&text.len()) && text.bytes().all(fits)
}

/// Ids of files, and whatever stands before them for files of a server.
pub(super) fn is_id(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b':');
    !text.is_empty() && text.bytes().all(fits)
}
