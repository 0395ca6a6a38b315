//! Limits of pictures.

/// Maximum size of a traced picture file, in bytes.
pub const MAX_PICTURE: usize = 2 << 20;
/// Maximum width and height, in pixels.
pub const MAX_SIDE: u32 = 3000;
