//! What a caller decides about a picture, and what a picture is.

use engine::board::{Side, Space};

use crate::theme::Theme;

/// How a View is to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Colours.
    pub theme: Theme,
    /// Whose side of the board is at the bottom; South if nobody's.
    pub bottom: Option<Side>,
    /// How large.
    pub size: Size,
    /// For a private picture: the Space of the piece whose targets are shown.
    pub selected: Option<Space>,
    /// For a private picture: where it can go.
    pub hints: Vec<Hint>,
}

/// How large a picture is. Discord shows pictures about 350 pixels wide on a phone, and whole when they are tapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Size {
    /// Two thirds, for replays and overviews.
    Small,
    /// What turns are played from.
    #[default]
    Normal,
}

/// One target of the selected piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Where the mark is drawn.
    pub space: Space,
    /// What would happen there.
    pub kind: HintKind,
}

/// What would happen on a Space: each has a shape of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HintKind {
    /// The piece would go there, capturing nothing on that Space: a dot.
    Move,
    /// It would capture there by displacement: a ring.
    Capture,
    /// It would shoot what stands there: a sight.
    Shot,
    /// It would leap there, or capture by jumping: a diamond.
    Jump,
    /// The piece there would be captured by a side effect: a jagged ring.
    Effect,
    /// It would change places with the piece there: two arrows.
    Swap,
    /// A piece can be placed there: a plus.
    Place,
    /// An ability used on the spot: a star.
    Ability,
    /// In diagrams: it would go there or capture there: a dot in a ring.
    Either,
    /// In diagrams: only at its first move, or while a condition holds: a hollow dot.
    Sometimes,
}

/// The people behind the seats. Seats without an entry are shown by their number.
#[derive(Clone, Debug, Default)]
pub struct People {
    /// By seat.
    pub seats: Vec<Person>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Display names; two people who share the seat have one each.
    pub names: Vec<String>,
    /// What the seat's clock says, such as "1d 4h"; empty without a clock.
    pub clock: String,
}

impl Person {
    /// One person without a clock.
    pub fn named(name: impl Into<String>) -> Self {
        Self { names: vec![name.into()], clock: String::new() }
    }
}

/// A finished picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The file, a PNG with an indexed palette.
    pub png: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// What it shows, in at most [`ALT_LIMIT`] characters.
    pub alt: String,
}

/// The most characters that Discord takes as the description of an attachment.
pub const ALT_LIMIT: usize = 1024;

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A built-in asset is damaged; does not happen in a tested build.
    #[error("the built-in {0} cannot be read")]
    Asset(&'static str),
    /// The board has no Space to draw, or is wider or higher than 26.
    #[error("a board of {width} by {height} Spaces cannot be drawn: it needs 1 to 26 files and ranks")]
    Board {
        /// Files.
        width: u8,
        /// Ranks.
        height: u8,
    },
    /// A replay of nothing.
    #[error("a replay needs at least one position")]
    NoPositions,
    /// The encoder refused the picture.
    #[error("the picture could not be encoded")]
    Encode(#[from] png::EncodingError),
    /// The encoder refused the replay.
    #[error("the replay could not be encoded")]
    Replay(#[from] gif::EncodingError),
}
