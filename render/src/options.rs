//! Options of a picture, and the finished picture.

use engine::board::{Side, Space};
use engine::piece::Reach;
use engine::view::LastAction;

use crate::theme::Theme;

/// Options for drawing a View.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Colour theme.
    pub theme: Theme,
    /// Side of the board at the bottom; South if `None`.
    pub bottom: Option<Side>,
    /// Size of the picture.
    pub size: Size,
    /// For a private picture: the Space of the selected piece.
    pub selected: Option<Space>,
    /// For a private picture: the destinations of the selected piece.
    pub hints: Vec<Hint>,
    /// Earlier turns that are announced together with the last one, as arrows in their owners' colours.
    pub earlier: Vec<LastAction>,
}

/// Size of a picture. Discord shows pictures about 350 pixels wide on a phone, and in full after a tap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Size {
    /// Two thirds of the normal size, for replays and overviews.
    Small,
    /// Size of turn pictures.
    #[default]
    Normal,
}

/// A destination of the selected piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Space of the mark.
    pub space: Space,
    /// Effect there.
    pub kind: HintKind,
}

/// Effect of an action on a Space. Each has a distinct shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HintKind {
    /// Destination in a movement diagram: a dot for moving, a ring for capturing, a diamond for leaping. The mark is
    /// hollow or dashed for conditional moves. A second dot means that a copy stays behind.
    Reach(Reach),
    /// Move without a capture on that Space: a dot.
    Move,
    /// Capture by displacement: a ring.
    Capture,
    /// Shot at the piece there: crosshairs.
    Shot,
    /// Leap, or capture by jumping: a diamond.
    Jump,
    /// Capture of the piece there by a side effect: a jagged ring.
    Effect,
    /// Swap with the piece there: two arrows.
    Swap,
    /// Placement of a piece: a plus.
    Place,
    /// Ability used in place: a star.
    Ability,
}

/// Names of the people in the seats. Seats without an entry are shown by number.
#[derive(Clone, Debug, Default)]
pub struct People {
    /// People by seat.
    pub seats: Vec<Person>,
}

/// Occupant of a seat.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Display names; two people who share the seat have one each.
    pub names: Vec<String>,
    /// Remaining time of the seat's clock, such as "1d 4h"; empty without a clock.
    pub clock: String,
    /// Odds that the seat gives, such as "half the time"; empty without odds.
    pub odds: String,
    /// Lead in material of one of two Players, in Pawns; 0 for the other one.
    pub lead: u32,
}

impl Person {
    /// Creates a person without a clock.
    pub fn named(name: impl Into<String>) -> Self {
        Self { names: vec![name.into()], ..Self::default() }
    }
}

/// A finished picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// PNG file with an indexed palette.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Description of at most [`ALT_LIMIT`] characters.
    pub alt: String,
}

/// Maximum length of an attachment's description in Discord, in characters.
pub const ALT_LIMIT: usize = 1024;

/// Error when drawing a picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A built-in asset is damaged; does not happen in a tested build.
    #[error("the built-in {0} cannot be read")]
    Asset(&'static str),
    /// The board has no Space to draw, or is wider or higher than 26.
    #[error("a board of {width} by {height} Spaces cannot be drawn: it needs 1 to 26 files and ranks")]
    Board {
        /// Number of files.
        width: u8,
        /// Number of ranks.
        height: u8,
    },
    /// The replay has no positions.
    #[error("a replay needs at least one position")]
    NoPositions,
    /// Encoding the picture failed.
    #[error("the picture could not be encoded")]
    Encode(#[from] png::EncodingError),
    /// Encoding the replay failed.
    #[error("the replay could not be encoded")]
    Replay(#[from] gif::EncodingError),
}
