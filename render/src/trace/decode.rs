//! Bytes to pixels, within limits that are checked before anything is allocated.

use std::io::Cursor;

use image::error::{ImageError, LimitErrorKind};
use image::{ImageFormat, ImageReader, Limits, RgbaImage};

use super::TraceError;

/// The most bytes of a picture that is traced.
pub const MAX_PICTURE: usize = 2 << 20;
/// The most pixels a side.
pub const MAX_SIDE: u32 = 3000;
/// The most memory for decoding, in bytes: every pixel twice.
const MEMORY: u64 = 2 * 4 * (MAX_SIDE as u64).pow(2);

/// The first frame of a PNG, WebP or GIF.
pub(super) fn decode(bytes: &[u8]) -> Result<RgbaImage, TraceError> {
    if bytes.len() > MAX_PICTURE {
        return Err(TraceError::Large);
    }
    let format = image::guess_format(bytes).map_err(|_| TraceError::Unknown)?;
    if !matches!(format, ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif) {
        return Err(TraceError::Unknown);
    }
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
