//! Reasons why a picture cannot become a piece.

use super::limits::{MAX_PICTURE, MAX_SIDE};

/// Reason why a picture cannot become a piece. Each message says what to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TraceError {
    /// None of the formats that can be read.
    #[error("it is not a PNG, JPEG, SVG, WebP or GIF picture: save it as one of these")]
    Unknown,
    /// Decoding failed.
    #[error("it is damaged or cut off: save it again")]
    Damaged,
    /// More bytes or pixels than allowed.
    #[error("it is too large, at most {} KiB and {MAX_SIDE} pixels a side are allowed: make it smaller", MAX_PICTURE / 1024)]
    Large,
    /// An SVG with parts that are not drawn here.
    #[error("its SVG has clones, pictures, text, patterns or filters: convert everything to paths, or save it as PNG")]
    Elements,
    /// Too few pixels.
    #[error("it has too few pixels: draw the piece at least 12 pixels high or wide")]
    Small,
    /// Too little area between its lines for the colour of its owner.
    #[error("its lines leave no room for the owner's colour: draw a closed outline, or fill the shape")]
    Thin,
    /// Nothing is visible on it.
    #[error("it is empty: nothing on it stands out from the background")]
    Empty,
    /// The background is not a single colour.
    #[error("its background is not plain: make the background transparent, or one colour all around the piece")]
    Busy,
    /// Too many parts or details.
    #[error("it has too many small details for a piece, as photographs do: draw it with fewer and larger shapes")]
    Intricate,
}
