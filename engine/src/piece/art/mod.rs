//! Custom pictures of pieces: validated SVG path data that renderers can use without further checks.

mod path;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use path::PathFault;

/// Maximum length of the path data of one picture in characters, both paths together.
pub const MAX_ART: usize = 8 * 1024;
/// Maximum number of commands in one picture.
pub const MAX_ART_COMMANDS: usize = 2000;
/// Maximum number of contours in one picture.
pub const MAX_ART_CONTOURS: usize = 250;

/// Rectangle of the plane that is scaled to the picture's area in a Space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ViewBox {
    /// Left edge.
    pub left: i32,
    /// Upper edge; y grows downwards.
    pub top: i32,
    /// Width.
    pub width: u16,
    /// Height.
    pub height: u16,
}

impl Default for ViewBox {
    fn default() -> Self {
        Self { left: 0, top: 0, width: 100, height: 100 }
    }
}

/// Custom picture of a piece as SVG path data in a view box: a silhouette in the Player's colour, and lines upon it in
/// the colour of details. Both paths are filled, not stroked. The picture is always valid: bounded, and with a
/// silhouette. Clones share the data.
///
/// ```
/// use engine::piece::art::{Art, ViewBox};
///
/// let art = Art::new("M10 90 L50 10 L90 90 Z", "M40 60h20v10h-20z", ViewBox::default()).unwrap();
/// assert_eq!(art.silhouette(), "M10 90 L50 10 L90 90 Z");
/// let error = Art::new("M10 90 L50", "", ViewBox::default()).unwrap_err();
/// assert_eq!(error.to_string(), "the path data ends where a number must follow");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct Art(Arc<Parts>);

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Parts {
    silhouette: String,
    lines: String,
    view: ViewBox,
}

impl TryFrom<Parts> for Art {
    type Error = ArtError;

    fn try_from(parts: Parts) -> Result<Self, ArtError> {
        Art::new(parts.silhouette, parts.lines, parts.view)
    }
}

impl From<Art> for Parts {
    fn from(art: Art) -> Self {
        Arc::unwrap_or_clone(art.0)
    }
}

/// Path of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArtPath {
    /// Body of the piece.
    Silhouette,
    /// Details on the body.
    Lines,
}

/// Error in the path data of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArtError {
    /// Path with the error.
    pub path: ArtPath,
    /// Byte offset in the path.
    pub at: usize,
    /// Fault.
    pub fault: ArtFault,
}

/// Fault of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArtFault {
    /// Invalid path data.
    Path(PathFault),
    /// Too much path data; holds its length in characters.
    Long(usize),
    /// Too many commands or contours.
    Intricate,
    /// Parts outside the view box.
    Outside(ViewBox),
    /// Silhouette too small to be visible.
    Small,
}

impl fmt::Display for ArtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            ArtFault::Path(fault) => fault.fmt(f),
            ArtFault::Long(length) => write!(
                f,
                "the picture has {length} characters of path data, at most {MAX_ART} are allowed: round its numbers or leave out details"
            ),
            ArtFault::Intricate => write!(
                f,
                "the picture is too intricate: at most {MAX_ART_COMMANDS} commands and {MAX_ART_CONTOURS} contours are allowed"
            ),
            ArtFault::Outside(ViewBox { left, top, width, height }) => write!(
                f,
                "the path leaves the view box [{left}, {top}, {width}, {height}]: write the one of your drawing, such as `view = [0, 0, 512, 512]`"
            ),
            ArtFault::Small => f.write_str(
                "the silhouette fills less than half of the view box and would be too small: write a smaller `view`",
            ),
        }
    }
}

impl std::error::Error for ArtError {}

impl Art {
    /// Checks path data and creates a picture. `lines` may be empty.
    ///
    /// # Errors
    /// The first fault with its location.
    pub fn new(silhouette: impl Into<String>, lines: impl Into<String>, view: ViewBox) -> Result<Self, ArtError> {
        let (silhouette, lines) = (silhouette.into(), lines.into());
        let wrong = |path, at, fault| ArtError { path, at, fault };
        let length = silhouette.len() + lines.len();
        if length > MAX_ART {
            let long = ArtFault::Long(length);
            return Err(wrong(ArtPath::Silhouette, 0, long));
        }
        let measured = |path, data: &str| {
            let extent = path::measure(data).map_err(|(at, fault)| wrong(path, at, ArtFault::Path(fault)))?;
            if !view.holds(extent.bounds) {
                return Err(wrong(path, 0, ArtFault::Outside(view)));
            }
            Ok(extent)
        };
        let body = measured(ArtPath::Silhouette, &silhouette)?;
        let [left, top, right, bottom] = body.bounds;
        let side = f64::from(view.width.max(view.height));
        if (right - left).max(bottom - top) < side / 2.0 {
            return Err(wrong(ArtPath::Silhouette, 0, ArtFault::Small));
        }
        let (mut commands, mut contours) = (body.commands, body.contours);
        if !lines.is_empty() {
            let upon = measured(ArtPath::Lines, &lines)?;
            commands += upon.commands;
            contours += upon.contours;
        }
        if commands > MAX_ART_COMMANDS || contours > MAX_ART_CONTOURS {
            return Err(wrong(ArtPath::Silhouette, 0, ArtFault::Intricate));
        }
        Ok(Self(Arc::new(Parts { silhouette, lines, view })))
    }

    /// Body as SVG path data.
    pub fn silhouette(&self) -> &str {
        &self.0.silhouette
    }

    /// Details on the body as SVG path data; may be empty.
    pub fn lines(&self) -> &str {
        &self.0.lines
    }

    /// View box of both paths.
    pub fn view(&self) -> ViewBox {
        self.0.view
    }
}

impl ViewBox {
    /// Returns whether this rectangle lies in the view box, allowing for rounding.
    fn holds(self, [left, top, right, bottom]: [f64; 4]) -> bool {
        let (x, y) = (f64::from(self.left), f64::from(self.top));
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        let spare = width.max(height) / 100.0;
        left >= x - spare && top >= y - spare && right <= x + width + spare && bottom <= y + height + spare
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: &str = "M10 10h80v80h-80z";

    fn fault(silhouette: &str, lines: &str) -> ArtFault {
        let view = ViewBox::default();
        Art::new(silhouette, lines, view).unwrap_err().fault
    }

    #[test]
    fn pictures_are_bounded() {
        assert_eq!(fault("M10 10h180v10z", ""), ArtFault::Outside(ViewBox::default()));
        assert_eq!(fault(BOX, "M10 -30h10z"), ArtFault::Outside(ViewBox::default()));
        assert_eq!(fault("M10 10h20v20z", ""), ArtFault::Small);
        let long = format!("{BOX}{}", " ".repeat(MAX_ART));
        assert_eq!(fault(&long, ""), ArtFault::Long(long.len()));
        let dots = "M5 5z".repeat(MAX_ART_CONTOURS);
        assert_eq!(fault(BOX, &dots), ArtFault::Intricate);
        let steps = format!("{BOX}m0 0{}", "h0".repeat(MAX_ART_COMMANDS));
        assert_eq!(fault(&steps, ""), ArtFault::Intricate);
        let error = Art::new(BOX, "M5 5 L", ViewBox::default()).unwrap_err();
        assert_eq!((error.path, error.at), (ArtPath::Lines, 6));
    }

    #[test]
    fn a_stored_picture_is_checked_again() {
        let art = Art::new(BOX, "", ViewBox::default()).unwrap();
        let json = serde_json::to_string(&art).unwrap();
        assert_eq!(serde_json::from_str::<Art>(&json).unwrap(), art);
        assert!(serde_json::from_str::<Art>(&json.replace("h80", "h8000")).is_err());
    }
}
