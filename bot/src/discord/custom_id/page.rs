//! Component ids for places in the rulebook: `pbaroque/withdrawer` is the Withdrawer. They are independent of any
//! game.

use std::fmt;

use super::field::{base36, decimal, number};
use crate::store::GameId;

/// Place in the rulebook. Its text also serves as the value of a menu option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageRef {
    /// Table of contents.
    Contents,
    /// Topic of the rules, by number.
    Topic(u16),
    /// Rule, by its number in lower case: `t-20`.
    Rule(String),
    /// List of Battalions.
    Battalions,
    /// Battalion, by id.
    Battalion(String),
    /// Piece, by the ids of its Battalion and itself.
    Piece(String, String),
    /// Icons that match a search; all icons if it is empty.
    Icons(String),
    /// Changes in the newest version of a Battalion, by id.
    Changes(String),
    /// Battalion or piece as played in a game.
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
    /// Icons that match the typed text.
    pub fn icons(typed: &str) -> Self {
        let plain = |c: char| match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => c,
            _ => '-',
        };
        let wanted: String = typed.trim().chars().map(plain).take(SEARCH).collect();
        PageRef::Icons(wanted)
    }

    /// Parses the text of a place.
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

/// Maximum number of characters in a search for icons.
pub const SEARCH: usize = 50;

/// Returns true for a valid search: lower-case letters, digits and hyphens.
fn is_search(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    text.len() <= SEARCH && text.bytes().all(fits)
}

/// Returns true for a valid rule number.
fn is_number(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (2..=8).contains(&text.len()) && text.bytes().all(fits)
}

/// Returns true for a valid file id. Ids of a server's files have a prefix.
pub(super) fn is_id(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b':');
    !text.is_empty() && text.bytes().all(fits)
}
