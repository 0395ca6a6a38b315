//! Tracing: a picture that somebody drew becomes the [`Art`] of a piece, two-tone like the built-in icons. Each step is a file:
//!
//! 1. `decode`: bytes to pixels, within limits;
//! 2. `cutout`: which pixels belong to the piece, by transparency or by the colour of the background;
//! 3. `inside`: which of those are lines and which are body, by contrast;
//! 4. `mask`: gaps closed, specks dropped, thin parts made thick enough to be seen on a small board;
//! 5. `outline`: contours, simplified and smoothed, as path data.
//!
//! Pure and deterministic. It takes some ten milliseconds; whoever calls it with pictures of strangers bounds the time.

mod cutout;
mod decode;
mod inside;
mod mask;
mod outline;

use engine::piece::art::{Art, ViewBox};

pub use decode::{MAX_PICTURE, MAX_SIDE};

/// Characters of path data that a traced picture has at most.
const MOST: usize = 3000;
/// How closely contours are followed, in pixels of the canvas: the first that is short enough.
const CLOSENESS: [f64; 5] = [0.9, 1.2, 1.7, 2.4, 3.2];
/// Contours of a picture at most; one with more is no drawing of a piece.
const CONTOURS: usize = 60;

/// Why a picture cannot become a piece. Each says what to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TraceError {
    /// No PNG, WebP or GIF.
    #[error("it is not a PNG, WebP or GIF picture: save it as one of these")]
    Unknown,
    /// It cannot be decoded.
    #[error("it is damaged or cut off: save it again")]
    Damaged,
    /// More bytes or pixels than allowed.
    #[error("it is too large, at most {} KiB and {MAX_SIDE} pixels a side are allowed: make it smaller", MAX_PICTURE / 1024)]
    Large,
    /// Too few pixels.
    #[error("it has too few pixels: draw the piece at least 12 pixels high or wide")]
    Small,
    /// Nothing is to be seen on it.
    #[error("it is empty: nothing on it stands out from the background")]
    Empty,
    /// The background is not plain.
    #[error("its background is not plain: make the background transparent, or one colour all around the piece")]
    Busy,
    /// Too many parts or details.
    #[error("it has too many small details for a piece, as photographs do: draw it with fewer and larger shapes")]
    Intricate,
}

/// Traces the picture of a piece: PNG, WebP, or GIF, of which the first frame counts.
///
/// The background goes: what is transparent, or the one colour along the border. What is left is the silhouette; lines and
/// patches upon it that stand out from the rest become lines.
///
/// # Errors
/// Why it cannot become a piece, and what to do.
pub fn trace(bytes: &[u8]) -> Result<Art, TraceError> {
    let cutout = cutout::cut_out(decode::decode(bytes)?)?;
    let lines = inside::lines(&cutout);
    let body = outline::contours(&mask::without_holes(&cutout.mask));
    let upon = outline::contours(&lines);
    if body.is_empty() {
        return Err(TraceError::Empty);
    }
    if body.len() + upon.len() > CONTOURS {
        return Err(TraceError::Intricate);
    }
    let frame = outline::Frame::around(&body);
    for closeness in CLOSENESS {
        let silhouette = frame.path(&body, closeness);
        let lines = frame.path(&upon, closeness);
        if silhouette.len() + lines.len() <= MOST {
            let art = Art::new(silhouette, lines, ViewBox::default());
            return art.map_err(|_| TraceError::Intricate);
        }
    }
    Err(TraceError::Intricate)
}
