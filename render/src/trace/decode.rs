//! Decoding of picture files, with size limits checked before any allocation.

use std::io::Cursor;

use image::error::{ImageError, LimitErrorKind};
use image::{ImageFormat, ImageReader, Limits, RgbaImage};

use super::error::TraceError;
use super::limits::{MAX_PICTURE, MAX_SIDE};
use super::svg;

/// Maximum memory for decoding, in bytes: every pixel twice.
const MEMORY: u64 = 2 * 4 * (MAX_SIDE as u64).pow(2);

/// Decodes a PNG, JPEG or SVG, or the first frame of a WebP or GIF.
pub(super) fn decode(bytes: &[u8]) -> Result<RgbaImage, TraceError> {
    if bytes.len() > MAX_PICTURE {
        return Err(TraceError::Large);
    }
    let format = match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Gif)) => format,
        Ok(_) => return Err(TraceError::Unknown),
        Err(_) => return svg::decode(bytes),
    };
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    match reader.decode() {
        Ok(picture) => Ok(picture.into_rgba8()),
        Err(ImageError::Limits(error)) => Err(match error.kind() {
            LimitErrorKind::DimensionError | LimitErrorKind::InsufficientMemory => TraceError::Large,
            _ => TraceError::Damaged,
        }),
        Err(_) => Err(TraceError::Damaged),
    }
}
