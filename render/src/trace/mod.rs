//! Tracing: converts a hand-drawn picture to the [`Art`] of a piece, in two tones like the built-in icons. The steps:
//!
//! 1. `decode` and `svg`: bytes to pixels, within limits;
//! 2. `cutout`: separation from the background, by transparency or colour;
//! 3. `inside`: distinction of lines and body, by contrast;
//! 4. `mask`: gaps closed, specks removed, thin parts made thick enough for a small board;
//! 5. `outline`: contours, simplified and smoothed, as path data.
//!
//! Pure and deterministic. Tracing takes some ten milliseconds; callers that accept strangers' pictures should limit
//! the time.

mod cutout;
mod decode;
mod error;
mod inside;
mod limits;
mod mask;
mod outline;
mod svg;

use engine::piece::art::{Art, ViewBox};

pub use error::TraceError;
pub use limits::{MAX_PICTURE, MAX_SIDE};

/// Maximum length of the path data of a traced picture, in characters.
const MOST: usize = 3000;
/// Tolerances of the contours, in pixels of the canvas, tried until the path data is short enough.
const CLOSENESS: [f64; 5] = [0.9, 1.2, 1.7, 2.4, 3.2];
/// Maximum number of contours; a picture with more is not a drawing of a piece.
const CONTOURS: usize = 60;

/// Traces a picture of a piece: PNG, JPEG, SVG, WebP, or the first frame of a GIF.
///
/// The background is removed: transparent areas, or the single colour along the border. The rest is the silhouette.
/// Contrasting lines and patches inside it become lines.
///
/// # Errors
/// The reason why it cannot become a piece, and what to do.
pub fn trace(bytes: &[u8]) -> Result<Art, TraceError> {
    let cutout = cutout::cut_out(decode::decode(bytes)?)?;
    let lines = inside::lines(&cutout);
    let whole = mask::without_holes(&cutout.mask);
    let inked = mask::inked(&whole, &lines);
    let body = outline::contours(&mask::without_holes(inked.as_ref().unwrap_or(&whole)));
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
            inked.ok_or(TraceError::Thin)?;
            let art = Art::new(silhouette, lines, ViewBox::default());
            return art.map_err(|_| TraceError::Intricate);
        }
    }
    Err(TraceError::Intricate)
}
