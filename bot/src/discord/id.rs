//! What a component says when it is pressed: the game, the version it was drawn for, and the intent, packed into the
//! `custom_id` of at most 100 characters. Nothing about a menu is kept in memory, so that it works after a restart.
//!
//! The text is `game.version.intent`, numbers in base 36; the intent is a letter and its numbers, joined by `-`. Spaces take two
//! characters each, `__` stands for a declined choice. A text that does not read back is refused, never guessed at.

mod clash;

use engine::board::{Seat, Space};

pub use clash::{ClashIntent, read_spot, spot_text};

use crate::store::{GameId, Version};

/// The most characters Discord takes.
pub const LIMIT: usize = 100;

/// What a press is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The game.
    pub game: GameId,
    /// The version of the game that the component was drawn for.
    pub version: Version,
    /// What is wanted.
    pub intent: Intent,
}

/// How the obligations of a turn, or a list of Spaces, have been settled so far.
pub type Made = Vec<Option<Space>>;

/// What a press asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Opens the guided choice of a move.
    Move,
    /// A page of the pieces that can act; as a menu, the choice of one.
    Piece { page: u16 },
    /// A page of where that piece can go; as a menu, the choice of one.
    To { piece: u16, page: u16 },
    /// Several acts lead to the Space: which.
    Which { piece: u16, to: Space, page: u16 },
    /// What the act obliges to next.
    Then { act: u16, made: Made, page: u16 },
    /// Takes the turn although there is a warning.
    Confirm { act: u16, made: Made },
    /// A page of the pieces on the board, to look at where one can go; as a menu, the choice of one.
    Look { page: u16 },
    /// Offers a draw, or agrees to one.
    Draw,
    /// Declines a draw, or takes the own offer back.
    NoDraw,
    /// Asks whether the person is sure.
    Resign,
    /// Gives up.
    ResignNow,
    /// Closes a private question.
    Never,
    /// Asks for the Battalion to join with.
    Join { page: u16 },
    /// Leaves the lobby.
    Leave,
    /// Starts the game.
    Start,
    /// Shows the present board privately.
    Board,
    /// Opens the placement of the own Territory.
    Place,
    /// The choice of offset and side.
    PlaceAt { page: u16 },
    /// The Instant Reinforcements of a placement, so far.
    Instant {
        offset: u8,
        mirrored: bool,
        made: Made,
        page: u16,
    },
    /// Opens the choice of Volatile pieces.
    Volatile,
    /// The choice of a Player's Volatile pieces, so far.
    Choose { of: Seat, made: Made, page: u16 },
    /// Shows the own Target cards.
    Target,
    /// Opens whatever is asked of the person in private.
    Private,
    /// The next jump of a chain, after these landings.
    Chain { piece: u16, path: Made, page: u16 },
    /// Something of Clash of the Armies.
    Clash(ClashIntent),
}

impl From<ClashIntent> for Intent {
    fn from(intent: ClashIntent) -> Self {
        Self::Clash(intent)
    }
}

impl Tag {
    /// The `custom_id`; `None` when it would be too long, which takes more choices in one turn than any Battalion makes.
    pub fn encode(&self) -> Option<String> {
        let (game, version) = (
            u64::try_from(self.game.0).ok()?,
            u64::try_from(self.version.0).ok()?,
        );
        let text = format!(
            "{}.{}.{}",
            base36(game),
            base36(version),
            intent_text(&self.intent)
        );
        (text.len() <= LIMIT).then_some(text)
    }

    /// Reads a `custom_id`.
    pub fn decode(text: &str) -> Option<Self> {
        if text.len() > LIMIT || !text.is_ascii() {
            return None;
        }
        let mut parts = text.split('.');
        let (game, version, intent) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        let positive = |text: &str| number(text).and_then(|n| i64::try_from(n).ok());
        Some(Self {
            game: GameId(positive(game)?),
            version: Version(positive(version)?),
            intent: read_intent(intent)?,
        })
    }
}

fn intent_text(intent: &Intent) -> String {
    let n = |page: u16| base36(u64::from(page));
    match intent {
        Intent::Move => "m".into(),
        Intent::Piece { page } => format!("p{}", n(*page)),
        Intent::To { piece, page } => format!("t{}-{}", n(*piece), n(*page)),
        Intent::Which { piece, to, page } => {
            format!("w{}-{}-{}", n(*piece), made_text(&[Some(*to)]), n(*page))
        }
        Intent::Then { act, made, page } => {
            format!("n{}-{}-{}", n(*act), made_text(made), n(*page))
        }
        Intent::Confirm { act, made } => format!("c{}-{}", n(*act), made_text(made)),
        Intent::Look { page } => format!("k{}", n(*page)),
        Intent::Draw => "d".into(),
        Intent::NoDraw => "f".into(),
        Intent::Resign => "r".into(),
        Intent::ResignNow => "q".into(),
        Intent::Never => "x".into(),
        Intent::Join { page } => format!("j{}", n(*page)),
        Intent::Leave => "l".into(),
        Intent::Start => "s".into(),
        Intent::Board => "b".into(),
        Intent::Place => "a".into(),
        Intent::PlaceAt { page } => format!("o{}", n(*page)),
        Intent::Instant {
            offset,
            mirrored,
            made,
            page,
        } => format!(
            "i{}-{}-{}-{}",
            n(u16::from(*offset)),
            u8::from(*mirrored),
            made_text(made),
            n(*page)
        ),
        Intent::Volatile => "v".into(),
        Intent::Choose { of, made, page } => {
            format!("h{}-{}-{}", n(u16::from(of.0)), made_text(made), n(*page))
        }
        Intent::Target => "g".into(),
        Intent::Private => "u".into(),
        Intent::Chain { piece, path, page } => {
            format!("e{}-{}-{}", n(*piece), made_text(path), n(*page))
        }
        Intent::Clash(intent) => format!("C{}", clash::text(intent)),
    }
}

fn read_intent(text: &str) -> Option<Intent> {
    if let Some(text) = text.strip_prefix('C') {
        return clash::read(text).map(Intent::Clash);
    }
    let (letter, rest) = text.split_at_checked(1)?;
    let fields: Vec<&str> = if rest.is_empty() {
        Vec::new()
    } else {
        rest.split('-').collect()
    };
    let small = |text: &str| number(text).and_then(|n| u16::try_from(n).ok());
    let byte = |text: &str| number(text).and_then(|n| u8::try_from(n).ok());
    Some(match (letter, fields.as_slice()) {
        ("m", []) => Intent::Move,
        ("p", [page]) => Intent::Piece { page: small(page)? },
        ("t", [piece, page]) => Intent::To {
            piece: small(piece)?,
            page: small(page)?,
        },
        ("w", [piece, to, page]) => match read_made(to)?.as_slice() {
            [Some(to)] => Intent::Which {
                piece: small(piece)?,
                to: *to,
                page: small(page)?,
            },
            _ => return None,
        },
        ("n", [act, made, page]) => Intent::Then {
            act: small(act)?,
            made: read_made(made)?,
            page: small(page)?,
        },
        ("c", [act, made]) => Intent::Confirm {
            act: small(act)?,
            made: read_made(made)?,
        },
        ("k", [page]) => Intent::Look { page: small(page)? },
        ("d", []) => Intent::Draw,
        ("f", []) => Intent::NoDraw,
        ("r", []) => Intent::Resign,
        ("q", []) => Intent::ResignNow,
        ("x", []) => Intent::Never,
        ("j", [page]) => Intent::Join { page: small(page)? },
        ("l", []) => Intent::Leave,
        ("s", []) => Intent::Start,
        ("b", []) => Intent::Board,
        ("a", []) => Intent::Place,
        ("o", [page]) => Intent::PlaceAt { page: small(page)? },
        ("i", [offset, mirrored, made, page]) => Intent::Instant {
            offset: byte(offset)?,
            mirrored: match *mirrored {
                "0" => false,
                "1" => true,
                _ => return None,
            },
            made: read_made(made)?,
            page: small(page)?,
        },
        ("v", []) => Intent::Volatile,
        ("h", [of, made, page]) => Intent::Choose {
            of: Seat(byte(of)?),
            made: read_made(made)?,
            page: small(page)?,
        },
        ("g", []) => Intent::Target,
        ("u", []) => Intent::Private,
        ("e", [piece, path, page]) => Intent::Chain {
            piece: small(piece)?,
            path: read_made(path)?,
            page: small(page)?,
        },
        _ => return None,
    })
}

fn made_text(made: &[Option<Space>]) -> String {
    made.iter()
        .map(|choice| match choice {
            None => "__".to_owned(),
            Some(space) => {
                let text = base36(u64::from(space.file()) * 26 + u64::from(space.rank()));
                format!("{text:0>2}")
            }
        })
        .collect()
}

fn read_made(text: &str) -> Option<Made> {
    if !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len() / 2)
        .map(|index| match text.get(2 * index..2 * index + 2)? {
            "__" => Some(None),
            pair => {
                let valid = pair.bytes().all(|byte| byte.is_ascii_alphanumeric());
                let index = u16::from_str_radix(pair, 36)
                    .ok()
                    .filter(|n| valid && *n < 26 * 26)?;
                Some(Some(Space::new((index / 26) as u8, (index % 26) as u8)))
            }
        })
        .collect()
}

/// A number in base 36.
fn base36(mut n: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((n % 36) as u32, 36).unwrap_or('0'));
        n /= 36;
        if n == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

/// The inverse of [`base36`]; only the one way of writing a number is read.
fn number(text: &str) -> Option<u64> {
    let n = u64::from_str_radix(text, 36).ok()?;
    (base36(n) == text).then_some(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of numbers, the same in every run.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, below: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.0 >> 33) % below
        }

        fn space(&mut self) -> Space {
            Space::new(self.roll(26) as u8, self.roll(26) as u8)
        }

        fn made(&mut self) -> Made {
            (0..self.roll(9))
                .map(|_| (self.roll(4) > 0).then(|| self.space()))
                .collect()
        }

        fn page(&mut self) -> u16 {
            self.roll(1 << 16) as u16
        }

        fn intent(&mut self) -> Intent {
            match self.roll(24) {
                0 => Intent::Move,
                1 => Intent::Piece { page: self.page() },
                2 => Intent::To {
                    piece: self.page(),
                    page: self.page(),
                },
                3 => Intent::Which {
                    piece: self.page(),
                    to: self.space(),
                    page: self.page(),
                },
                4 => Intent::Then {
                    act: self.page(),
                    made: self.made(),
                    page: self.page(),
                },
                5 => Intent::Confirm {
                    act: self.page(),
                    made: self.made(),
                },
                6 => Intent::Look { page: self.page() },
                7 => Intent::Draw,
                8 => Intent::NoDraw,
                9 => Intent::Resign,
                10 => Intent::ResignNow,
                11 => Intent::Never,
                12 => Intent::Join { page: self.page() },
                13 => Intent::Leave,
                14 => Intent::Start,
                15 => Intent::Board,
                16 => Intent::Place,
                17 => Intent::PlaceAt { page: self.page() },
                18 => Intent::Instant {
                    offset: self.roll(256) as u8,
                    mirrored: self.roll(2) == 1,
                    made: self.made(),
                    page: self.page(),
                },
                19 => Intent::Volatile,
                20 => Intent::Choose {
                    of: Seat(self.roll(6) as u8),
                    made: self.made(),
                    page: self.page(),
                },
                21 => Intent::Target,
                22 => Intent::Chain {
                    piece: self.page(),
                    path: self.made(),
                    page: self.page(),
                },
                _ => Intent::Private,
            }
        }
    }

    #[test]
    fn every_tag_reads_back_and_fits() {
        let mut dice = Dice(7);
        for _ in 0..20_000 {
            let big = i64::MAX as u64;
            let game = GameId((dice.roll(1 << 30) * dice.roll(1 << 30) % big) as i64);
            let version = Version(dice.roll(1 << 31) as i64);
            let tag = Tag {
                game,
                version,
                intent: dice.intent(),
            };
            let text = tag.encode().unwrap();
            assert!(text.len() <= LIMIT, "{text}");
            assert_eq!(Tag::decode(&text), Some(tag), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_tag_is_refused() {
        for text in [
            "",
            ".",
            "1.2",
            "1.2.",
            "1.2.m.3",
            "1.2.m3",
            "1.2.z",
            "01.2.m",
            "+1.2.m",
            "1.2.p",
            "1.2.p-1",
            "1.2.n1-2-3",
            "1.2.n1-zz-0",
            "1.2.t1",
            "1.2.i1-2--0",
            "ä.2.m",
            "1.2.w1--0",
            "1.2.p99999",
            "9zzzzzzzzzzzzz.1.m",
        ] {
            assert_eq!(Tag::decode(text), None, "{text}");
        }
        assert_eq!(Tag::decode(&"1".repeat(101)), None);
    }

    #[test]
    fn too_many_choices_are_refused_not_cut() {
        let made = vec![None; 60];
        assert_eq!(
            Tag {
                game: GameId(1),
                version: Version(1),
                intent: Intent::Confirm { act: 1, made }
            }
            .encode(),
            None
        );
    }
}
