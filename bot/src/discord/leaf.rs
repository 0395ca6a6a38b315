//! A place in the rulebook, as buttons and menus carry it: `book:2.pbaroque/withdrawer` is the third page about the
//! Withdrawer. It has nothing to do with any game, and works for ever.

use super::id::LIMIT;

/// A place in the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The table of contents.
    Contents,
    /// A topic of the law, by its number.
    Topic(u16),
    /// The list of Battalions.
    Battalions,
    /// A Battalion, by id.
    Battalion(String),
    /// A piece, by the ids of its Battalion and itself.
    Piece(String, String),
}

impl Leaf {
    /// As text, the value of a menu's option.
    pub fn text(&self) -> String {
        match self {
            Leaf::Contents => "c".to_owned(),
            Leaf::Topic(number) => format!("t{number}"),
            Leaf::Battalions => "l".to_owned(),
            Leaf::Battalion(id) => format!("b{id}"),
            Leaf::Piece(battalion, piece) => format!("p{battalion}/{piece}"),
        }
    }

    /// Reads that text.
    pub fn read(text: &str) -> Option<Self> {
        let (letter, rest) = text.split_at_checked(1)?;
        Some(match letter {
            "c" if rest.is_empty() => Leaf::Contents,
            "l" if rest.is_empty() => Leaf::Battalions,
            "t" => Leaf::Topic(number(rest)?),
            "b" if is_id(rest) => Leaf::Battalion(rest.to_owned()),
            "p" => {
                let (battalion, piece) = rest.split_once('/')?;
                if !is_id(battalion) || !is_id(piece) {
                    return None;
                }
                Leaf::Piece(battalion.to_owned(), piece.to_owned())
            }
            _ => return None,
        })
    }
}

/// What a press in the rulebook asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// To read a page, in private.
    Read(Leaf, u16),
    /// To show a page to everybody here.
    Show(Leaf, u16),
    /// What was chosen in a menu; the number tells menus of one message apart.
    Choose(u16),
}

impl Request {
    /// The `custom_id`; `None` if an id is too long for one.
    pub fn encode(&self) -> Option<String> {
        let text = match self {
            Request::Read(leaf, page) => format!("book:{page}.{}", leaf.text()),
            Request::Show(leaf, page) => format!("show:{page}.{}", leaf.text()),
            Request::Choose(menu) => format!("leaf:{menu}"),
        };
        (text.len() <= LIMIT).then_some(text)
    }

    /// Reads a `custom_id`; `None` if it is not one of the rulebook's.
    pub fn decode(text: &str) -> Option<Self> {
        let (verb, rest) = text.split_once(':').filter(|_| text.len() <= LIMIT)?;
        let paged = || {
            let (page, leaf) = rest.split_once('.')?;
            Some((Leaf::read(leaf)?, number(page)?))
        };
        match verb {
            "book" => paged().map(|(leaf, page)| Request::Read(leaf, page)),
            "show" => paged().map(|(leaf, page)| Request::Show(leaf, page)),
            "leaf" => number(rest).map(Request::Choose),
            _ => None,
        }
    }
}

/// Only the one way of writing a number is read.
fn number(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Ids of files, and whatever stands before them for files of a server.
fn is_id(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b':');
    !text.is_empty() && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::id::Tag;

    #[test]
    fn every_request_reads_back() {
        let leaves = [
            Leaf::Contents,
            Leaf::Topic(12),
            Leaf::Battalions,
            Leaf::Battalion("baroque-duel".to_owned()),
            Leaf::Piece("the-party".to_owned(), "supporter".to_owned()),
            Leaf::Piece("b".repeat(40), "p".repeat(40)),
        ];
        for leaf in leaves {
            assert_eq!(Leaf::read(&leaf.text()), Some(leaf.clone()));
            for request in [
                Request::Read(leaf.clone(), 0),
                Request::Show(leaf.clone(), 65535),
                Request::Choose(3),
            ] {
                let text = request.encode().unwrap();
                assert!(text.len() <= LIMIT);
                assert_eq!(Request::decode(&text), Some(request));
                assert_eq!(Tag::decode(&text), None, "{text} is not of a game");
            }
        }
        let long = Leaf::Battalion("b".repeat(99));
        assert_eq!(Request::Read(long, 0).encode(), None);
    }

    #[test]
    fn what_is_not_a_request_is_refused() {
        for text in [
            "",
            "book",
            "book:",
            "book:1",
            "book.1.c",
            "book:1.",
            "book:1.x",
            "book:01.c",
            "book:-1.c",
            "book:1.cc",
            "book:1.t",
            "book:1.t+3",
            "book:1.b",
            "book:1.bA",
            "book:1.b../etc",
            "book:1.pknight",
            "book:1.p/knight",
            "show:70000.c",
            "leaf:x",
            "book:1.bä",
        ] {
            assert_eq!(Request::decode(text), None, "{text}");
        }
    }
}
